package import FindieModels
package import FindieWorkers
import Foundation

/// How the ranker's weights are learned.
package struct RankerParameters: Codable, Sendable, Equatable {
  /// The maximum number of players to learn from.
  package var players = 3_000
  /// The minimum number of players to learn from: with fewer, default weights are used.
  package var minimumPlayers = 50
  /// The seed of the sample of players.
  package var seed: UInt64 = 17

  package init() {}
}

extension RankerWeights {
  /// The weights that give players' candidate lists the highest nDCG@20.
  ///
  /// `WeightSearch` starts from the best of the single models and of the sums of one and recent
  /// popularity, and finds weights that all players share,
  /// each for a feature divided by its deviation among the candidates of players with a similar
  /// number of positives. Players with 1–2, 3–4, 5–9, 10–19 and 20 or more positives then start
  /// from whichever ranks best for them, these weights or a single model, and improve it in the
  /// same way. Players without positives are represented by players whose profiles are hidden.
  /// Finally the scores are scaled to odds (`LogisticRegression`), which changes no order. Games
  /// that were not candidates count as misses.
  ///
  /// - Parameters:
  ///   - tested: one element per period; profiles and signals are as of its first day.
  ///   - models: trained without the held-out positives.
  ///   - validation: the split that the held-out games come from.
  package static func learned(
    from tested: [TestedPlayers], models: RankingModels, candidates: CandidateParameters,
    parameters: RankerParameters, validation: SplitDesign, workers: Workers
  ) throws -> RankerWeights {
    let players = tested.reduce(0) { $0 + $1.heldOut.count }
    let dated = tested.reduce(0) { $0 + ($1.isUndated ? 0 : $1.heldOut.count) }
    guard players >= parameters.minimumPlayers else { return .unlearned }
    var (known, unknown) = (RankerSample(), RankerSample())
    for part in tested where !part.heldOut.isEmpty {
      let search = CandidateSearch(
        part.audience, models: models, signals: part.signals, eligibility: nil,
        parameters: candidates, factors: candidates.factors)
      known.append(
        try RankerSample(search, heldOut: part.heldOut, workers: workers))
      guard !part.isUndated else { continue }
      let hidden = min(
        part.audience.count, RankerTraining.hiddenPlayers * part.audience.count / dated + 1)
      unknown.append(
        try RankerSample(
          search.with(part.audience.withoutProfiles(first: hidden)),
          heldOut: Array(part.heldOut[..<hidden]), workers: workers))
    }
    guard known.positives >= parameters.minimumPlayers else {
      return .unlearned
    }
    do throws(LAPACKFailure) {
      let training = try RankerTraining(
        known: known, unknown: unknown, separatesUndated: tested.contains { $0.isUndated },
        workers: workers)
      return RankerWeights(
        groups: training.groups, firstUndated: training.firstUndated,
        bestModel: training.bestModel.name,
        recentDays: training.recentDays, validation: validation,
        players: players, candidates: known.candidates,
        positives: known.positives)
    } catch {
      throw ModelFailure.linearAlgebra(error)
    }
  }
}

/// Players who are tested on what they did after the same day, or on positives without a date.
package struct TestedPlayers: Sendable {
  /// As of the day.
  package let audience: Audience
  /// For each player, the held-out games, ascending.
  package let heldOut: [[UInt32]]
  /// As of the day.
  package let signals: GameSignals
  /// Whether the held-out positives have no date.
  package let isUndated: Bool

  package init(
    audience: Audience, heldOut: [[UInt32]], signals: GameSignals, isUndated: Bool = false
  ) {
    precondition(heldOut.count == audience.count, "\(heldOut.count) players' games")
    self.audience = audience
    self.heldOut = heldOut
    self.signals = signals
    self.isUndated = isUndated
  }

  /// These players without another model's candidates for them, or without their vectors.
  package func limited(candidates: Bool, vectors: Bool) -> TestedPlayers {
    TestedPlayers(
      audience: audience.with(
        audience.hints?.limited(candidates: candidates, vectors: vectors)),
      heldOut: heldOut, signals: signals, isUndated: isUndated)
  }
}

