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
  package static var formatVersion: Int { 6 }

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
    itemItem.write(to: &file)
  }

  package init(from file: ArtifactReader) throws {
    let night = try file.json("night", as: [Day].self)
    let cuts = try file.json("cut", as: [Day].self)
    let games = Identifiers(try file.json("gameIds", as: [String].self))
    let parameters = try file.json("parameters", as: ALSParameters.self)
    let elements = try file.numbers("factors", as: Float.self)
    let itemItem = try ItemItemModels(from: file)
    guard night.count == 1, cuts.count <= 1 else { throw ArtifactDamage.array("night") }
    guard itemItem.neighborhood.weights.rows == games.count else {
      throw ArtifactDamage.array("games")
    }
    guard elements.count == games.count * parameters.rank else {
      throw ArtifactDamage.array("factors")
    }
    day = night[0]
    cut = cuts.first
    self.games = games
    factors = FactorModel(
      players: Matrix(rows: 0, columns: parameters.rank),
      games: Matrix(rows: games.count, columns: parameters.rank, elements: elements),
      parameters: parameters)
    self.itemItem = itemItem
  }
}
