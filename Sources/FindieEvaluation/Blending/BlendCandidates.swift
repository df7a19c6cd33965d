import FindieLinearAlgebra
package import FindieModels
package import FindieWorkers

/// The games of one player that the search for weights ranks: each component's best, and the
/// held-out ones.
struct BlendCandidates: Sendable {
  /// Ascending.
  let games: [UInt32]
  /// Standardized scores [components, games].
  let scores: [Float]
  let relevant: Set<UInt32>

  /// nDCG@k of a blend's list of the candidates.
  func nDCG(weights: [Double], k: Int) -> Double {
    var sums = [Float](repeating: 0, count: games.count)
    // The same sums in the same order as in `Blend`.
    for (component, weight) in weights.enumerated() where weight > 0 {
      let weight = Float(weight)
      let start = component * games.count
      for index in sums.indices { sums[index] += weight * scores[start + index] }
    }
    var best = BestGames(count: k)
    for (index, score) in sums.enumerated() where score >= best.threshold {
      best.offer(game: games[index], score: score)
    }
    return RankingMetrics(ranked: best.ranked.map(\.game), relevant: relevant, k: k).nDCG
  }
}

extension ValidationSet {
  /// The candidates of all players, in order.
  func candidates(
    of components: [any Ranker], count: Int, workers: Workers
  ) throws -> [BlendCandidates] {
    let parts = Workers.ranges(of: players, size: 16)
    return try workers.map(parts.count) { part in
      try candidates(of: components, players: parts[part], count: count)
    }.flatMap(\.self)
  }

  private func candidates(
    of components: [any Ranker], players: Range<Int>, count: Int
  ) throws(TrainingFailure) -> [BlendCandidates] {
    let games = profiles.columns
    var scores = [[Float]]()
    for component in components {
      var own = [Float](repeating: 0, count: players.count * games)
      var span = own.mutableSpan
      try component.standardScores(players, of: profiles, into: &span)
      scores.append(own)
    }
    return players.enumerated().map { position, player in
      let listed = (0..<games).filter { isCandidate($0, player: player) }
      var chosen = Set(heldOut[player].filter { isCandidate(Int($0), player: player) })
      for own in scores {
        var best = BestGames(count: count)
        for game in listed where own[position * games + game] >= best.threshold {
          best.offer(game: UInt32(game), score: own[position * games + game])
        }
        chosen.formUnion(best.ranked.lazy.map(\.game))
      }
      let candidates = chosen.sorted()
      return BlendCandidates(
        games: candidates,
        scores: scores.flatMap { own in candidates.map { own[position * games + Int($0)] } },
        relevant: Set(heldOut[player]))
    }
  }

  /// The mean nDCG@k of a ranker's lists of all allowed games.
  package func nDCG(of ranker: any Ranker, k: Int, workers: Workers) throws -> Double {
    let games = profiles.columns
    let parts = Workers.ranges(of: players, size: 16)
    let sums = try workers.map(parts.count) { part throws(TrainingFailure) in
      var scores = [Float](repeating: 0, count: parts[part].count * games)
      var span = scores.mutableSpan
      try ranker.score(parts[part], of: profiles, into: &span)
      return parts[part].enumerated().map { position, player in
        var best = BestGames(count: k)
        best.offer(scores.span.extracting(position * games..<(position + 1) * games)) {
          isCandidate($0, player: player)
        }
        return RankingMetrics(
          ranked: best.ranked.map(\.game), relevant: Set(heldOut[player]), k: k
        ).nDCG
      }
    }
    return sums.joined().reduce(0, +) / Double(max(1, players))
  }
}
