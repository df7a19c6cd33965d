import FindieHistory

/// The data that can be exported.
package enum ExportSubject: String, CaseIterable, Sendable {
  case factors, ranker
  /// The accepted events, without the ids of players, events and sessions.
  case interactions, analytics

  /// The collection of events; nil for data of a published night.
  var events: EventCollection? {
    switch self {
    case .interactions: .interactions
    case .analytics: .analytics
    default: nil
    }
  }

  /// The possible formats, the default first.
  package var formats: [ExportFormat] {
    switch self {
    case .factors: [.npy, .ndjson, .csv]
    case .ranker, .interactions, .analytics: [.ndjson, .csv]
    }
  }
}

package enum ExportFormat: String, CaseIterable, Sendable {
  /// One JSON object per line.
  case ndjson
  /// RFC 4180 with a header, one row per entry; text that a spreadsheet would read as a formula starts
  /// with an apostrophe.
  case csv
  /// NumPy's array file, version 1.0, with the ids of its rows in another file.
  case npy
}
