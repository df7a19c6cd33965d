import FindieLinearAlgebra
import FindieModels
import FindieWorkers

/// One model's lists for all tested players, evaluated.
struct EvaluatedLists: Sendable {
  /// V[players, ks × measures]: of each player, for each k, the values of `RankingMetrics`.
  private(set) var values: [Double] = []
  /// For each k, statistics of the lists beyond accuracy.
  let shapes: [ListShape]

  /// The number of players whose scores a thread holds at a time.
  private static let playersPerPart = 64

  init(
    of ranker: any Ranker, split: Split, ks: [Int], _ setting: ListSetting, workers: Workers,
    progress: @Sendable (Int) throws -> Void
  ) throws {
    let parts = Workers.ranges(of: split.players.count, size: EvaluatedLists.playersPerPart)
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
    for part in evaluated { values += part.values }
  }
}

/// A part of the players' lists.
private struct EvaluatedPart: Sendable {
  private(set) var values: [Double] = []
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
      for k in ks {
        values += RankingMetrics(hits: hits, relevant: split.relevant(player), k: k).values
      }
      statistics.append(
        builder.statistics(
          of: ranked, ks: ks,
          profilePopularity: EvaluatedPart.popularity(
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
