import FindieAnalytics
import Foundation
import Testing

/// The documentation and the schema have the KPIs of the table.
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

  @Test func `the schema has the keys of periods, days and alerts`() throws {
    let url = Self.root.appending(path: "Reports/schema/kpi.schema.json")
    let schema = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
    func at(_ path: String) throws -> Any {
      try path.split(separator: ".").reduce(schema) { part, key in
        try #require((part as? [String: Any])?[String(key)], "\(path)")
      }
    }
    func keys(_ path: String) throws -> Set<String> {
      try Set(#require(at(path) as? [String: Any]).keys)
    }
    func list(_ path: String) throws -> [String] { try #require(at(path) as? [String]) }
    let periods = KPI.all.filter(\.hasPeriods).map(\.key)
    #expect(try keys("$defs.kpis.properties") == Set(periods))
    #expect(try list("$defs.kpis.required") == periods)
    let days = ["day"] + KPI.all.filter { $0.hasDays && !$0.isRate }.map(\.key)
    #expect(try keys("properties.days.items.properties") == Set(days))
    #expect(try list("properties.days.items.required") == days)
    let watched = KPI.watched.map(\.key)
    let alerts = "properties.alerts.properties"
    #expect(try list("\(alerts).alerts.items.properties.kpi.enum") == watched)
    #expect(try list("\(alerts).evaluatedKPIs.items.enum") == watched)
    #expect(try list("\(alerts).tooEarly.items.enum") == watched)
  }
}

extension KPI {
  fileprivate var hasPeriods: Bool { if case .countOfDay = formula { false } else { true } }
}
