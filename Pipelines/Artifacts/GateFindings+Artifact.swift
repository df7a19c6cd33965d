import FindieDomain
package import FindieRanking
import FindieReports
import FindieWorkspace

extension GateFindings: JSONArtifact {
  package static var grain: String { "one row per check" }
  package static var countOfGrain: String? { "checks" }
  package static var formatVersion: Int { 5 }

  package var counts: [String: Int] {
    var counts = [
      "checks": checks.count, "passed": checks.count { $0.verdict == .passed },
      "failed": checks.count { $0.verdict == .failed },
      "notEvaluated": checks.count { $0.verdict == .notEvaluated }, "notDropped": filters.remaining,
    ]
    for filter in ListFilter.allCases {
      counts["dropped" + filter.rawValue.prefix(1).uppercased() + filter.rawValue.dropFirst()] =
        filters[filter]
    }
    return counts
  }

  package var measures: [String: Double] {
    var measures: [String: Double] = [:]
    for check in checks {
      measures[check.name] = check.value
      measures["bound of \(check.name)"] = check.bound.limit
    }
    for studios in exposure {
      measures["share of games, studios of \(studios.size)"] = studios.shareOfGames
      measures["share of entries, studios of \(studios.size)"] = studios.shareOfEntries
      measures["share of top positions, studios of \(studios.size)"] = studios.shareOfTopPositions
    }
    return measures
  }

  package var conclusion: String? { sentence }
}
