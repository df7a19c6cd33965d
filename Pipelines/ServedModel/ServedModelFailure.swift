package import FindieWorkspace

/// Why the stored models of a published night cannot be used.
package enum ServedModelFailure: KnownFailure, CustomStringConvertible {
  /// The night was published without it, or it was removed.
  case missing(path: String)
  case damaged(path: String, detail: String)
  /// The night was published again during each attempt to read it.
  case unstable(path: String)

  package var failureKind: FailureKind {
    if case .missing = self { .noInput } else { .failed }
  }

  package var description: String {
    switch self {
    case .missing(let path):
      "there is no \(path), which is needed to rebuild the night's lists. Publish the night again: "
        + "remove its folder, then run your usual command with its --date."
    case .damaged(let path, let detail):
      "\(path) cannot be used: \(detail). Publish the night again: remove its folder, then run "
        + "your usual command with its --date."
    case .unstable(let path):
      "the night at \(path) was published again while it was read. Run the same command again."
    }
  }
}
