import FindieDomain

/// Whether enough independent, established players are behind a game's engagement in the window.
///
/// Let t_u be the decayed engagement of established player u. Their number is enough if
///
///     N = (Σ t_u)² / Σ t_u² ≥ `independentPlayers`
///
/// N is the effective number of players: twelve players with one day each are 12, one player with twelve days
/// is 1. It is computed over players and again with the accounts of one session joined; the smaller value is
/// N. Fresh accounts are neither in the engagement nor in its expectation.
///
/// Source: E. H. Simpson, *Measurement of Diversity*, Nature 163 (1949), DOI 10.1038/163688a0, its
/// inverse as a number of kinds: M. O. Hill, *Diversity and Evenness*, Ecology 54 (1973), DOI
/// 10.2307/1934352.
struct IndependentEvidence {
  let isEnough: Bool
  let flags: [TrendingGames.Flag]

  /// - Complexity: O(1) if the engagement is too large for few players and no session is shared;
  ///   otherwise O(n log n) in the game's player-days in the window.
  init(
    of sighting: TrendingView.Sighting, in view: TrendingView, _ engagement: DailyEngagement,
    _ parameters: TrendingParameters
  ) {
    let needed = Double(parameters.independentPlayers)
    var flags: [TrendingGames.Flag] = []
    let shared = engagement.activity.sharedSessions(of: sighting.game.index, in: view.window)
    // A player's maximum is the strongest action on every day, and N ≥ Σt / max t.
    let most = parameters.weights.strongest * view.decay.reduce(0, +)
    if shared.isEmpty, sighting.established >= needed * most {
      isEnough = true
    } else {
      let gifts = Gift.all(to: sighting.game, in: view, engagement, shared)
      let sound = gifts.filter { !$0.isFresh }
      let players = effectiveNumber(of: totals(of: sound.map { ($0.player, $0.weight) }))
      let circles =
        shared.isEmpty
        ? players : effectiveNumber(of: totals(of: sound.map { ($0.circle, $0.weight) }))
      isEnough = min(players, circles) >= needed
      let sessions = totals(
        of: gifts.lazy.filter(\.sharesSession).map { ($0.circle, $0.weight) })
      if sessions.max() ?? 0 > parameters.flaggedShare * sighting.published {
        flags.append(.oneSession)
      }
    }
    if sighting.published - sighting.established > parameters.flaggedShare * sighting.published {
      flags.append(.freshAccounts)
    }
    self.flags = flags
  }
}

/// A player's engagement on one day of the window.
private struct Gift {
  let player: UInt64
  /// The session if it is shared, otherwise the player.
  let circle: UInt64
  let sharesSession: Bool
  let isFresh: Bool
  let weight: Double

  static func all(
    to game: ReleasedGame, in view: TrendingView, _ engagement: DailyEngagement,
    _ shared: ArraySlice<SharedSession>
  ) -> [Gift] {
    let activity = engagement.activity
    var gifts: [Gift] = []
    for row in activity.rows(of: game.index, in: view.window) {
      let day = activity.days[row]
      guard day >= game.firstDay.daysSinceEpoch else { continue }
      let decay = view.decay[Int(day - view.window.first.daysSinceEpoch)]
      var sessions: [UInt64: UInt64] = [:]
      for session in shared where session.day == day {
        // Above the numbers of both records' players.
        let record = session.player >> 32
        sessions[session.player] = UInt64(session.session) | (record + 2) << 32
      }
      engagement.eachPlayerDay(of: row) { player in
        let session = sessions[player.player]
        gifts.append(
          Gift(
            player: player.player, circle: session ?? player.player,
            sharesSession: session != nil, isFresh: player.isFresh,
            weight: decay * player.weight))
      }
    }
    return gifts
  }
}

/// The sums of the weights by key, in the keys' order.
private func totals(of gifts: some Sequence<(UInt64, Double)>) -> [Double] {
  var totals: [Double] = []
  var last: UInt64?
  // A player's weights are added in order, so that sums are reproducible.
  for (key, weight) in gifts.sorted(by: <) {
    if key == last {
      totals[totals.count - 1] += weight
    } else {
      totals.append(weight)
      last = key
    }
  }
  return totals
}

/// (Σt)² / Σt²; 0 of nothing.
private func effectiveNumber(of totals: [Double]) -> Double {
  let sum = totals.reduce(0, +)
  return sum > 0 ? sum * sum / totals.reduce(0) { $0 + $1 * $1 } : 0
}
