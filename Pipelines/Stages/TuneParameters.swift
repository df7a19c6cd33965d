import FindieAnalytics
import FindieDomain
import FindieModels
package import FindieRanking
import FindieWorkers
package import FindieWorkspace

extension Stage<TunedParameters> {
  /// Chooses the parameters of ALS and EASE: by a search on the first night and once a week, on
  /// other nights those of the published night. The choice is recorded: a reproduction reads it
  /// from the recipe.
  package static func tuneParameters(
    from data: ModelData, _ champion: Stage<Champion>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters
    return Stage(
      "tuning", from: data, champion,
      parameters: [
        "tuning": parameters.tuning.rawValue, "als": parameters.als, "ease": parameters.ease,
        "evaluation": parameters.evaluation, "ranker": parameters.ranker,
      ] as NamedParameters
    ) { context, data, champion in
      let given = TunableParameters(parameters.models)
      let untuned = TunedParameters(given: given, adopted: given, day: nil, trials: [])
      if let recipe = night.recipe { return recipe.tuning }
      guard parameters.tuning != .off else { return untuned }
      let recorded = champion.day.flatMap { night.workspace.recipe(of: $0)?.tuning }
        .flatMap { $0.given == given && $0.day != nil ? $0 : nil }
      if let recorded, !parameters.tuning.includes(data.history.day) { return recorded }
      let validation = ValidationData(data, parameters: parameters)
      guard validation.split.players.count >= parameters.ranker.minimumPlayers else {
        return untuned
      }
      var search = SelfTuning(
        validation.split, from: recorded?.adopted ?? given, workers: night.workers)
      let progress = context.progress(total: SelfTuning.usualTrials, unit: "trials")
      let adopted = try search.search(progress: progress)
      return TunedParameters(
        given: given, adopted: adopted, day: data.history.day, trials: search.trials)
    }
  }
}

extension TunedParameters: JSONArtifact {
  package static var grain: String { "one tried value of a parameter" }
  package static var formatVersion: Int { 1 }

  package var counts: [String: Int] {
    ["trials": trials.count, "adopted": trials.count(where: \.isAdopted)]
  }

  package var measures: [String: Double] {
    [
      "als.regularizationScale": adopted.als.regularizationScale,
      "als.unobservedScale": adopted.als.unobservedScale,
      "ease.regularization": adopted.ease.regularization, "ease.dropout": adopted.ease.dropout,
      "ease.lengthExponent": adopted.ease.lengthExponent,
      "ease.diagonalBound": adopted.ease.diagonalBound,
      "work": trials.reduce(0) { $0 + $1.work },
    ]
  }

  package var conclusion: String? {
    guard let day else { return nil }
    let changes = trials.filter(\.isAdopted).map(\.change)
    return changes.isEmpty
      ? "The tuning of \(day) found no parameters that are significantly better."
      : "The tuning of \(day) adopted: \(changes.joined(separator: "; "))."
  }
}

extension NightParameters {
  /// The parameters of all models, with the tuned values.
  func models(_ tuning: TunedParameters) -> ModelParameters {
    var models = models
    models.als = tuning.adopted.als
    models.ease = tuning.adopted.ease
    return models
  }
}

/// Tonight's data without the evaluation's held-out positives. More positives are held out here, to
/// choose parameters and weights.
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
      validation: split.design, workers: workers)
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
  /// The maximum share that all steps after the ranker may cost together.
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

  /// Whether the cost plus one standard error is within the limit.
  var isSmall: Bool { loss.mean + loss.standardError <= Self.limit * plain }
}
