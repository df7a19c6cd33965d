package import FindieWorkspace
package import FindieModels
package import FindieRanking
import FindieText

extension ItemItemModels: Artifact {
  package static var grain: String {
    "one weight per pair of related games"
  }
  package static var formatVersion: Int { 1 }

  package var counts: [String: Int] {
    [
      "games": neighborhood.weights.rows, "neighbors": neighborhood.weights.count,
      "easeWeights": ease?.weights.count ?? 0,
    ]
  }

  package var conclusion: String? { "Item-item models: \(easeSentence)." }

  package func write(to file: inout ArtifactWriter) {
    file.put("sentence", json: [easeSentence])
    file.put("games", [neighborhood.weights.rows])
    file.put("hasEASE", [ease == nil ? 0 : 1])
    file.put("neighborhood", neighborhood.weights)
    if let ease { file.put("ease", ease.weights) }
  }

  package init(from file: ArtifactReader) throws {
    let games = try file.numbers("games", as: Int.self)
    let hasEASE = try file.numbers("hasEASE", as: Int.self)
    let sentence = try file.json("sentence", as: [String].self)
    guard games.count == 1, hasEASE.count == 1, sentence.count == 1 else {
      throw ArtifactDamage.array("games")
    }
    func weights(_ name: String) throws -> SparseRows {
      try file.sparseRows(name, rows: games[0], columns: games[0])
    }
    self.init(
      neighborhood: ItemItemModel(
        "item-kNN", weights: try weights("neighborhood"), usesConfidence: true),
      ease: hasEASE[0] == 0
        ? nil : ItemItemModel("EASE", weights: try weights("ease"), usesConfidence: false),
      easeSentence: sentence[0])
  }
}

extension RankerWeights: JSONArtifact {
  package static var grain: String { "one weight per group of players and feature" }
  package static var formatVersion: Int { 2 }

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
    return groups.reduce(into: level) { measures, group in
      guard let ofBest = group.bestModelNDCG, let nDCG = group.nDCG else { return }
      measures["nDCG of players with \(group.minimumPositives) or more positives"] = nDCG
      measures["nDCG of the best model for these with \(group.minimumPositives) or more"] = ofBest
    }
  }

  package var conclusion: String? {
    guard players > 0 else { return sentence }
    return "The ranker learned from \(players.grouped) players: \(positives.grouped) of "
      + "\(candidates.grouped) candidates became positives. The best single model is "
      + "\(bestModel ?? "none"). \(sentence)"
  }
}
