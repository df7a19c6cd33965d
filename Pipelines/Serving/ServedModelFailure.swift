import FindieBatch
import FindieDomain

/// Why what a published night learned cannot be served from.
package enum ServedModelFailure: Error, CustomStringConvertible {
  /// The night was published without it, or it was removed.
  case missing(path: String)
  case damaged(path: String, detail: String)
  /// The nights were published anew so often meanwhile that none could be read whole.
  case restless(path: String)

  package var description: String {
    switch self {
    case .missing(let path):
      "there is no \(path), by which the night's lists could be made again. Publish the night again: "
        + "remove its folder, then run `findie run nightly` with its --date."
    case .damaged(let path, let detail):
      "\(path) cannot be served from: \(detail). Publish the night again: remove its folder, then run "
        + "`findie run nightly` with its --date."
    case .restless(let path):
      "the night at \(path) was published anew while it was read. Run the same command again."
    }
  }
}
