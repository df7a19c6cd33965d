package import FindieModels
import FindieText
package import FindieWorkspace

extension ItemItemModels: Artifact {
  package static var grain: String {
    "one weight per pair of related games"
  }
  package static var formatVersion: Int { 3 }

  package var counts: [String: Int] {
    [
      "games": neighborhood.weights.rows, "neighbors": neighborhood.weights.count,
      "easeWeights": ease?.weights.count ?? 0,
    ]
  }

  package var conclusion: String? { "Item-item models: \(easeUse.words)." }

  package func write(to file: inout ArtifactWriter) {
    file.put("easeUse", json: [easeUse])
    file.put("games", [neighborhood.weights.rows])
    file.put("hasEASE", [ease == nil ? 0 : 1])
    file.put("trainedPositives", positives)
    file.put("neighborhood", neighborhood.weights)
    if let ease { file.put("ease", ease.weights) }
  }

  package init(from file: ArtifactReader) throws {
    let games = try file.numbers("games", as: Int.self)
    let hasEASE = try file.numbers("hasEASE", as: Int.self)
    let easeUse = try file.json("easeUse", as: [EASEUse].self)
    guard games.count == 1, hasEASE.count == 1, easeUse.count == 1 else {
      throw ArtifactDamage.array("games")
    }
    let positives = try file.numbers("trainedPositives", as: UInt32.self)
    guard positives.isEmpty || positives.count == games[0] else {
      throw ArtifactDamage.array("trainedPositives")
    }
    func weights(_ name: String) throws -> SparseRows {
      try file.sparseRows(name, rows: games[0], columns: games[0])
    }
    self.init(
      neighborhood: ItemItemModel(
        "item-kNN", weights: try weights("neighborhood"), usesConfidence: true),
      ease: hasEASE[0] == 0
        ? nil : ItemItemModel("EASE", weights: try weights("ease"), usesConfidence: false),
      easeUse: easeUse[0], positives: positives)
  }
}

extension ItemItemModels.EASEUse {
  fileprivate var words: String {
    switch self {
    case .off: "without EASE: ease.use is off"
    case .noGame: "without EASE: no game has enough players"
    case .fitted(let games, let dense):
      "with EASE of \(games.counted("game"))"
        + (dense == games ? "" : ", \(dense.grouped) of which have dense weights")
    }
  }
}
