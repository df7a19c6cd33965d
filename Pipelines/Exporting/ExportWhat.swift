import FindieHistory

/// What of a published night is handed to other systems.
package enum ExportWhat: String, CaseIterable, Sendable {
  case recommendations, similar, trending
  case newReleases = "new-releases"
  case announced
  case factors, ranker
  /// The accepted events, without the ids of players, events and sessions.
  case interactions, analytics

  /// The record of events that it is; nil where it is of a published night.
  var events: EventCollection? {
    switch self {
    case .interactions: .interactions
    case .analytics: .analytics
    default: nil
    }
  }

  /// The forms that it can have, the usual one first.
  package var formats: [ExportFormat] {
    switch self {
    case .recommendations, .similar, .trending, .newReleases, .announced: [.ndjson, .csv]
    case .interactions, .analytics: [.ndjson, .csv]
    case .factors: [.npy, .ndjson, .csv]
    case .ranker: [.ndjson, .csv]
    }
  }
}

package enum ExportFormat: String, CaseIterable, Sendable {
  /// One JSON object a line; lists as they are published.
  case ndjson
  /// RFC 4180 with a header, a row an entry; text that a spreadsheet would take for a formula begins
  /// with an apostrophe.
  case csv
  /// NumPy's array file, version 1.0, with the ids of its rows beside it.
  case npy
}
