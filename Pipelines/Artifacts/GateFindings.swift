import FindieBatch
package import FindieDomain
package import FindieRecommender

/// What was checked before publishing, and what came out.
package struct GateFindings: JSONArtifact {
  package static var grain: String { "one row per check" }
  package static var formatVersion: Int { 1 }

  package let day: Day
  /// The published night that this one was compared with.
  package let champion: Day?
  package let checks: [GateCheck]

  package init(day: Day, champion: Day?, checks: [GateCheck]) {
    self.day = day
    self.champion = champion
    self.checks = checks
  }

  /// What stops publication unless someone overrides it.
  package var broken: [GateCheck] { checks.filter { $0.verdict == .broken && !$0.isContract } }

  /// What no data may break: bugs of ours.
  package var bugs: [GateCheck] { checks.filter { $0.verdict == .broken && $0.isContract } }

  package var counts: [String: Int] {
    [
      "checks": checks.count, "kept": checks.count { $0.verdict == .kept },
      "broken": checks.count { $0.verdict == .broken },
      "notJudged": checks.count { $0.verdict == .notJudged },
    ]
  }

  package var measures: [String: Double] {
    checks.reduce(into: [:]) { measures, check in
      measures[check.name] = check.value
      measures["bound of \(check.name)"] = check.bound.limit
    }
  }

  package var conclusion: String? {
    "The lists' checks: " + checks.map(\.sentence).joined(separator: "; ") + "."
  }
}

extension Comparison: JSONArtifact {
  package static var grain: String { "one row: tonight's models against those that are published" }
  package static var formatVersion: Int { 1 }

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