/// The choice of the weights of all groups of players.
private struct RankerTraining {
  /// The number of players whose profiles are hidden, to represent players without positives.
  static let hiddenPlayers = 1_000

  /// The smallest number of positives of each group, and the index of its class: players of a class
  /// share the weights of standardized features.
  private static let ranges: [(start: Int, class: Int)] = [
    (0, 0), (1, 1), (3, 2), (5, 3), (10, 4), (20, 5), (40, 5), (80, 5), (160, 5),
  ]
  /// With fewer players, a group uses the deviations and odds of all, a class the weights of all.
  private static let enough = 50
  /// The features that rank games on their own.
  private static let models: [RankerFeature] = [
    .ease, .factors, .neighborhood, .latestEASE, .latestNeighborhood, .content, .vectors,
    .candidates, .popularity, .recent1, .recent3, .recent7, .recent28, .recent90,
  ]

  private(set) var groups: [RankerWeights.Group] = []
  /// The index of the first group of players whose positives mostly have no date; nil for none.
  private(set) var firstUndated: Int?
  private(set) var bestModel = RankerFeature.popularity
  /// The window, in days, of the recent popularity that ranks best; nil without recent positives.
  private(set) var recentDays: Int?

  private let workers: Workers

  /// Players of a sample, with the deviations by which each player's features are divided.
  private struct Members {
    let sample: RankerSample
    private(set) var players: [Int]
    /// The players of each group.
    let byGroup: [[Int]]
    /// The deviations of all players, and of each group's.
    let ofAll: [Double]
    private let ofGroups: [[Double]]

    init(_ sample: RankerSample, of players: [Int]) {
      self.sample = sample
      self.players = players
      byGroup = RankerTraining.ranges.indices.map { group in
        players.filter {
          RankerTraining.group(of: sample.players[$0].kind.positives) == group
        }
      }
      let ofAll = sample.deviations(of: players)
      ofGroups = byGroup.map {
        $0.count < RankerTraining.enough ? ofAll : sample.deviations(of: $0)
      }
      self.ofAll = ofAll
    }

    func deviations(ofGroup group: Int) -> [Double] { ofGroups[group] }

    func deviations(ofPlayer player: Int) -> [Double] {
      ofGroups[RankerTraining.group(of: sample.players[player].kind.positives)]
    }

    var search: WeightSearch {
      WeightSearch(sample, players: players, deviations: deviations(ofPlayer:))
    }

    /// Some of the players, with the deviations of all.
    func with(_ players: [Int]) -> Members {
      var members = self
      members.players = players
      return members
    }
  }

  /// - Parameters:
  ///   - known: players with their profiles.
  ///   - unknown: players with hidden profiles.
  ///   - separatesUndated: whether players whose positives mostly have no date get groups of their
  ///     own. They are hardly tested in time, and libraries say little about what is new.
  init(
    known: RankerSample, unknown: RankerSample, separatesUndated: Bool, workers: Workers
  ) throws(LAPACKFailure) {
    self.workers = workers
    let players = known.players.indices.filter { known.players[$0].kind.positives > 0 }
    let undated = players.filter { known.players[$0].kind.isUndated }
    let dated = players.filter { !known.players[$0].kind.isUndated }
    // Where either are few, all share their weights.
    let separates = separatesUndated && min(undated.count, dated.count) >= Self.enough
    let all = Members(known, of: separates ? dated : players)
    let search = all.search
    bestModel = Self.best(of: search)
    recentDays =
      zip(RankerFeature.recent, RecentPositives.windows)
      .compactMap { feature, days in search.meanNDCG(by: feature).map { ($0, days) } }
      .max { $0.0 < $1.0 }?.1
    groups = try [groupWithoutPositives(unknown)] + groups(of: all, search)
    if separates {
      firstUndated = groups.count
      let members = Members(known, of: undated)
      groups += try groups(of: members, members.search)
    }
  }

