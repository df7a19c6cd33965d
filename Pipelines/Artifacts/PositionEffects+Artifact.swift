package import FindieRanking
import FindieReports
import FindieWorkspace

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
