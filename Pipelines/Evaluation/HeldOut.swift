import FindieAnalytics
package import FindieDomain
package import FindieHistory
package import FindieModels
package import FindieRanking
package import FindieWorkers
import FindieWorkspace

/// What models are validated and evaluated on: the data as of an earlier day, and what players
/// liked since.
///
/// Everything is as the night of that day would have known it: confidences, what players had seen,
/// popularity, trends and releases. The last days are divided into a few periods. For each, what a
/// player did before and the popularity of the last days are as of its first day; so the choice of
/// a window does not depend on what happened on a single day. Players whose positives mostly have
/// no date, as in libraries, are tested on a random share of those positives. Where too few
/// positives have dates, all are held out at random, and nothing depends on time.
///
/// One half of the tested players chooses parameters, weights and variety; the other half evaluates
/// the result.
package struct HeldOut: TransientArtifact {
  package static var grain: String { "one tested player" }

  /// The minimum number of players who can be tested on the last days; with fewer, positives are
  /// held out at random. On parts of two public sets, lists that were chosen on the last days had
  /// the better nDCG@20 with 200, 400, 500 and 1,000 tested players; on generated histories with
  /// 100 and 220 there was no significant difference.
  package static let minimumPlayers = 200

  /// The first held-out day; nil if positives are held out at random.
  package let cut: Day?
  /// What the models are trained on.
  package let train: Training
  /// The players that choose.
  package let validation: Half
  /// The players that evaluate.
  package let evaluation: Half
  package let content: ContentModel
  private let games: [Game]
  /// The tested players and their friends.
  private let users: PackedRecords<User>
  /// By game, as of the first held-out day.
  private let isListed: [Bool]
  package let periods: [Period]
  /// By game, the lower bound of the lift of a game that was trending on the cut; nil for others.
  package let lifts: [Double?]
  /// What the operator's own model said about players before the first held-out day; nil if it says
  /// nothing on the night.
  private let suggestions: TestedSuggestions?

  /// What models need of a matrix: each player's confidences with their days, and counts of each
  /// game.
  package struct Training: Sendable, Equatable {
    package let players: Identifiers
    package let games: Identifiers
    package let observed: SparseRows
    package let days: [Float]
    package let counts: GameCounts

    package init(_ matrix: InteractionMatrix) {
      (players, games, observed) = (matrix.players, matrix.games, matrix.observed)
      days = matrix.days
      counts = GameCounts(matrix)
    }
  }

  /// What differs between the periods.
  package struct Period: Sendable, Equatable {
    package let day: Day
    package let recent: RecentPositives
    /// Whether its players are tested on positives without a date, since they hardly can be in
    /// time.
    package var isUndated = false
  }

  /// Some of the tested players.
  package struct Half: Sendable {
    package let split: Split
    /// For each of them, the index of the period of the held-out positives.
    package let periods: [Int]

    /// At most `limit` of them, by a seeded hash.
    func limited(to limit: Int, seed: UInt64) -> Half {
      guard split.players.count > limit else { return self }
      let rows = split.sampledRows(limit, of: Array(split.players.indices), seed: seed)
      return Half(split: split.gathering(rows, split.design), periods: rows.map { periods[$0] })
    }
  }

  /// - Parameters:
  ///   - matrix: of the night.
  ///   - suggestions: those received before a day; nil is passed if likes are held out at random.
  ///   - lifts: the lower bounds of the games that were trending on an earlier day.
  package init(
    _ interactions: EventTable, catalogue: Catalogue, matrix: InteractionMatrix, on night: Day,
    parameters: NightParameters, workers: Workers,
    minimumPlayers: Int = HeldOut.minimumPlayers,
    suggestions: (Day?) throws -> TestedSuggestions? = { _ in nil }, lifts: (Day) -> [Double?]
  ) rethrows {
    let evaluation = parameters.evaluation
    let past = Past(
      of: interactions, catalogue: catalogue, matrix: matrix, on: night, minimum: minimumPlayers,
      parameters: parameters, workers: workers)
    let (train, all): (InteractionMatrix, Split)
    if let past {
      (train, all) = (past.train, past.split)
    } else {
      let isOut = catalogue.games.map { $0.availability(on: night) == .out }
      let holdOut = HoldOut(
        matrix, share: evaluation.heldOutShare, seed: evaluation.seed, isOut: isOut)
      (train, all) = (holdOut.train, Split(holdOut, parameters: evaluation, isOut: isOut))
    }
    cut = past?.cut
    self.suggestions = try suggestions(past?.cut)
    self.train = Training(train)
    let (first, second) = all.halves(seed: evaluation.seed)
    let halves = [
      all.limited(to: parameters.ranker.players, of: first, seed: parameters.ranker.seed),
      all.limited(to: evaluation.players, of: second, seed: evaluation.seed),
    ]
    if let past {
      let (found, recent) = past.divided(halves)
      (validation, self.evaluation) = (found[0], found[1])
      self.lifts = lifts(past.cut)
      periods =
        zip(past.days, [train.recent] + recent).map { Period(day: $0, recent: $1) }
        + (past.undated.isEmpty
          ? [] : [Period(day: past.cut, recent: train.recent, isUndated: true)])
    } else {
      let found = halves.map { Half(split: $0, periods: $0.players.map { _ in 0 }) }
      (validation, self.evaluation) = (found[0], found[1])
      self.lifts = catalogue.games.map { _ in nil }
      periods = [Period(day: night, recent: train.recent)]
    }
    games = catalogue.games
    content = ContentModel(catalogue)
    users = catalogue.packedUsers.of(halves.flatMap(\.players))
    isListed = ListableGames.isListed(
      games, isOut: all.candidates, positives: self.train.counts.positives,
      minimumPlayers: parameters.reports.minimumPlayers)
  }

  package var counts: [String: Int] {
    [
      "validationPlayers": validation.split.players.count,
      "evaluationPlayers": evaluation.split.players.count, "periods": periods.count,
    ]
  }
}

