import FindieAnalytics
import FindieDomain
import FindieModels
import FindieRanking
import FindieWorkspace

/// What every task that computes lists is given: the models and the games of a night, without its
/// players.
///
/// Grain: one row per game.
struct SharedListModel: Artifact {
  static var grain: String { "one row per game" }
  static var formatVersion: Int { 4 }

  let values: Values
  let gameCounts: GameCounts
  /// Without players.
  let factors: FactorModel
  let items: ItemItemModels
  let tastes: TasteFactors
  let embeddings: Embeddings?

  /// What is stored as JSON.
  struct Values: Codable {
    let day: Day
    let games: [Game]
    /// Those of the day.
    let promotions: [Promotion]
    let trending: [TrendingGames]
    /// By game, whether lists may show it.
    let isEligible: [Bool]
    let weights: RankerWeights
    let recommendations: RecommendationParameters
    let candidates: CandidateParameters
    let minimumPlayers: Int
  }

  /// - Parameter tastes: of all players.
  init(
    _ values: Values, _ gameCounts: GameCounts, models: RankingModels, tastes: TasteFactors
  ) {
    self.values = values
    self.gameCounts = gameCounts
    let factors = models.factors
    self.factors = FactorModel(
      players: Matrix(rows: 0, columns: factors.games.columns), games: factors.games,
      parameters: factors.parameters)
    items = models.itemItem
    self.tastes = tastes
    embeddings = models.content.embeddings
  }

  var counts: [String: Int] { ["games": values.games.count] }

  func write(to file: inout ArtifactWriter) {
    file.put("value", json: values)
    file.put("positives", gameCounts.positives)
    file.put("likes", gameCounts.likes)
    file.put("shown", gameCounts.shown)
    file.put("recent", gameCounts.recent.counts)
    file.put("tastes", tastes.means.elements)
    file.put("alsParameters", json: factors.parameters)
    file.put("gameFactors", factors.games.elements)
    file.put("embeddings", embeddings?.vectors.elements ?? [])
    items.write(to: &file)
  }

  init(from file: ArtifactReader) throws {
    values = try file.json("value")
    gameCounts = GameCounts(
      positives: try file.numbers("positives"), likes: try file.numbers("likes"),
      shown: try file.numbers("shown"),
      recent: RecentPositives(counts: try file.numbers("recent")))
    let parameters = try file.json("alsParameters", as: ALSParameters.self)
    tastes = TasteFactors(means: try file.matrix("tastes", columns: parameters.rank))
    factors = FactorModel(
      players: Matrix(rows: 0, columns: parameters.rank),
      games: try file.matrix("gameFactors", columns: parameters.rank), parameters: parameters)
    let elements: [Float] = try file.numbers("embeddings")
    let games = factors.games.rows
    embeddings =
      elements.isEmpty
      ? nil
      : Embeddings(try file.matrix("embeddings", columns: elements.count / max(1, games)))
    items = try ItemItemModels(from: file)
  }
}

extension Recommender {
  /// The recommender of a task, for some of the players.
  init(_ model: SharedListModel, _ players: PlayerShard) {
    let values = model.values
    self.init(
      ofNight: values.day, players.audience, games: values.games, model.gameCounts,
      models: RankingModels(
        factors: model.factors, itemItem: model.items,
        content: ContentModel(values.games, model.embeddings)),
      weights: values.weights, trending: values.trending, isEligible: values.isEligible,
      promotions: values.promotions, minimumPlayers: values.minimumPlayers,
      parameters: values.recommendations, candidates: values.candidates, tastes: model.tastes)
  }
}
