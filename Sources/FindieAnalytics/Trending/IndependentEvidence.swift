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

/// Reads the player-days game by game. See `DailyEngagement` for the rule.
struct EngagementReader {
  /// One game's player-days with engagement on one day, by record.
  struct GameDay {
    fileprivate(set) var day = Day(daysSinceEpoch: 0)
    fileprivate(set) var interactions: [PlayerDay] = []
    fileprivate(set) var analytics: [PlayerDay] = []

    /// The player-days of the record in which established accounts add more, or of the interactions
    /// if both are equal.
    var chosen: [PlayerDay] {
      sum(of: analytics) > sum(of: interactions) ? analytics : interactions
    }

    private func sum(of players: [PlayerDay]) -> Double {
      players.reduce(0) { $0 + ($1.isFresh ? 0 : $1.added) }
    }
  }

  /// A player's engagement with the current game.
  private struct Entry {
    let slot: Int
    let day: Int32
    let weight: Double
    /// The player's entry before this one, or -1.
    let before: Int32
  }

  private let players: EngagedPlayers
  private var entries: [Entry] = []
  /// The newest entry of each player, by slot, or -1.
  private var newest: [Int32]
  private var gameDay = GameDay()

  init(_ players: EngagedPlayers) {
    self.players = players
    newest = [Int32](repeating: -1, count: players.count)
  }

  /// Calls `body` with each day of the range on which players engaged with the game.
  ///
  /// - Complexity: O(player-days × `span`).
  mutating func eachDay(of game: Int, in range: DayRange, _ body: (GameDay) -> Void) {
    let activity = players.activity
    let before = range.first.adding(days: 1 - players.span)
    for row in activity.rows(of: game, in: DayRange(first: before, last: range.last)) {
      let day = activity.days[row]
      gameDay.day = Day(daysSinceEpoch: day)
      gameDay.interactions.removeAll(keepingCapacity: true)
      gameDay.analytics.removeAll(keepingCapacity: true)
      for index in activity.playerStarts[row]..<activity.playerStarts[row + 1] {
        guard var player = players.playerDay(index, on: day) else { continue }
        player.added = max(0, player.weight - add(player, on: day))
        if player.player >> 32 == 0 {
          gameDay.interactions.append(player)
        } else {
          gameDay.analytics.append(player)
        }
      }
      if gameDay.day >= range.first, gameDay.interactions.count + gameDay.analytics.count > 0 {
        body(gameDay)
      }
    }
    for entry in entries { newest[entry.slot] = -1 }
    entries.removeAll(keepingCapacity: true)
  }

  /// Adds an entry, and returns the player's strongest weight on the earlier days of the span; 0
  /// without an earlier entry.
  private mutating func add(_ player: PlayerDay, on day: Int32) -> Double {
    let slot = players.slot(of: player.player)
    var strongest = 0.0
    var index = newest[slot]
    while index >= 0, entries[Int(index)].day > day - Int32(players.span) {
      strongest = max(strongest, entries[Int(index)].weight)
      index = entries[Int(index)].before
    }
    entries.append(Entry(slot: slot, day: day, weight: player.weight, before: newest[slot]))
    newest[slot] = Int32(entries.count - 1)
    return strongest
  }
}
