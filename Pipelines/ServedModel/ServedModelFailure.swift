import FindieBatch
import FindieDomain
package import FindieWorkspace

/// Why what a published night learned cannot be served from.
package enum ServedModelFailure: KnownFailure, CustomStringConvertible {
  /// The night was published without it, or it was removed.
  case missing(path: String)
  case damaged(path: String, detail: String)
  /// Nights were published so often during the read that none could be read completely.
  case unstable(path: String)

  package var failureKind: FailureKind {
    if case .missing = self { .noInput } else { .failed }
  }

  package var description: String {
    switch self {
    case .missing(let path):
      "there is no \(path), by which the night's lists could be made again. Publish the night again: "
        + "remove its folder, then run `findie run nightly` with its --date."
    case .damaged(let path, let detail):
      "\(path) cannot be served from: \(detail). Publish the night again: remove its folder, then run "
        + "`findie run nightly` with its --date."
    case .unstable(let path):
      "the night at \(path) was published anew while it was read. Run the same command again."
    }
  }
}
