package import FindieRanking
import FindieReports
import FindieWorkspace

extension Evaluation: JSONArtifact {
  package static var grain: String { "one row per model" }
  package static var formatVersion: Int { 7 }

  package var counts: [String: Int] { ["players": players, "heldOutGames": heldOutGames] }

  package var measures: [String: Double] {
    rows.reduce(into: [:]) { measures, row in
      measures["\(row.model) recall@\(ks[0])"] = row.recall
      measures["\(row.model) nDCG@\(ks[0])"] = row.nDCG
      measures["\(row.model) coverage"] = row.coverage
    }
  }

  package var conclusion: String? { verdict }
}
