import FindieWorkspace
import FindieRanking
import FindieText

/// Writes the ranker, one weight per line; each group of players starts with its intercept.
struct RankerExport {
  private struct Line: Encodable {
    /// The smallest number of positives of the players that the weight applies to.
    let minimumPositives: Int
    /// Whether it applies to players whose positives mostly have no date, or to the others; nil if
    /// it applies to both.
    let undated: Bool?
    let feature: String
    let weight: Double
    let deviation: Double?
  }

  private let lines: [Line]

  init(_ ranker: RankerWeights) {
    lines = ranker.groups.enumerated().flatMap { index, group in
      let undated = ranker.firstUndated.map { index >= $0 }
      return [
        Line(
          minimumPositives: group.minimumPositives, undated: undated, feature: "intercept",
          weight: group.intercept, deviation: nil)
      ]
        + ranker.features.indices.map {
          Line(
            minimumPositives: group.minimumPositives, undated: undated,
            feature: ranker.features[$0],
            weight: group.weights[$0], deviation: group.deviations[$0])
        }
    }
  }

  func write(_ format: ExportFormat, to file: inout ExportFile) throws {
    if format == .ndjson {
      for line in lines { try file.write(canonicalLine(line).utf8) }
      return
    }
    var table = CSVTable(header: ["minimumPositives", "undated", "feature", "weight", "deviation"])
    for line in lines {
      table.append([
        .integer(line.minimumPositives), line.undated.map { .text("\($0)") } ?? .empty,
        .text(line.feature), .digits("\(line.weight)"),
        line.deviation.map { .digits("\($0)") } ?? .empty,
      ])
    }
    try file.write(table.document)
  }
}
