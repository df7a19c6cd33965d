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
/// a window does not depend on what happened on a single day. Where too few positives have dates,
/// positives are held out at random instead, and nothing depends on time.
///
/// One half of the tested players chooses parameters, weights and variety; the other half evaluates
/// the result.
package struct HeldOut: TransientArtifact {
  package static var grain: String { "one tested player" }

  /// The first held-out day; nil if positives are held out at random.
  package let cut: Day?
  /// The day of the night.
  package let night: Day
  /// What the models are trained on.
  package let train: InteractionMatrix
  /// The players that choose.
  package let validation: Half
  /// The players that evaluate.
  package let evaluation: Half
  package let content: ContentModel
  private let games: [Game]
  /// The tested players and their friends.
  private let users: [User]
  /// By game, as of the first held-out day.
  private let isListed: [Bool]
  private let evidence: Evidence
  package let periods: [Period]

  /// What changes from one first day of a period to the next.
  package struct Period: Sendable, Equatable {
    package let day: Day
    package let recent: RecentPositives
    /// By game, the lower bound of the lift of a game that was trending; nil for the others.
    package let lifts: [Double?]
  }

  /// What players did with each game before the first held-out day.
  private struct Evidence {
    let positives: [Int]
    let likes: [Int]
    let shown: [Int]
  }

  /// Some of the tested players.
  package struct Half: Sendable {
    package let split: Split
    /// For each of them, the index of the period of the held-out positives.
    package let periods: [Int]

    /// At most `limit` of them, by a seeded hash.
    func limited(to limit: Int, seed: UInt64) -> Half {
      guard let rows = split.sampledRows(limit, seed: seed) else { return self }
      return Half(split: split.limited(to: limit, seed: seed), periods: rows.map { periods[$0] })
    }
  }

  /// - Parameters:
  ///   - matrix: of the night.
  ///   - lifts: the lower bounds of the games that were trending on an earlier day.
  package init(
    _ interactions: EventTable, catalogue: Catalogue, matrix: InteractionMatrix, on night: Day,
    parameters: NightParameters, workers: Workers, lifts: (Day) -> [Double?]
  ) {
    let evaluation = parameters.evaluation
    let all: Half
    if let past = Past(interactions, catalogue, matrix, on: night, parameters, workers) {
      (cut, train) = (past.cut, past.train)
      let ofPeriods = past.splits
      all = Half(
        split: Split(joining: ofPeriods, train: past.train.observed, past.design),
        periods: ofPeriods.indices.flatMap { period in ofPeriods[period].players.map { _ in period }
        }
      )
      let lifts = lifts(past.cut)
      periods = zip(past.days, past.recent).map { Period(day: $0, recent: $1, lifts: lifts) }
    } else {
      let isOut = catalogue.games.map { $0.availability(on: night) == .out }
      let holdOut = HoldOut(
        matrix, share: evaluation.heldOutShare, seed: evaluation.seed, isOut: isOut)
      (cut, train) = (nil, holdOut.train)
      let split = Split(holdOut, parameters: evaluation, isOut: isOut)
      all = Half(split: split, periods: split.players.map { _ in 0 })
      periods = [
        Period(
          day: night, recent: holdOut.train.recent, lifts: catalogue.games.map { _ in nil })
      ]
    }
    self.night = night
    games = catalogue.games
    content = ContentModel(games)
    users = catalogue.users.of(all.split.players)
    isListed = Editions(games).best(
      of: all.split.candidates,
      evidence: train.positives(atLeast: parameters.reports.minimumPlayers))
    self.evidence = Evidence(
      positives: train.positives, likes: train.likes, shown: train.seen.columnCounts)
    let (first, second) = all.halves(seed: evaluation.seed)
    validation = first.limited(to: parameters.ranker.players, seed: parameters.ranker.seed)
    self.evaluation = second.limited(to: evaluation.players, seed: evaluation.seed)
  }

  package var counts: [String: Int] {
    [
      "validationPlayers": validation.split.players.count,
      "evaluationPlayers": evaluation.split.players.count, "periods": periods.count,
    ]
  }
}

extension HeldOut.Half {
  /// Two halves, by a seeded hash of the players' ids.
  fileprivate func halves(seed: UInt64) -> (HeldOut.Half, HeldOut.Half) {
    let isFirst = split.players.map { hash64(of: $0.utf8.span, seed: seed ^ 0x5bd1_e995) & 1 == 0 }
    func half(_ isOfHalf: (Int) -> Bool) -> HeldOut.Half {
      let rows = split.players.indices.filter(isOfHalf)
      return HeldOut.Half(
        split: split.gathering(rows, split.design), periods: rows.map { periods[$0] })
    }
    return (half { isFirst[$0] }, half { !isFirst[$0] })
  }
}

extension [User] {
  /// The records of some players and of those whom they name as friends.
  fileprivate func of(_ players: [String]) -> [User] {
    let tested = Set(players.lazy.map { ExactText($0) })
    var known = tested
    for user in self where tested.contains(ExactText(user.id)) {
      for friend in user.friendIds { known.insert(ExactText(friend)) }
    }
    return filter { known.contains(ExactText($0.id)) }
  }
}

/// A history before and after an earlier day.
private struct Past {
  let cut: Day
  let train: InteractionMatrix
  /// The first days of the periods.
  let days: [Day]
  /// As of these days.
  let recent: [RecentPositives]
  /// The tested players by period; each player is in one.
  let splits: [Split]
  let design: SplitDesign

  private static let maximumPeriods = 4