extension Split {
  /// The rows of two halves of the players, by a seeded hash of their ids.
  fileprivate func halves(seed: UInt64) -> ([Int], [Int]) {
    let isFirst = players.map { hash64(of: $0.utf8.span, seed: seed ^ 0x5bd1_e995) & 1 == 0 }
    return (players.indices.filter { isFirst[$0] }, players.indices.filter { !isFirst[$0] })
  }
}

extension PackedRecords<User> {
  /// The records of some players and of those whom they name as friends.
  fileprivate func of(_ players: [String]) -> PackedRecords<User> {
    let tested = Set(players.lazy.map { ExactText($0) })
    var known = tested
    for user in self where tested.contains(ExactText(user.id)) {
      for friend in user.friendIds { known.insert(ExactText(friend)) }
    }
    return selecting { known.contains(ExactText($0.id)) }
  }
}

extension HeldOut {
  /// The models that rank games on their own.
  ///
  /// - Parameters:
  ///   - half: the players whose lists they rank.
  ///   - days: the window of the recent popularity that is one of them; nil for none.
  func singleModels(
    _ models: RankingModels, of half: Half, recentDays days: Int?, workers: Workers
  ) throws(ModelFailure) -> [any Ranker] {
    let window = days.flatMap { RecentPositives.windows.firstIndex(of: $0) }
    let recent = window.map { window in
      PopularityRanker(
        RecentPositives.name(ofWindow: window),
        positives: periods.map { $0.recent.counts(window: window) }, periods: half.periods)
    }
    return try models.singleModels(
      positives: train.counts.positives, recent: recent, workers: workers)
  }

  /// The tested players' lists, computed as a night computes them.
  func lists(
    of tested: [TestedPlayers], by models: RankingModels, weights: RankerWeights,
    settings: ServedSettings, k: Int, workers: Workers
  ) throws -> [[UInt32]] {
    var recommendations = settings.recommendations.withoutRows
    recommendations.listLength = max(recommendations.listLength, k)
    return try zip(periods, tested).flatMap { period, tested in
      let table = try Recommender(
        tested.audience, games: games, models: models, signals: tested.signals,
        weights: weights, eligibility: nil, on: period.day, parameters: recommendations,
        candidates: settings.candidates
      ).lists(workers: workers)
      return (0..<table.count).map { Array(table.games(ofPlayer: $0)) }
    }
  }

  /// The players of each period, in the order of the half.
  package func tested(
    _ half: Half, models: RankingModels, settings: ServedSettings
  ) throws(ModelFailure) -> [TestedPlayers] {
    var tested: [TestedPlayers] = []
    for (index, period) in periods.enumerated() {
      let rows = half.periods.indices.filter { half.periods[$0] == index }
      let split = half.split.gathering(rows, half.split.design)
      // Positives without a date may be older than what another model knows.
      let hints =
        period.isUndated
        ? nil
        : suggestions?.suggestions.hints(
          for: split.players, games: train.games, content.embeddings)
      tested.append(
        TestedPlayers(
          audience: try Audience(
            testedBy: split, trained: train.players, model: models.factors, users: users
          ).with(hints),
          heldOut: split.heldOut, signals: signals(period, settings),
          isUndated: period.isUndated))
    }
    return tested
  }

  private func signals(_ period: Period, _ settings: ServedSettings) -> GameSignals {
    GameSignals(
      games: games, train.counts.with(period.recent), isListed: isListed,
      minimumPlayers: settings.minimumPlayers, lifts: lifts, on: period.day,
      parameters: settings.candidates)
  }

  /// The popularity discounts that a report compares.
  private static let discoveries = [0, 0.25, 0.5, 0.75, 1]

