/// The shape of a line: how it contains an event.
package enum LineShape: String, CaseIterable, Codable, Sendable {
  /// The document itself.
  case plain
  /// `{"id":…,"data":{…}}`, the document in `data`.
  case wrapped
  /// A document of Firestore's REST API, whose values name their types.
  case rest
  /// An event of Google Analytics' export to BigQuery.
  case ga4
}

/// The number of lines of each shape.
struct ShapeCounts {
  private var plain = 0, wrapped = 0, rest = 0, ga4 = 0

  mutating func add(_ shape: LineShape, lines: Int = 1) {
    switch shape {
    case .plain: plain += lines
    case .wrapped: wrapped += lines
    case .rest: rest += lines
    case .ga4: ga4 += lines
    }
  }

  /// By the shapes' names, without zeros.
  var byName: [String: Int] {
    let all: [(LineShape, Int)] = [
      (.plain, plain), (.wrapped, wrapped), (.rest, rest), (.ga4, ga4),
    ]
    return Dictionary(uniqueKeysWithValues: all.filter { $1 > 0 }.map { ($0.rawValue, $1) })
  }
}
