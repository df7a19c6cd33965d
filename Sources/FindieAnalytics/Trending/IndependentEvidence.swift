import FindieDomain

/// How much of a game's engagement in the window remains without its strongest players.
///
/// Let t_u be the decayed engagement of established player u, and x their sum. Then
///
///     x₋ₖ = x − Σ of the k largest t_u of each record
///
/// is the engagement without the k strongest players. Since a person has an id in both records, the
/// k largest are taken out of each. It is computed over players and again with the accounts of one
/// session joined; the smaller value counts.
///
/// Whatever k accounts do, x₋ₖ is at most the engagement x of the others: k accounts that act
/// together cannot raise x₋ₖ above the x that the game has without them.
struct IndependentEvidence {
  let flags: [TrendingGames.Flag]
  /// x
  private let established: Double
  /// The sums of each player's and each circle's gifts by record, the largest first.
  private let byPlayer: [[Double]]
  private let byCircle: [[Double]]

  /// - Complexity: O(n log n) in the game's player-days in the window.
  init(
    of sighting: TrendingView.Sighting, in view: TrendingView, _ reader: inout EngagementReader,
    _ parameters: TrendingParameters
  ) {
    let gifts = Gift.all(to: sighting.game, in: view, &reader)
    let sound = gifts.filter { !$0.isFresh }
    established = sighting.established
    byPlayer = descending(sound.map { ($0.player, $0.weight) })
    let joins = gifts.contains(where: \.sharesSession)
    byCircle = joins ? descending(sound.map { ($0.circle, $0.weight) }) : byPlayer
    let all = gifts.reduce(0) { $0 + $1.weight }
    let sessions = totals(of: gifts.filter(\.sharesSession).map { ($0.circle, $0.weight) })
    var flags: [TrendingGames.Flag] = []
    if sessions.lazy.map(\.1).max() ?? 0 > parameters.flaggedShare * all {
      flags.append(.oneSession)
    }
    if all - sighting.established > parameters.flaggedShare * all {
      flags.append(.freshAccounts)
    }
    self.flags = flags
  }

  /// x₋ₖ, the engagement without the `count` strongest players of each record.
  func without(_ count: Int) -> Double {
    func strongest(_ totals: [[Double]]) -> Double {
      totals.reduce(0) { $0 + $1.prefix(count).reduce(0, +) }
    }
    return max(0, established - max(strongest(byPlayer), strongest(byCircle)))
  }
}

/// What a player adds to a game's engagement on one day of the window.
private struct Gift {
  let player: UInt64
  /// The session if it is shared, otherwise the player.
  let circle: UInt64
  let sharesSession: Bool
  let isFresh: Bool
  let weight: Double

  static func all(
    to game: ReleasedGame, in view: TrendingView, _ reader: inout EngagementReader
  ) -> [Gift] {
    let shared = view.activity.sharedSessions(of: game.index, in: view.window)
    var gifts: [Gift] = []
    reader.eachDay(of: game.index, in: view.window) { gameDay in
      guard gameDay.day >= game.firstDay else { return }
      let decay = view.decay[gameDay.day.days(since: view.window.first)]
      var sessions: [UInt64: UInt64] = [:]
      for session in shared where session.day == gameDay.day.daysSinceEpoch {
        // Above the numbers of both records' players; the lowest bit above them is the record.
        let record = session.player >> 32
        sessions[session.player] = UInt64(session.session) | (record + 2) << 32
      }
      for player in gameDay.chosen where player.added > 0 {
        let session = sessions[player.player]
        gifts.append(
          Gift(
            player: player.player, circle: session ?? player.player,
            sharesSession: session != nil, isFresh: player.isFresh,
            weight: decay * player.added))
      }
    }
    return gifts
  }
}

/// The sums of the weights by key, in the keys' order.
private func totals(of gifts: some Sequence<(UInt64, Double)>) -> [(UInt64, Double)] {
  var totals: [(UInt64, Double)] = []
  // A player's weights are added in order, so that sums are reproducible.
  for (key, weight) in gifts.sorted(by: <) {
    if key == totals.last?.0 {
      totals[totals.count - 1].1 += weight
    } else {
      totals.append((key, weight))
    }
  }
  return totals
}

/// The sums of the weights by key, by record, the largest first.
private func descending(_ gifts: [(UInt64, Double)]) -> [[Double]] {
  let totals = totals(of: gifts)
  return [0, 1].map { (record: UInt64) -> [Double] in
    let weights = totals.filter { (total: (UInt64, Double)) -> Bool in
      (total.0 >> 32) & 1 == record
    }
    return weights.map(\.1).sorted(by: >)
  }
}
