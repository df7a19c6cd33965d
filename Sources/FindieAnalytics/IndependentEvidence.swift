import FindieDomain

/// How much of a game's engagement in the window is believed: what independent, established players
/// gave.
///
/// Let t_u be what player u gave, decayed, of the established accounts. Then
///
///     N = (Σ t_u)² / Σ t_u²,    credit = min(1, N / m),    m = `independentPlayers`
///
/// N is the number of players who, giving alike, would be as concentrated: twelve players with a day
/// each are 12, one with twelve days is 1. It is counted once over players and once with the
/// accounts of one session taken together, and the smaller is N. Evidence x is then x · credit. Fresh
/// accounts are not in x at all, nor in what was expected.
///
/// Source: E. H. Simpson, *Measurement of Diversity*, Nature 163 (1949), DOI 10.1038/163688a0, its
/// inverse as a number of kinds: M. O. Hill, *Diversity and Evenness*, Ecology 54 (1973), DOI
/// 10.2307/1934352.
struct IndependentEvidence {
  /// From 0 to 1.
  let credit: Double
  let flags: [TrendingGames.Flag]

  /// - Complexity: O(1) where so many players took part that the credit must be 1 and no session is
  ///   shared; else O(n log n) in the game's player-days in the window.
  init(
    of sighting: TrendingView.Sighting, in view: TrendingView, _ engagement: DailyEngagement,
    _ parameters: TrendingParameters
  ) {
    let needed = Double(parameters.independentPlayers)
    var flags: [TrendingGames.Flag] = []
    let shared = engagement.activity.sharedSessions(of: sighting.game.index, in: view.window)
    // Nobody gives more than the strongest action on every day, and N ≥ Σt / max t.
    let most = parameters.weights.strongest * view.decay.reduce(0, +)
    if shared.isEmpty, sighting.established >= needed * most {
      credit = 1
    } else {
      let gifts = Gift.all(to: sighting.game, in: view, engagement, shared)
      let sound = gifts.filter { !$0.isFresh }
      let players = effectiveNumber(of: totals(of: sound.map { ($0.player, $0.weight) }))
      let circles =
        shared.isEmpty
        ? players : effectiveNumber(of: totals(of: sound.map { ($0.circle, $0.weight) }))
      credit = min(1, min(players, circles) / needed)
      if players < needed { flags.append(.fewPlayers) }
      let sessions = totals(
        of: gifts.lazy.filter(\.sharesSession).map { ($0.circle, $0.weight) })
      if sessions.max() ?? 0 > parameters.flaggedShare * sighting.told {
        flags.append(.oneSession)
      }
    }
    if sighting.told - sighting.established > parameters.flaggedShare * sighting.told {
      flags.append(.freshAccounts)
    }
    self.flags = flags
  }
}

/// What a player gave on one day of the window.
private struct Gift {
  let player: UInt64
  /// The session where it is shared, else the player.
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
        // Beyond the numbers of both records' players.
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

/// The sums of the weights by their key, in the keys' order.
private func totals(of gifts: some Sequence<(UInt64, Double)>) -> [Double] {
  var totals: [Double] = []
  var last: UInt64?
  // Of one player in the order of weights, so that a sum has one value.
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
