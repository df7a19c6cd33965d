import Foundation

/// The requested item does not exist.
package struct NotFound: KnownFailure, CustomStringConvertible {
  package let description: String
  package var failureKind: FailureKind { .noInput }

  package init(_ description: String) {
    self.description = description
  }
}

extension Workspace {
  /// - Throws: `NotFound`.
  package func checkExists() throws(NotFound) {
    guard exists else {
      throw NotFound(
        "There is no workspace at \(folder.path). Run `\(command("run nightly --input DIR"))` first, or "
          + "name another --workspace.")
    }
  }

  /// The error if no night was published.
  package var nothingPublished: NotFound {
    NotFound(
      "No night was published in \(folder.path) yet. Run `\(command("run nightly --input DIR"))` first, "
        + "or name another --workspace.")
  }

  /// The error if there is no history.
  package var noHistory: NotFound {
    NotFound(
      "\(folder.path) has no history. Run `\(command("run nightly --input DIR"))` first, or name "
        + "another --workspace.")
  }
}
