import FindieDomain
package import FindieRanking
import FindieReports
import FindieText
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

extension Comparison: JSONArtifact {
  package static var grain: String { "one row: tonight's models compared with the champion's" }
  package static var formatVersion: Int { 5 }

  package var counts: [String: Int] { ["players": players] }

  package var measures: [String: Double] {
    var measures = ["bound": bound]
    measures["challenger nDCG@\(k)"] = challenger
    measures["champion nDCG@\(k)"] = champion
    measures["reference nDCG@\(k)"] = reference?.nDCG
    measures["best single model nDCG@\(k)"] = bestModel?.nDCG
    for (name, relative) in [
      ("", relative), (" from the reference", reference?.relative),
      (" from the best single model", bestModel?.relative),
    ] {
      measures["relative difference\(name)"] = relative?.mean
      measures["relative difference\(name) low"] = relative?.low
      measures["relative difference\(name) high"] = relative?.high
    }
    return measures
  }

  package var conclusion: String? { sentence }
}

extension PositionEffects: JSONArtifact {
  package static var grain: String { "one row per position of a card" }
  package static var formatVersion: Int { 2 }

  package var counts: [String: Int] { ["cards": cards, "games": games] }

  package var measures: [String: Double] {
    buckets.reduce(into: [:]) { measures, position in
      guard let effect = position.effect else { return }
      measures["effect of \(position.name)"] = effect.mean
      measures["effect of \(position.name) low"] = effect.low
      measures["effect of \(position.name) high"] = effect.high
    }
  }

  package var conclusion: String? { sentence }
}
