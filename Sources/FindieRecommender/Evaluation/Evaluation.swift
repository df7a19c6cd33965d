import FindieHistory
import FindieLinearAlgebra
package import FindieWorkers

package struct EvaluationParameters: Codable, Sendable, Equatable {
  /// The share of a player's positives that is held out.
  package var heldOutShare = 0.2
  /// Lists are judged by their first k games.
  package var k = 20
  /// At most so many players are tested, those with the smallest seeded hash.
  package var players = 20_000
  package var seed: UInt64 = 7

  package init() {}
}

/// How well models would have guessed what was held out, side by side.
package struct Evaluation: Codable, Sendable, Equatable {
  package struct Row: Codable, Sendable, Equatable {
    package let model: String
    /// Means over the players.
    package let recall: Double
    package let nDCG: Double
    /// The share of the games that are out that some list holds.
    package let coverage: Double
  }

  /// How much better one model is than another, player by player.
  package struct Difference: Codable, Sendable, Equatable {
    package let model: String
    package let other: String
    package let recall: Interval
    package let nDCG: Interval

    /// Whether both intervals lie above zero.
    package var isBetter: Bool { recall.low > 0 && nDCG.low > 0 }
  }

  /// A mean with its 95 % interval (normal approximation). Of fewer than two pairs nothing is known:
  /// the interval is from -1 to 1, all that a difference of shares can be.
  package struct Interval: Codable, Sendable, Equatable {
    package let mean: Double
    package let low: Double
    package let high: Double

    /// The mean of paired differences and its interval.
    package init(ofPaired differences: [Double]) {
      let count = Double(max(1, differences.count))
      let mean = differences.reduce(0, +) / count
      let squares = differences.reduce(0.0) { $0 + ($1 - mean) * ($1 - mean) }
      let error = (squares / max(1, count - 1) / count).squareRoot()
      self.mean = mean
      let isKnown = differences.count > 1
      low = isKnown ? mean - 1.96 * error : -1
      high = isKnown ? mean + 1.96 * error : 1
    }
  }

  package let k: Int
  package let heldOutShare: Double
  package let seed: UInt64
  /// How many players were tested, and with how many held-out games in all.
  package let players: Int
  package let heldOutGames: Int
  package let rows: [Row]
  /// The last model against each of the others.
  package let differences: [Difference]

  /// The verdict in a sentence, for people.
  package var verdict: String {
    guard players > 0, let last = rows.last else {
      return "No player has enough history for an evaluation yet."
    }
    let beaten = differences.filter(\.isBetter).map(\.other)
    let others = differences.filter { !$0.isBetter }.map(\.other)
    var sentences: [String] = []
    if !beaten.isEmpty {
      sentences.append(
        "\(last.model) beats \(beaten.joined(separator: " and ")) on recall@\(k) and nDCG@\(k) "
          + "(95 % paired intervals above zero, \(players) players).")
    }
    if !others.isEmpty {
      sentences.append(
        "\(last.model) does not beat \(others.joined(separator: " or ")) on both measures "
          + "(95 % paired intervals, \(players) players).")
    }
    return sentences.joined(separator: " ")
  }
}

extension Evaluation {
  /// Judges rankers that were trained on `split.train`.
  ///
  /// Each list holds what is out and was not seen in training; price and platform filters are the
  /// players' own wishes, not the models' merit, and are left out.
  ///
  /// - Precondition: there is at least one ranker; the last is compared with each of the others.
  /// - Throws: `TrainingFailure` where a ranker cannot score a profile.
  package init(
    of rankers: [any Ranker], split: HoldOut, isOut: [Bool], parameters: EvaluationParameters,
    workers: Workers
  ) throws {
    let tested = Evaluation.testedPlayers(split, limit: parameters.players, seed: parameters.seed)
    let parts = Workers.ranges(of: tested.count, size: 64)
    let listed = max(1, isOut.count { $0 })
    var metrics: [[RankingMetrics]] = []
    var rows: [Row] = []
    for ranker in rankers {
      let results = try workers.map(parts.count) { part in
        try Evaluation.judge(
          ranker, players: Array(tested[parts[part]]), split: split, isOut: isOut, k: parameters.k)
      }
      let own = results.flatMap(\.metrics)
      let shown = results.reduce(into: Set<UInt32>()) { $0.formUnion($1.shown) }
      let count = Double(max(1, own.count))
      metrics.append(own)
      rows.append(
        Row(
          model: ranker.name, recall: own.reduce(0.0) { $0 + $1.recall } / count,
          nDCG: own.reduce(0.0) { $0 + $1.nDCG } / count,
          coverage: Double(shown.count) / Double(listed)))
    }
    k = parameters.k
    heldOutShare = parameters.heldOutShare
    seed = parameters.seed
    players = tested.count
    heldOutGames = tested.reduce(0) { $0 + split.heldOut[$1].count }
    differences = zip(rows, metrics).dropLast().compactMap { row, other in
      guard let last = rows.last, let own = metrics.last else { return nil }
      return Difference(
        model: last.model, other: row.model,
        recall: Interval(ofPaired: zip(own, other).map { $0.recall - $1.recall }),
        nDCG: Interval(ofPaired: zip(own, other).map { $0.nDCG - $1.nDCG }))
    }
    self.rows = rows
  }

  private static func testedPlayers(_ split: HoldOut, limit: Int, seed: UInt64) -> [Int] {
    let testable = split.heldOut.indices.filter { !split.heldOut[$0].isEmpty }
    guard testable.count > limit else { return testable }
    let keys = testable.map { player in
      (key: hash64(of: split.train.players[player].utf8.span, seed: ~seed), player: player)
    }
    return keys.sorted { $0 < $1 }.prefix(limit).map(\.player).sorted()
  }

  private static func judge(
    _ ranker: any Ranker, players: [Int], split: HoldOut, isOut: [Bool], k: Int
  ) throws(TrainingFailure) -> (metrics: [RankingMetrics], shown: Set<UInt32>) {
    let games = isOut.count
    var scores = [Float](repeating: 0, count: players.count * games)
    var span = scores.mutableSpan
    let profiles = split.train.observed.gathering(players)
    try ranker.score(0..<players.count, of: profiles, into: &span)
    var metrics: [RankingMetrics] = []
    var shown = Set<UInt32>()
    for (position, player) in players.enumerated() {
      var best = BestGames(count: k)
      let own = scores.span.extracting(position * games..<(position + 1) * games)
      for game in 0..<games where own[game] >= best.threshold && isOut[game] {
        if !split.train.seen.contains(row: player, column: UInt32(game)) {
          best.offer(game: UInt32(game), score: own[game])
        }
      }
      let ranked = best.ranked.map(\.game)
      shown.formUnion(ranked)
      metrics.append(
        RankingMetrics(ranked: ranked, relevant: Set(split.heldOut[player]), k: k))
    }
    return (metrics, shown)
  }
}