  /// The costs and benefits of popularity discounts for the evaluation's players.
  ///
  /// - Parameter players: the maximum number of them.
  func discoveryCurve(
    by models: RankingModels, weights: RankerWeights, settings: ServedSettings, k: Int,
    players: Int, seed: UInt64, workers: Workers
  ) throws -> [DiscoveryPoint] {
    let half = evaluation.limited(to: players, seed: seed)
    let tested = try tested(half, models: models, settings: settings)
    return try Self.discoveries.map { discovery in
      var settings = settings
      settings.recommendations.discovery = discovery
      let lists = try lists(
        of: tested, by: models, weights: weights, settings: settings, k: k, workers: workers)
      return DiscoveryPoint(
        discovery: discovery, lists: lists.map { $0[...] }, split: half.split,
        isListed: half.split.candidates, k: k)
    }
  }
}

extension HeldOut {
  /// Learns the weights and the level of variety from the validation's players. Games' vectors
  /// count only if lists with them have a significantly higher nDCG than lists without; so do
  /// another model's candidates, and players' vectors.
  ///
  /// - Parameters:
  ///   - models: trained on `train`.
  ///   - variety: the level of variety; nil to choose it.
  package func ranker(
    _ models: RankingModels, variety: VarietyLevel? = nil, parameters: NightParameters,
    workers: Workers
  ) throws -> RankerWeights {
    guard validation.split.players.count >= parameters.ranker.minimumPlayers else {
      return .unlearned
    }
    let settings = ServedSettings(parameters)
    let tested = try tested(validation, models: models, settings: settings)
    func learned(
      _ models: RankingModels, candidates: Bool = false, vectors: Bool = false
    ) throws -> RankerWeights {
      var weights = try RankerWeights.learned(
        from: tested.map { $0.limited(candidates: candidates, vectors: vectors) }, models: models,
        candidates: parameters.candidates, parameters: parameters.ranker,
        validation: validation.split.design, workers: workers)
      weights.suggestions = suggestions?.use
      weights.suggestions?.usesCandidates = candidates
      weights.suggestions?.usesVectors = vectors
      return weights
    }
    func nDCG(
      _ recommendations: RecommendationParameters, by weights: RankerWeights
    ) throws -> [Double] {
      var settings = settings
      settings.recommendations = recommendations
      settings.recommendations.discovery = 0
      let k = parameters.evaluation.k
      let lists = try lists(
        of: tested, by: models, weights: weights, settings: settings, k: k, workers: workers)
      return zip(lists, tested.flatMap(\.heldOut)).map { list, heldOut in
        RankingMetrics(ranked: list, relevant: Set(heldOut), k: k).nDCG
      }
    }
    let withoutVariety = parameters.recommendations.withoutVariety
    var weights = try learned(models.withoutVectors)
    func isBetter(_ other: RankerWeights) throws -> Bool {
      let gains = zip(
        try nDCG(withoutVariety, by: other), try nDCG(withoutVariety, by: weights)
      ).map { $0 - $1 }
      return Interval(ofDifferences: gains).isAboveZeroBy99
    }
    let hasVectors = models.content.embeddings != nil
    var best = models.withoutVectors
    if hasVectors {
      let other = try learned(models)
      if try isBetter(other) { (weights, best) = (other, models) }
    }
    if suggestions?.suggestions.hasCandidates ?? false {
      let other = try learned(best, candidates: true)
      if try isBetter(other) { weights = other }
    }
    if hasVectors, suggestions?.suggestions.hasVectors ?? false {
      let other = try learned(
        models, candidates: weights.suggestions?.usesCandidates ?? false, vectors: true)
      if try isBetter(other) { weights = other }
    }
    if let variety {
      weights.variety = variety
      return weights
    }
    let plain = try nDCG(withoutVariety, by: weights)
    weights.variety = try VarietyLevel.first { level in
      weights.variety = level
      return VarietyCost(
        of: try nDCG(parameters.recommendations, by: weights), against: plain
      ).isSmall
    }
    return weights
  }
}

extension HeldOut {
  /// Learns the weights for models of an earlier night, which are updated for what is known before
  /// the held-out positives as the night's own are for what is known before the night.
  ///
  /// - Parameters:
  ///   - trained: what the models are trained with.
  ///   - variety: the level that their night chose.
  /// - Throws: `Champion.Unusable` if these models may have seen the held-out positives.
  package func ranker(
    updating models: HeldOutModels, _ trained: ModelParameters, variety: VarietyLevel,
    parameters: NightParameters, workers: Workers
  ) throws -> RankerWeights {
    try models.check(isBlindTo: self)
    return try ranker(
      models.models(for: train.games, content: content)
        .updated(
          for: train.observed, days: train.days, parameters: trained, workers: workers),
      variety: variety, parameters: parameters, workers: workers)
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
