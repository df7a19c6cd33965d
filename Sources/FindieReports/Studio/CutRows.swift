import FindieAnalytics
import FindieDomain
import FindieText

/// Breakdowns as rows of a CSV table, with what is suppressed.
struct CutRows {
  static let header = ["cut", "value", "cutSource", "isAtLeast"]
  static let blank = [CSVTable.Cell](repeating: .empty, count: header.count)

  /// One per cell: the days, the nine measures, and the columns of `header`.
  private(set) var rows: [(range: DayRange, counts: [CSVTable.Cell], cells: [CSVTable.Cell])] = []

  init(_ breakdowns: [Breakdown]) {
    for breakdown in breakdowns {
      func append(_ tally: Tally?, _ value: String, isAtLeast: Bool) {
        rows.append(
          (
            breakdown.range,
            Measure.allCases.map { measure in
              tally.map { .integer($0[measure]) } ?? .empty
            },
            [
              .text(breakdown.cut.rawValue), .title(value), .text(breakdown.source.rawValue),
              isAtLeast ? .text("true") : .empty,
            ]
          ))
      }
      for cell in breakdown.cells { append(cell.tally, cell.value, isAtLeast: cell.isAtLeast) }
      // Where cells do not add up, what is suppressed is not a number.
      guard breakdown.isSuppressed else { continue }
      append(breakdown.cut.addsUp ? breakdown.suppressed : nil, "(suppressed)", isAtLeast: false)
    }
  }
}
