import FindieAnalytics
import Foundation
import Testing

/// The documentation has the KPIs of the table.
@Suite struct KPIDocumentTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..")

  @Test func `the documentation lists each KPI with its name and its values`() throws {
    let text = try String(contentsOf: Self.root.appending(path: "docs/REPORTS.md"), encoding: .utf8)
    let rows = KPI.all.map { kpi in
      let values = [kpi.hasDays ? "day" : nil, kpi.hasPeriods ? "period" : nil]
      return "| `\(kpi.key)` | \(kpi.definition.name) | "
        + "\(values.compactMap(\.self).joined(separator: ", ")) |\n"
    }
    #expect(text.contains(rows.joined()), "docs/REPORTS.md lacks:\n\(rows.joined())")
  }
}

extension KPI {
  fileprivate var hasPeriods: Bool { if case .countOfDay = formula { false } else { true } }
}
