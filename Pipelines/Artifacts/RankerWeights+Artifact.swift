package import FindieRanking
import FindieReports
import FindieText
import FindieWorkspace

extension RankerWeights: JSONArtifact {
  package static var grain: String { "one weight per group of players and feature" }
  package static var formatVersion: Int { 7 }

  package var counts: [String: Int] {
    ["players": players, "candidates": candidates, "positives": positives]
  }

  /// The level of variety, and the validation nDCG of the ranker and of the best single model for
  /// each group of players.
  package var measures: [String: Double] {
    let level = [
      "variety: strength of caps": variety.caps, "variety: weights": variety.weights,
      "variety: first drawn position": Double(variety.explorationStart + 1),
    ]
    return groups.indices.reduce(into: level) { measures, index in
      let group = groups[index]
      guard let ofBest = group.bestModelNDCG, let nDCG = group.nDCG else { return }
      let kind = firstUndated.map { index >= $0 } ?? false ? "positives without date" : "positives"
      let players = "players with \(group.minimumPositives) or more \(kind)"
      measures["nDCG of \(players)"] = nDCG
      measures["nDCG of the best model for \(players)"] = ofBest
    }
  }

  package var conclusion: String? {
    guard players > 0 else { return sentence }
    return "The ranker learned from \(players.counted("player")): \(positives.grouped) of "
      + "\(candidates.counted("candidate")) became positives. The best single model is "
      + "\(bestModel ?? "none"). \(sentence)"
  }
}
