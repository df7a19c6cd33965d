import FindieFiles
import FindieIngest
import FindieStore
import Foundation

/// The kind of a failure: it decides the exit status and what an operator has to do.
package enum FailureKind: String, Codable, Sendable, CaseIterable {
  /// Any other failure; the message says why.
  case failed
  /// More bad data than allowed, or a damaged file.
  case badData
  /// There is no input, or it cannot be read.
  case noInput
  /// Another process holds the workspace or the store.
  case unavailable
  /// A bug in findie.
  case bug
  /// The disk is full or not writable.
  case cannotWrite
  /// Stopped on request.
  case stopped
  /// The parameters are wrong.
  case badParameters

  package init(of error: any Error) {
    switch error {
    case let failure as StageFailure: self.init(of: failure.cause)
    case let failure as any KnownFailure: self = failure.failureKind
    case is Stopped: self = .stopped
    case is WorkspaceLock.Held: self = .unavailable
    case is TooManyBadLines, is TooManyConflicts: self = .badData
    case let failure as IngestFailure: self = .init(failure)
    case let failure as StoreFailure: self = .init(failure)
    case let failure as FileFailure: self = .init(failure)
    default: self = .failed
    }
  }

  /// Whether a retry can help, such as when another process holds a file for a moment.
  package static func isTransient(_ error: any Error) -> Bool {
    switch error {
    case let failure as FileFailure: failure.isTransient
    case let failure as StoreFailure: if case .locked = failure { true } else { false }
    default: false
    }
  }

  private init(_ failure: IngestFailure) {
    switch failure {
    case .damagedFile, .unsupportedFile, .badHeader: self = .badData
    case .noSuchFolder, .notAFolder, .noSuchPath, .unreadableFolder, .noInput, .unreadableFile,
      .notAFile, .changedFile, .emptyStream, .unreadableStream:
      self = .noInput
    }
  }

  private init(_ failure: StoreFailure) {
    switch failure {
    case .locked: self = .unavailable
    case .diskFull, .cannotWrite, .notPermitted: self = .cannotWrite
    case .missing, .unpublished: self = .noInput
    case .damaged, .foreign, .otherFormat, .otherNight, .failed: self = .failed
    }
  }

  private init(_ failure: FileFailure) {
    switch failure.operation {
    case .create, .write, .sync, .rename, .remove, .link: self = .cannotWrite
    case .read, .list: self = .failed
    }
  }
}

/// An error that says what kind of failure it is.
package protocol KnownFailure: Error {
  var failureKind: FailureKind { get }
}

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
        "There is no workspace at \(folder.path). Run `\(command("run nightly --input DIR"))` "
          + "first, or name another --workspace.")
    }
  }

  /// The error if no night was published.
  package var nothingPublished: NotFound {
    NotFound(
      "No night was published in \(folder.path) yet. Run `\(command("run nightly --input DIR"))` "
        + "first, or name another --workspace.")
  }

  /// The error if there is no history.
  package var noHistory: NotFound {
    NotFound(
      "\(folder.path) has no history. Run `\(command("run nightly --input DIR"))` first, or name "
        + "another --workspace.")
  }
}