  /// The groups of players with positives.
  private func groups(
    of all: Members, _ search: WeightSearch
  ) throws(LAPACKFailure) -> [RankerWeights.Group] {
    let common = search.improved(
      Self.bestStart(of: search, Self.best(of: search), all.ofAll, workers: workers),
      workers: workers
    ).weights
    let odds = try self.odds(of: common, among: all)
    var found: [RankerWeights.Group] = []
    for groups in Self.groupsByClass.dropFirst() {
      let ofClass = all.with(groups.flatMap { all.byGroup[$0] }.sorted())
      let weights = self.weights(of: ofClass, common: common, all.ofAll)
      for group in groups {
        found.append(
          try self.group(
            from: Self.ranges[group].start, weights, deviations: all.deviations(ofGroup: group),
            members: all.with(all.byGroup[group]), odds: odds))
      }
    }
    return found
  }

  /// The indices in `ranges` of each class, in order.
  private static let groupsByClass = (0...(ranges.last?.class ?? 0)).map { index in
    ranges.indices.filter { ranges[$0].class == index }
  }

  private struct ClassWeights {
    var weights: [Double] = []
    var players = 0
    var bestModelNDCG: Double?
    var nDCG: Double?
  }

  private static func group(of positives: Int) -> Int {
    ranges.lastIndex { $0.start <= positives } ?? 0
  }

  /// The standardized weights of one model alone. Games that a player skipped sink.
  private static func alone(_ feature: RankerFeature, _ deviations: [Double]) -> [Double] {
    RankerFeature.allCases.map {
      $0 == feature ? 1 : (RankerWeights.ignoredGames[$0] ?? 0) * deviations[$0]
    }
  }

  /// The model with the highest nDCG on its own; the first in a tie.
  private static func best(of search: WeightSearch) -> RankerFeature {
    var best = (feature: RankerFeature.popularity, nDCG: -1.0)
    for model in models {
      if let nDCG = search.meanNDCG(by: model), nDCG > best.nDCG { best = (model, nDCG) }
    }
    return best.feature
  }

  /// The features that rank games by the player's own positives.
  private static let personal: [RankerFeature] = [
    .ease, .factors, .neighborhood, .latestEASE, .latestNeighborhood,
  ]
  private static let shares = [0.12, 0.25, 0.5, 1, 2, 4, 8]

  /// The weights with the highest nDCG among the best single model and the sums of a personal model
  /// and recent popularity: of one window, or of all.
  private static func bestStart(
    of search: WeightSearch, _ bestModel: RankerFeature, _ deviations: [Double], workers: Workers
  ) -> [Double] {
    let windows = RankerFeature.recent.map { [$0] } + [RankerFeature.recent]
    var starts = [alone(bestModel, deviations)]
    for model in personal where search.meanNDCG(by: model) != nil {
      for window in windows {
        for share in shares {
          var weights = alone(model, deviations)
          for feature in window {
            weights[feature] = share / Double(window.count)
          }
          starts.append(weights)
        }
      }
    }
    let tried = starts
    let values = workers.map(tried.count) { search.mean(search.nDCG(weights: tried[$0])) }
    let best = values.indices.reduce(0) { values[$1] > values[$0] ? $1 : $0 }
    return starts[best]
  }

  /// The weights of a class: the better of the common and the best single model's, then improved.
  private func weights(
    of members: Members, common: [Double], _ deviations: [Double]
  ) -> ClassWeights {
    let search = members.search
    guard search.players >= Self.enough else {
      return ClassWeights(weights: common, players: search.players)
    }
    let single = Self.alone(Self.best(of: search), deviations)
    let ofSingle = search.mean(search.nDCG(weights: single))
    let isCommonBetter = search.mean(search.nDCG(weights: common)) >= ofSingle
    let found = search.improved(isCommonBetter ? common : single, workers: workers)
    return ClassWeights(
      weights: found.weights, players: search.players, bestModelNDCG: ofSingle,
      nDCG: search.mean(found.nDCG))
  }

