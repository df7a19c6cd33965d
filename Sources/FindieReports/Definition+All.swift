package import FindieAnalytics
import FindieText

/// The definitions stand beside the numbers: in the fields of the documents.
extension Definition {
  /// The numbers of studios' reports, in the order of the document.
  package static let studio = StudioReport.document.definitions
  /// The numbers of the team's report besides the measures.
  package static let team = TeamReport.document.definitions.filter {
    Measure(rawValue: $0.id) == nil
  }

  package static let all =
    studio
    + team.filter { definition in
      !studio.contains { $0.id == definition.id }
    }

  /// The file `definitions.json`.
  static var json: JSONValue {
    .array(
      all.map { definition -> JSONValue in
        [
          "id": .string(definition.id), "name": .string(definition.name),
          "sentence": .string(definition.sentence), "formula": .string(definition.formula),
          "unit": .string(definition.unit), "grain": .string(definition.grain),
          "record": .string(definition.record),
        ]
      })
  }
}

/// The JSON Schemas of the documents.
package enum ReportSchema: String, CaseIterable, Sendable {
  case report, game, kpi

  /// The file's content.
  package var document: [UInt8] {
    switch self {
    case .report: StudioReport.document.schema.document
    case .game: StudioReport.gameDocument.schema.document
    case .kpi: TeamReport.document.schema.document
    }
  }
}
