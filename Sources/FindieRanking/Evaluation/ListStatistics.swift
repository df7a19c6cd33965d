import FindieModels
import FindieWorkers
import Foundation

/// Statistics of one player's list of the first k games; NaN where undefined.
struct ListStatistics: Sendable {
  /// The mean of the games' bits.
  var bits = Double.nan
  /// The mean popularity of the listed games, and of the profile's positives.
  var popularity = Double.nan
  var profilePopularity = Double.nan
  /// 1 − the mean cosine of two listed games.
  var distance = Double.nan
}

/// Computes the statistics of lists, for several k at once. One per thread, reused for all players.
struct ListStatisticsBuilder {
  private let setting: ListSetting
  /// The sum of the features of the games so far, [terms].
  private var sum: [Double]

  init(_ setting: ListSetting) {
    self.setting = setting
    sum = [Double](repeating: 0, count: setting.features?.columns ?? 0)
  }

  /// The statistics of a ranking's first games, for each k.
  mutating func statistics(
    of ranked: [UInt32], ks: [Int], profilePopularity: Double
  ) -> [ListStatistics] {
    var statistics = [ListStatistics](repeating: ListStatistics(), count: ks.count)
    var (bits, popularity, cosines) = (0.0, 0.0, 0.0)
    for (index, game) in ranked.enumerated() {
      bits += setting.bits[Int(game)]
      popularity += Double(setting.positives[Int(game)])
      cosines += addCosines(of: Int(game))
      let count = index + 1
      for cut in ks.indices where min(ks[cut], ranked.count) == count {
        statistics[cut].bits = bits / Double(count)
        statistics[cut].popularity = popularity / Double(count)
        statistics[cut].profilePopularity = profilePopularity
        if count > 1, setting.features != nil {
          statistics[cut].distance = 1 - cosines / Double(count * (count - 1) / 2)
        }
      }
    }
    forget(ranked)
    return statistics
  }

  /// The sum of a game's cosines with the games before it; then adds the game to them.
  private mutating func addCosines(of game: Int) -> Double {
    guard let features = setting.features else { return 0 }
    var cosines = 0.0
    for position in features.range(ofRow: game) {
      let value = Double(features.values[position])
      cosines += value * sum[Int(features.columnIndices[position])]
      sum[Int(features.columnIndices[position])] += value
    }
    return cosines
  }

  private mutating func forget(_ ranked: [UInt32]) {
    guard let features = setting.features else { return }
    for game in ranked {
      for column in features.columns(ofRow: Int(game)) { sum[Int(column)] = 0 }
    }
  }
}

extension ListShape {
  /// - Parameters:
  ///   - statistics: one per player.
  ///   - rankings: each player's list, of which the first k games are used.
  init(_ statistics: [ListStatistics], rankings: [[UInt32]], k: Int, _ setting: ListSetting) {
    var exposures = [Int](repeating: 0, count: setting.isCandidate.count)
    for ranked in rankings {
      for game in ranked.prefix(k) { exposures[Int(game)] += 1 }
    }
    let own = exposures.indices.filter { setting.isCandidate[$0] }.map { exposures[$0] }
    let both = statistics.filter { !$0.popularity.isNaN && !$0.profilePopularity.isNaN }
    let profiles = Self.mean(both.map(\.profilePopularity))
    self.init(
      coverage: Double(own.count { $0 > 0 }) / Double(max(1, own.count)),
      gini: Self.gini(of: own), novelty: Self.mean(statistics.map(\.bits)),
      intraListDistance: setting.features == nil ? nil : Self.mean(statistics.map(\.distance)),
      popularityShift: profiles > 0 ? Self.mean(both.map(\.popularity)) / profiles - 1 : 0)
  }

  /// The mean of the values that are numbers; 0 if none is.
  private static func mean(_ values: [Double]) -> Double {
    let known = values.filter { !$0.isNaN }
    return known.reduce(0, +) / Double(max(1, known.count))
  }
}

