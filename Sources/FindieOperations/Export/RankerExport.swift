import FindieBatch
import FindieRanking
import FindieText
import FindieWorkspace

/// Writes the ranker: one weight per line, the intercept first.
struct RankerExport {
  private struct Line: Encodable {
    let feature: String
    let weight: Double
    let uncertainty: Double?
    let deviation: Double?
  }

  private let lines: [Line]

  init(_ ranker: RankerWeights) {
    lines =
      [Line(feature: "intercept", weight: ranker.intercept, uncertainty: nil, deviation: nil)]
      + ranker.weights.map {
        Line(
          feature: $0.feature, weight: $0.weight, uncertainty: $0.uncertainty,
          deviation: $0.deviation)
      }
  }

  func write(_ format: ExportFormat, to file: inout ExportFile) throws {
    if format == .ndjson {
      for line in lines { try file.write(canonicalLine(line).utf8) }
      return
    }
    var table = CSVTable(header: ["feature", "weight", "uncertainty", "deviation"])
    for line in lines {
      table.append([
        .text(line.feature), .digits("\(line.weight)"),
        line.uncertainty.map { .digits("\($0)") } ?? .empty,
        line.deviation.map { .digits("\($0)") } ?? .empty,
      ])
    }
    try file.write(table.document)
  }
}