  /// Nil if too few players can be tested.
  init?(
    _ interactions: EventTable, _ catalogue: Catalogue, _ matrix: InteractionMatrix,
    on night: Day, _ parameters: NightParameters, _ workers: Workers
  ) {
    // A larger minimum of the ranker turns learning off, but not the split by time.
    let minimum =
      2 * min(parameters.ranker.minimumPlayers, RankerParameters().minimumPlayers)
    let undated = catalogue.wishlists.lazy.filter { wishlist in
      wishlist.items.contains { $0.addedDate == nil }
    }.map(\.userId)
    let cut = TimeCut.day(
      interactions, known: undated, before: night, wanted: 2 * parameters.ranker.players,
      minimum: minimum)
    guard let cut else { return nil }
    self.cut = cut
    let train = InteractionMatrix(
      interactions: interactions, wishlists: catalogue.wishlists, users: catalogue.users,
      games: catalogue.games.map(\.id), on: cut, parameters: parameters.matrix, workers: workers)
    self.train = train
    let isOut = catalogue.games.map { $0.availability(on: cut) == .out }
    let whole = Split.byTime(
      train, matrix, over: DayRange(first: cut, last: night.adding(days: -1)), isOut: isOut)
    guard whole.players.count >= minimum else { return nil }
    design = whole.design
    let length = night.days(since: cut)
    let periods = min(Self.maximumPeriods, length)
    let days = (0..<periods).map { cut.adding(days: $0 * length / periods) }
    self.days = days
    let tested = Identifiers(whole.players)
    let wishlists = catalogue.wishlists.filter { tested.index(of: $0.userId) != nil }
    let between = days.dropFirst().map { day in
      InteractionMatrix(
        of: tested, interactions: interactions, wishlists: wishlists,
        games: matrix.games, on: day, parameters: parameters.matrix, workers: workers)
    }
    let matrices = [train] + between
    recent = matrices.map(\.recent)
    let candidates = zip(matrices, days).map {
      Split.byTime(
        $0, matrix, over: DayRange(first: $1, last: night.adding(days: -1)), isOut: isOut)
    }
    // A player who can be tested on several days is tested on one of them.
    var found: [String: [Int]] = [:]
    for (period, split) in candidates.enumerated() {
      for player in split.players where tested.index(of: player) != nil {
        found[player, default: []].append(period)
      }
    }
    splits = candidates.enumerated().map { period, split in
      let rows = split.players.indices.filter { row in
        let id = split.players[row]
        guard let own = found[id] else { return false }
        let draw = hash64(of: id.utf8.span, seed: parameters.evaluation.seed)
        return own[Int(draw % UInt64(own.count))] == period
      }
      return split.gathering(rows, split.design)
    }
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
    let recent: [any Ranker] =
      window.map { window in
        [
          PeriodPopularity(
            RecentPositives.name(ofWindow: window),
            periods.map { $0.recent.counts(window: window) }, periods: half.periods)
        ]
      } ?? []
    let ease: [any Ranker] = models.itemItem.ease.map { [$0] } ?? []
    return try [PopularityRanker(positives: train.positives)] + recent
      + [ContentRanker(content), models.itemItem.neighborhood]
      + ease + [FactorRanker(models.factors, workers: workers)]
  }

  /// The tested players' lists, computed as a night computes them.
  func lists(
    of tested: [TestedPlayers], by models: RankingModels, weights: RankerWeights,
    settings: ServedSettings, k: Int, workers: Workers
  ) throws -> [[UInt32]] {
    var recommendations = settings.recommendations
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
  func tested(
    _ half: Half, _ models: RankingModels, _ settings: ServedSettings
  ) throws(ModelFailure) -> [TestedPlayers] {
    var tested: [TestedPlayers] = []
    for (index, period) in periods.enumerated() {
      let rows = half.periods.indices.filter { half.periods[$0] == index }
      let split = half.split.gathering(rows, half.split.design)
      tested.append(
        TestedPlayers(
          audience: try Audience(
            testedBy: split, trained: train.players, model: models.factors, users: users),
          heldOut: split.heldOut, signals: signals(period, settings)))
    }
    return tested
  }

  private func signals(_ period: Period, _ settings: ServedSettings) -> GameSignals {
    GameSignals(
      games: games, isListed: isListed, positives: evidence.positives, likes: evidence.likes,
      shown: evidence.shown, recent: period.recent, minimumPlayers: settings.minimumPlayers,
      lifts: period.lifts,
      on: period.day, parameters: settings.candidates)
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
    let tested = try tested(half, models, settings)
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
  /// Learns the weights and the level of variety from the validation's players.
  ///
  /// - Parameter models: trained on `train`.
  package func ranker(
    _ models: RankingModels, parameters: NightParameters, workers: Workers
  ) throws -> RankerWeights {
    guard validation.split.players.count >= parameters.ranker.minimumPlayers else {
      return .unlearned
    }
    let settings = ServedSettings(parameters)
    let tested = try tested(validation, models, settings)
    var weights = try RankerWeights.learned(
      from: tested, models: models, candidates: parameters.candidates,
      parameters: parameters.ranker, validation: validation.split.design, workers: workers)
    func nDCG(_ recommendations: RecommendationParameters) throws -> [Double] {
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

/// The popularity of each period.
private struct PeriodPopularity: Ranker {
  let name: String
  /// [periods, games].
  private let positives: [[Int]]
  private let periods: [Int]

  /// - Parameter periods: for each row of the profiles, its period.
  init(_ name: String, _ positives: [[Int]], periods: [Int]) {
    self.name = name
    self.positives = positives
    self.periods = periods
  }

  func score(
    _ rows: Range<Int>, of profiles: SparseRows, into scores: inout MutableSpan<Float>
  ) {
    var position = 0
    for row in rows {
      for count in positives[periods[row]] {
        scores[position] = Float(count)
        position += 1
      }
    }
  }
}