/// The properties of games for list statistics.
struct ListSetting: Sendable {
  let isCandidate: [Bool]
  /// For each game, its number of positives in the training.
  let positives: [Int]
  /// For each game, −log₂ of the share of players with a positive for it.
  let bits: [Double]
  /// F[games, terms], each row of length one or empty.
  let features: SparseRows?

  init(_ split: Split, features: SparseRows?) {
    isCandidate = split.candidates
    positives = split.train.positives
    let players = Double(max(1, split.train.rowsWithPositives))
    bits = positives.map { -log2(Double(max(1, $0)) / players) }
    self.features = features
  }
}

/// One model's lists for all tested players, evaluated.
struct EvaluatedLists: Sendable {
  /// [ks, players]
  let metrics: [[RankingMetrics]]
  /// For each k, statistics of the lists beyond accuracy.
  let shapes: [ListShape]

  /// The number of players whose scores a thread holds at a time.
  private static let playersPerPart = 64

  init(
    of ranker: any Ranker, split: Split, ks: [Int], _ setting: ListSetting, workers: Workers,
    progress: @Sendable (Int) throws -> Void
  ) throws {
    let parts = Workers.ranges(of: split.players.count, size: Self.playersPerPart)
    let evaluated = try workers.map(parts.count) { part in
      let lists = try EvaluatedPart(
        of: ranker, players: parts[part], split: split, ks: ks, setting)
      try progress(parts[part].count)
      return lists
    }
    let rankings = evaluated.flatMap(\.rankings)
    let statistics = evaluated.flatMap(\.statistics)
    shapes = ks.indices.map { cut in
      ListShape(statistics.map { $0[cut] }, rankings: rankings, k: ks[cut], setting)
    }
    metrics = ks.indices.map { cut in evaluated.flatMap { $0.metrics.map { $0[cut] } } }
  }
}

/// A part of the players' lists.
private struct EvaluatedPart: Sendable {
  /// [players, ks]
  private(set) var metrics: [[RankingMetrics]] = []
  private(set) var rankings: [[UInt32]] = []
  private(set) var statistics: [[ListStatistics]] = []

  init(
    of ranker: any Ranker, players: Range<Int>, split: Split, ks: [Int], _ setting: ListSetting
  ) throws(ModelFailure) {
    let games = split.train.columns
    var scores = [Float](repeating: 0, count: players.count * games)
    var span = scores.mutableSpan
    try ranker.score(players, of: split.profiles, into: &span)
    var builder = ListStatisticsBuilder(setting)
    var mayBeListed = split.candidates
    for (position, player) in players.enumerated() {
      let known = split.excluded.columns(ofRow: player)
      for game in known { mayBeListed[Int(game)] = false }
      var best = BestGames(count: ks.max() ?? 0)
      best.offer(scores.span.extracting(position * games..<(position + 1) * games)) {
        mayBeListed[$0]
      }
      let ranked = best.ranked.map(\.game)
      for game in known { mayBeListed[Int(game)] = split.candidates[Int(game)] }
      let heldOut = Set(split.heldOut[player])
      let hits = ranked.indices.filter { heldOut.contains(ranked[$0]) }
      metrics.append(
        ks.map { RankingMetrics(hits: hits, relevant: split.relevant(player), k: $0) })
      statistics.append(
        builder.statistics(
          of: ranked, ks: ks,
          profilePopularity: Self.popularity(
            ofRow: player, split.profiles, setting.positives)))
      rankings.append(ranked)
    }
  }

  /// The mean popularity of a profile's positives; NaN without any.
  private static func popularity(
    ofRow row: Int, _ profiles: SparseRows, _ positives: [Int]
  ) -> Double {
    let own = profiles.positives(ofRow: row)
    guard !own.isEmpty else { return .nan }
    return own.reduce(0.0) { $0 + Double(positives[Int($1)]) } / Double(own.count)
  }
}
