import FindieAnalytics
import FindieBatch
import FindieDomain
import FindieEvaluation
import FindieLinearAlgebra
import FindieModels
import FindieRanking
import FindieWorkers

/// Tonight's data without the evaluation's held-out positives, with further positives held out to choose
/// parameters and weights by.
struct ValidationData {
  let split: Split
  private let trainedPlayers: Identifiers
  private let catalogue: Catalogue
  private let content: ContentModel
  private let day: Day
  private let parameters: NightParameters

  init(_ data: StageValues<ModelData>, parameters: NightParameters) {
    catalogue = data.catalogue.catalogue
    content = ContentModel(catalogue.games)
    day = data.history.day
    self.parameters = parameters
    let isOut = catalogue.games.map { [day] in $0.availability(on: day) == .out }
    let holdOut = HoldOut(
      data.matrix, share: parameters.evaluation.heldOutShare, seed: parameters.evaluation.seed,
      isOut: isOut)
    trainedPlayers = holdOut.train.players
    var again = parameters.evaluation
    again.seed = parameters.ranker.seed
    split = Split.random(holdOut.train, parameters: again, isOut: isOut)
      .limited(to: parameters.ranker.players, seed: parameters.ranker.seed)
  }

  /// - Parameter progress: called after each iteration of the factors; throws to stop.
  func ranker(
    _ modelParameters: ModelParameters, workers: Workers, availableBytes: Int?,
    progress: (Int) throws -> Void
  ) throws -> RankerWeights {
    guard split.players.count >= parameters.ranker.minimumPlayers else { return .unlearned }
    let models = try RankingModels(
      trainedOn: split.train, content: content, parameters: modelParameters,
      newGames: parameters.newGames, workers: workers, availableBytes: availableBytes,
      progress: progress)
    let audience = try Audience(
      testedBy: split, trained: trainedPlayers, model: models.factors, users: catalogue.users)
    let games = catalogue.games
    let signals = GameSignals(
      games: games,
      isListed: Editions(games).best(of: split.candidates, evidence: split.train.positives),
      positives: split.train.positives, likes: split.train.positives,
      shown: split.train.columnCounts, minimumPlayers: parameters.reports.minimumPlayers,
      // Trends are counted from all events, the held-out likes included.
      lifts: games.map { _ in nil }, on: day, parameters: parameters.candidates)
    var weights = try RankerWeights.learned(
      from: audience, heldOut: split.heldOut, models: models, signals: signals,
      candidates: parameters.candidates, parameters: parameters.ranker,
      sentence: ([split.sentence] + split.notes).joined(separator: " "), workers: workers)
    func nDCG(_ recommendations: RecommendationParameters) throws -> [Double] {
      var recommendations = recommendations
      recommendations.discovery = 0
      let lists = try Recommender(
        audience, games: games, models: models, signals: signals, weights: weights,
        eligibility: nil, on: day, parameters: recommendations, candidates: parameters.candidates
      ).lists(workers: workers)
      return split.heldOut.indices.map { player in
        RankingMetrics(
          ranked: Array(lists.games(ofPlayer: player)), relevant: Set(split.heldOut[player]),
          k: parameters.evaluation.k
        ).nDCG
      }
    }
    let plain = try nDCG(parameters.recommendations.withoutVariety)
    weights.variety = try VarietyLevel.first { level in
      weights.variety = level
      return VarietyCost(of: try nDCG(parameters.recommendations), against: plain).isSmall
    }
    return weights
  }
}

/// What variety costs in relevance, as a share of the nDCG without it.
private struct VarietyCost {
  /// The maximum share that everything after the ranker may cost together.
  private static let limit = 0.02

  private let loss: Interval
  /// The mean nDCG without variety.
  private let plain: Double

  /// - Parameters:
  ///   - values: each player's nDCG with variety.
  ///   - plain: without it.
  init(of values: [Double], against plain: [Double]) {
    loss = Interval(ofDifferences: zip(plain, values).map { $0 - $1 })
    self.plain = plain.reduce(0, +) / Double(max(1, plain.count))
  }

  /// Whether the cost, and one standard error more, is within the limit.
  var isSmall: Bool { loss.mean + loss.standardError <= VarietyCost.limit * plain }
}