  /// The group of players without positives: only their favourite genres are known, and what does
  /// not depend on the player.
  private func groupWithoutPositives(
    _ sample: RankerSample
  ) throws(LAPACKFailure) -> RankerWeights.Group {
    let members = Members(sample, of: Array(sample.players.indices))
    let deviations = members.ofAll
    let best = Self.alone(Self.best(of: members.search), deviations)
    let weights = self.weights(of: members, common: best, deviations)
    return try group(
      from: 0, weights, deviations: deviations, members: members,
      odds: odds(of: weights.weights, among: members))
  }

  private struct Odds {
    var intercept: Double
    var scale: Double
  }

  /// A group's weights of the original features, scaled so that a score is the log-odds.
  ///
  /// - Parameters:
  ///   - start: the group's smallest number of positives.
  ///   - found: the weights of standardized features.
  ///   - odds: those of all players.
  private func group(
    from start: Int, _ found: ClassWeights, deviations: [Double], members: Members, odds: Odds
  ) throws(LAPACKFailure) -> RankerWeights.Group {
    let (sample, enough) = (members.sample, Self.enough)
    let positives = members.players.reduce(0) { sum, player in
      sum + sample.players[player].isPositive.count { $0 }
    }
    let odds =
      members.players.count < enough || positives < enough
      ? odds : try self.odds(of: found.weights, among: members)
    var weights = zip(found.weights, deviations).map { $1 > 0 ? odds.scale * $0 / $1 : 0 }
    func setUnlearned(_ feature: RankerFeature, _ weight: Double) {
      if deviations[feature] == 0 { weights[feature] = weight }
    }
    // A trending game will be more popular by its lift: both features are logarithms of numbers of
    // players.
    setUnlearned(.trending, max(0, weights[.popularity]))
    for (feature, weight) in RankerWeights.ignoredGames { setUnlearned(feature, weight) }
    return RankerWeights.Group(
      minimumPositives: start, intercept: odds.intercept, weights: weights,
      deviations: deviations,
      popularitySlope: Self.slope(of: weights, on: .popularity, among: members),
      players: found.players, bestModelNDCG: found.bestModelNDCG, nDCG: found.nDCG)
  }

  /// The odds of a score; if they do not follow the order, it is left unscaled.
  private func odds(
    of weights: [Double], among members: Members
  ) throws(LAPACKFailure) -> Odds {
    var (scores, labels): ([Float], [Bool]) = ([], [])
    for player in members.players {
      let own = zip(weights, members.deviations(ofPlayer: player)).map { $1 > 0 ? $0 / $1 : 0 }
      let sample = members.sample.players[player]
      scores += sample.scores(own).map { Float($0) }
      labels += sample.isPositive
    }
    let fit = try LogisticRegression(
      feature: scores, labels: labels, regularization: 1, workers: workers)
    return fit.weight > 0
      ? Odds(intercept: fit.intercept, scale: fit.weight) : Odds(intercept: 0, scale: 1)
  }

  /// How much the score increases per unit of a feature among a player's candidates, at least 0:
  /// the slope of a within-player regression.
  private static func slope(
    of weights: [Double], on feature: RankerFeature, among members: Members
  ) -> Double {
    var (products, squares) = (0.0, 0.0)
    for player in members.players {
      let sample = members.sample.players[player]
      var (sum, sumOfScores, own, both) = (0.0, 0.0, 0.0, 0.0)
      for (x, y) in zip(sample.values(feature.rawValue), sample.scores(weights)) {
        let x = Double(x)
        sum += x
        sumOfScores += y
        own += x * x
        both += x * y
      }
      let count = Double(max(1, sample.isPositive.count))
      products += both - sum * sumOfScores / count
      squares += own - sum * sum / count
    }
    return squares > 0 ? max(0, products / squares) : 0
  }
}
