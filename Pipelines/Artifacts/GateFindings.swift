import FindieBatch
package import FindieDomain
package import FindieRecommender
import Foundation

/// What was checked before publishing, and what came out.
package struct GateFindings: JSONArtifact {
  package static var grain: String { "one row per check" }
  package static var countOfGrain: String? { "checks" }
  package static var formatVersion: Int { 3 }

  package let day: Day
  /// The published night that this one was compared with.
  package let champion: Day?
  package let checks: [GateCheck]
  /// What the filters kept off the lists.
  package let filters: FilterCounts
  package let exposure: [StudioExposure]

  package init(
    day: Day, champion: Day?, checks: [GateCheck], filters: FilterCounts = FilterCounts(),
    exposure: [StudioExposure] = []
  ) {
    self.day = day
    self.champion = champion
    self.checks = checks
    self.filters = filters
    self.exposure = exposure
  }

  /// What stops publication unless someone overrides it.
  package var broken: [GateCheck] { checks.filter { $0.verdict == .broken && !$0.isContract } }

  /// What no data may break: bugs of ours.
  package var bugs: [GateCheck] { checks.filter { $0.verdict == .broken && $0.isContract } }

  package var counts: [String: Int] {
    var counts = [
      "checks": checks.count, "kept": checks.count { $0.verdict == .kept },
      "broken": checks.count { $0.verdict == .broken },
      "notJudged": checks.count { $0.verdict == .notJudged }, "notDropped": filters.left,
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
      measures["share of first places, studios of \(studios.size)"] = studios.shareOfFirstPlaces
    }
    return measures
  }

  package var conclusion: String? {
    (["The lists' checks: " + checks.map(\.sentence).joined(separator: "; ") + "."]
      + exposure.map(\.sentence)).joined(separator: " ")
  }
}

extension StudioExposure {
  fileprivate var sentence: String {
    func percent(_ share: Double) -> String { String(format: "%.1f %%", 100 * share) }
    return "Studios with \(size) have \(percent(shareOfGames)) of the games and "
      + "\(percent(shareOfEntries)) of the lists' entries, \(percent(shareOfFirstPlaces)) of the "
      + "first places."
  }
}

extension Comparison: JSONArtifact {
  package static var grain: String { "one row: tonight's models against those that are published" }
  package static var formatVersion: Int { 2 }

  package var counts: [String: Int] { ["players": players] }

  package var measures: [String: Double] {
    var measures = ["bound": bound]
    measures["challenger nDCG@\(k)"] = challenger
    measures["champion nDCG@\(k)"] = champion
    measures["difference"] = difference?.mean
    measures["difference low"] = difference?.low
    measures["difference high"] = difference?.high
    return measures
  }

  package var conclusion: String? { sentence }
}

extension ExplorationEstimate: JSONArtifact {
  package static var grain: String { "one row: what the published night drew, and another draw" }
  package static var formatVersion: Int { 1 }

  package var counts: [String: Int] {
    ["slots": slots, "answered": answered, "unexplained": unexplained]
  }

  package var measures: [String: Double] {
    var measures: [String: Double] = [:]
    for (name, interval) in [
      ("like rate", likeRate), ("SNIPS", snips), ("doubly robust", doublyRobust),
    ] {
      measures[name] = interval?.mean
      measures["\(name) low"] = interval?.low
      measures["\(name) high"] = interval?.high
    }
    measures["effective answers"] = effectiveAnswers
    return measures
  }

  package var conclusion: String? { sentence }
}

extension PositionEffects: JSONArtifact {
  package static var grain: String { "one row per place of a card" }
  package static var formatVersion: Int { 1 }

  package var counts: [String: Int] { ["cards": cards, "games": games] }

  package var measures: [String: Double] {
    places.reduce(into: [:]) { measures, place in
      guard let effect = place.effect else { return }
      measures["effect of \(place.name)"] = effect.mean
      measures["effect of \(place.name) low"] = effect.low
      measures["effect of \(place.name) high"] = effect.high
    }
  }

  package var conclusion: String? { sentence }
}
