package import FindieWorkspace
package import FindieDomain
package import FindieModels

/// Tonight's models, trained without the held-out likes.
///
/// They are published with the lists, so that the next night's models can be compared with them: on
/// likes of days that neither has seen. Where likes are held out at random, player and game ids
/// decide which. So these models have not seen the likes that the next night holds out either,
/// except for the few that new likes add to a player's held-out share.
package struct HeldOutModels: Artifact {
  package static var grain: String { "one factor per game and one weight per pair of games" }
  package static var formatVersion: Int { 5 }

  /// The day of the night that trained them.
  package let day: Day
  /// The first day whose events they have not seen; nil if likes were held out at random.
  package let cut: Day?
  package let games: Identifiers
  /// Without players' factors, which are solved for each evaluated profile.
  package let factors: FactorModel
  package let itemItem: ItemItemModels

  package init(day: Day, cut: Day?, games: Identifiers, _ models: RankingModels) {
    self.day = day
    self.cut = cut
    self.games = games
    factors = FactorModel(
      players: Matrix(rows: 0, columns: models.factors.games.columns), games: models.factors.games,
      parameters: models.factors.parameters)
    itemItem = models.itemItem
  }

  /// The models mapped to another night's games.
  ///
  /// - Parameter content: the genres and tags of those games.
  package func models(for tonight: Identifiers, content: ContentModel) -> RankingModels {
    guard tonight != games else {
      return RankingModels(factors: factors, itemItem: itemItem, content: content)
    }
    let mapping = GameMapping(from: games, to: tonight)
    return RankingModels(
      factors: mapping.mapped(factors), itemItem: mapping.mapped(itemItem), content: content)
  }

  package var counts: [String: Int] {
    [
      "games": games.count, "rank": factors.parameters.rank,
      "neighbors": itemItem.neighborhood.weights.count,
      "easeWeights": itemItem.ease?.weights.count ?? 0,
    ]
  }

  package func write(to file: inout ArtifactWriter) {
    file.put("night", json: [day])
    file.put("cut", json: cut.map { [$0] } ?? [])
    file.put("gameIds", json: games.ids)
    file.put("parameters", json: factors.parameters)
    file.put("factors", factors.games.elements)
    file.put("easeUse", json: [itemItem.easeUse])
    file.put("positives", itemItem.positives)
    file.put("neighborhood", itemItem.neighborhood.weights)
    file.put("hasEASE", [itemItem.ease == nil ? 0 : 1])
    if let ease = itemItem.ease { file.put("ease", ease.weights) }
  }

  package init(from file: ArtifactReader) throws {
    let night = try file.json("night", as: [Day].self)
    let cuts = try file.json("cut", as: [Day].self)
    let games = Identifiers(try file.json("gameIds", as: [String].self))
    let parameters = try file.json("parameters", as: ALSParameters.self)
    let elements = try file.numbers("factors", as: Float.self)
    let easeUse = try file.json("easeUse", as: [ItemItemModels.EASEUse].self)
    let hasEASE = try file.numbers("hasEASE", as: Int.self)
    guard night.count == 1, cuts.count <= 1, easeUse.count == 1, hasEASE.count == 1 else {
      throw ArtifactDamage.array("night")
    }
    guard elements.count == games.count * parameters.rank else {
      throw ArtifactDamage.array("factors")
    }
    let positives = try file.numbers("positives", as: UInt32.self)
    guard positives.isEmpty || positives.count == games.count else {
      throw ArtifactDamage.array("positives")
    }
    func weights(_ name: String) throws -> SparseRows {
      try file.sparseRows(name, rows: games.count, columns: games.count)
    }
    day = night[0]
    cut = cuts.first
    self.games = games
    factors = FactorModel(
      players: Matrix(rows: 0, columns: parameters.rank),
      games: Matrix(rows: games.count, columns: parameters.rank, elements: elements),
      parameters: parameters)
    itemItem = ItemItemModels(
      neighborhood: ItemItemModel(
        "item-kNN", weights: try weights("neighborhood"), usesConfidence: true),
      ease: hasEASE[0] == 0
        ? nil : ItemItemModel("EASE", weights: try weights("ease"), usesConfidence: false),
      easeUse: easeUse[0], positives: positives)
  }
}
