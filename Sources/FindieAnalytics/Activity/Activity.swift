package import FindieDomain
package import FindieHistory

/// The events of every game on every UTC day before an as-of day: one row per game and day.
///
/// ```swift
/// let activity = Activity(
///   interactions: interactions, analytics: analytics, games: games, night: day, workers: workers)
/// activity.tally(of: activity.index(of: "steam-10")!, in: range)[.likes]
/// ```
///
/// Games have dense indices: first those of the catalogue in order of id, then those that only
/// events refer to, in order of id.
///
/// - Invariant: the rows of game g are `rowStarts[g]..<rowStarts[g + 1]`, their days ascend. The
///   player-days of row r are `playerStarts[r]..<playerStarts[r + 1]`.
package struct Activity: Sendable {
  /// The as-of day; all rows are before it.
  package let night: Day
  /// The ids of the games, those of the catalogue first.
  package let gameIds: [String]
  /// The number of games in the catalogue.
  package let catalogueCount: Int

  let rowStarts: [Int]
  let days: [Int32]
  /// The number of events of each kind, by `EventKind`.
  let counts: [SIMD16<UInt32>]

  let playerStarts: [Int]
  /// A code in the vocabulary of the interactions or of the analytics events, depending on
  /// `playerKinds`.
  let players: [UInt32]
  /// The player's actions with the game on the day, one bit per kind; of one record only.
  let playerKinds: [UInt16]

  let presence: [EventSource: Presence]

  /// In the order of game, day and player.
  let sharedSessions: [SharedSession]

  private let indices: [ExactText: Int]

  /// The index of a game of the catalogue or of the events; nil for others.
  package func index(of gameId: String) -> Int? { indices[ExactText(gameId)] }

  /// The rows, one per game and day.
  package var rowCount: Int { days.count }

  /// The number of events with a game that is not in the catalogue.
  package var unknownGameEvents: Int {
    rows(ofGames: catalogueCount..<gameIds.count).reduce(0) { $0 + Int(counts[$1].wrappedSum()) }
  }

  /// The first day with an event; nil without events.
  package let firstDay: Day?

  init(
    night: Day, gameIds: [String], catalogueCount: Int, fragments: consuming [ActivityFragment],
    presence: [EventSource: Presence], sharedSessions: [SharedSession]
  ) {
    self.night = night
    self.gameIds = gameIds
    self.catalogueCount = catalogueCount
    self.presence = presence
    self.sharedSessions = sharedSessions
    var rowStarts = [0]
    var days: [Int32] = []
    var counts: [SIMD16<UInt32>] = []
    var playerStarts = [0]
    var players: [UInt32] = []
    var playerKinds: [UInt16] = []
    rowStarts.reserveCapacity(gameIds.count + 1)
    days.reserveCapacity(fragments.reduce(0) { $0 + $1.days.count })
    counts.reserveCapacity(days.capacity)
    players.reserveCapacity(fragments.reduce(0) { $0 + $1.players.count })
    playerKinds.reserveCapacity(players.capacity)
    // Each fragment is released when it has been appended.
    fragments.reverse()
    while let fragment = fragments.popLast() {
      let (row, player) = (days.count, players.count)
      rowStarts.append(contentsOf: fragment.rowEnds.map { $0 + row })
      playerStarts.append(contentsOf: fragment.playerEnds.map { $0 + player })
      days.append(contentsOf: fragment.days)
      counts.append(contentsOf: fragment.counts)
      players.append(contentsOf: fragment.players)
      playerKinds.append(contentsOf: fragment.playerKinds)
    }
    precondition(
      rowStarts.count == gameIds.count + 1, "\(rowStarts.count - 1) games of \(gameIds.count)")
    self.rowStarts = rowStarts
    self.days = days
    firstDay = days.min().map { Day(daysSinceEpoch: $0) }
    self.counts = counts
    self.playerStarts = playerStarts
    self.players = players
    self.playerKinds = playerKinds
    indices = Dictionary(uniqueKeysWithValues: zip(gameIds.map { ExactText($0) }, gameIds.indices))
  }

  func rows(ofGames games: Range<Int>) -> Range<Int> {
    rowStarts[games.lowerBound]..<rowStarts[games.upperBound]
  }

  /// The rows of one game in a range of days.
  ///
  /// - Complexity: O(log days of the game).
  func rows(of game: Int, in range: DayRange) -> Range<Int> {
    let rows = rowStarts[game]..<rowStarts[game + 1]
    let first = rows.partitionPoint { days[$0] < range.first.daysSinceEpoch }
    let end = (first..<rows.upperBound).partitionPoint { days[$0] <= range.last.daysSinceEpoch }
    return first..<end
  }

  /// One game's player-days in a range of days that are in sessions with several players.
  func sharedSessions(of game: Int, in range: DayRange) -> ArraySlice<SharedSession> {
    let ends = [range.first.daysSinceEpoch, range.last.daysSinceEpoch + 1].map { day in
      sharedSessions.indices.partitionPoint {
        (sharedSessions[$0].game, sharedSessions[$0].day) < (Int32(game), day)
      }
    }
    return sharedSessions[ends[0]..<ends[1]]
  }
}

extension Activity {
  /// These counts plus the events of forgotten players, as reports include these in totals of
  /// events. Numbers of players and sessions do not include forgotten players.
  ///
  /// - Parameter events: before the same as-of day.
  package func adding(_ events: ForgottenEvents) -> Activity {
    guard !events.counts.isEmpty else { return self }
    var names = gameIds
    var indices = Dictionary(uniqueKeysWithValues: zip(names.map { ExactText($0) }, names.indices))
    var added: [Int: [Int32: SIMD16<UInt32>]] = [:]
    for count in events.counts {
      let id = ExactText(count.key.game)
      if indices[id] == nil {
        indices[id] = names.count
        names.append(id.text)
      }
      guard let game = indices[id] else { continue }
      added[game, default: [:]][count.key.day.daysSinceEpoch, default: SIMD16()][
        EventKind(count.key).rawValue] += UInt32(count.events)
    }
    let fragments = names.indices.map { game in
      var fragment = ActivityFragment()
      let rows = game < gameIds.count ? rowStarts[game]..<rowStarts[game + 1] : 0..<0
      fragment.appendGame(
        rows.map { row in
          let players = playerStarts[row]..<playerStarts[row + 1]
          return (days[row], counts[row], players.map { (self.players[$0], playerKinds[$0]) })
        }, adding: added[game] ?? [:])
      return fragment
    }
    return Activity(
      night: night, gameIds: names, catalogueCount: catalogueCount, fragments: fragments,
      presence: presence, sharedSessions: sharedSessions)
  }
}

extension Activity {
  /// The given games' measures, one per day of the range.
  package func series(of games: [Int], over range: DayRange) -> [Tally] {
    var series = [Tally](repeating: Tally(), count: range.count)
    for game in games {
      for row in rows(of: game, in: range) {
        series[Int(days[row] - range.first.daysSinceEpoch)] += Tally(ofGameDay: counts[row])
      }
    }
    return series
  }

  /// One game's measures over a range of days.
  package func tally(of game: Int, in range: DayRange) -> Tally {
    rows(of: game, in: range).reduce(into: Tally()) { $0 += Tally(ofGameDay: counts[$1]) }
  }

  /// The design effect of some games' like rate. A player counts once per game, day and kind of
  /// event.
  ///
  /// - Complexity: O(player-days in the range + players).
  package func designEffect(ofGames games: some Sequence<Int>, over range: DayRange) -> Double {
    let liked = EventKind.bits(of: [.like, .superLike], [.gameLike])
    let swiped = EventKind.bits(of: [.like, .superLike, .dislike, .skip], [])
    let swipers = presence[.interactions]?.playerIds.count ?? 0
    // By player, those of the interactions first: likes, and cards.
    var own = [SIMD2<Int32>](
      repeating: SIMD2(), count: swipers + (presence[.analytics]?.playerIds.count ?? 0))
    for row in games.lazy.flatMap({ self.rows(of: $0, in: range) }) {
      let tally = Tally(ofGameDay: counts[row])
      let isSwiped = tally.sources(of: Tally.cardsIndex) == [.interactions]
      let shown =
        isSwiped
        ? swiped
        : EventKind.bits(
          of: [], tally.cards > tally.verdicts ? [.gameView] : [.gameLike, .gameDislike])
      let record = EventKind.bits(of: isSwiped ? .interactions : .analytics)
      for index in playerStarts[row]..<playerStarts[row + 1] where playerKinds[index] & record != 0
      {
        own[Int(players[index]) + (isSwiped ? 0 : swipers)] &+= SIMD2(
          Int32((playerKinds[index] & liked).nonzeroBitCount),
          Int32((playerKinds[index] & shown).nonzeroBitCount))
      }
    }
    var sums = RatioSums()
    for cards in own where cards[1] > 0 { sums.add(Int(cards[0]), of: Int(cards[1])) }
    return sums.designEffect
  }

  func hasImpressions(of game: Int) -> Bool {
    rows(ofGames: game..<game + 1).contains { Tally(ofGameDay: counts[$0])[.impressions] > 0 }
  }

  /// All games' measures over a range of days, including games that are not in the catalogue.
  package func total(over range: DayRange) -> Tally {
    gameIds.indices.reduce(into: Tally()) { total, game in
      total += tally(of: game, in: range)
    }
  }

  /// For each game, the distinct players with an event of some kinds, from the record with more of
  /// them, since ids of the two are never joined.
  ///
  /// - Parameter kinds: the bits of `EventKind`.
  /// - Complexity: O(player-days).
  func playerCounts(of kinds: UInt16) -> [Int] {
    let sources = EventSource.allCases.map { source in
      let kinds = kinds & EventKind.bits(of: source)
      // By player, the last game that counted the player, plus one.
      var last = [Int](repeating: 0, count: presence[source]?.playerIds.count ?? 0)
      return gameIds.indices.map { game in
        var count = 0
        for row in rows(ofGames: game..<game + 1) {
          for index in playerStarts[row]..<playerStarts[row + 1]
          where playerKinds[index] & kinds != 0 && last[Int(players[index])] != game + 1 {
            last[Int(players[index])] = game + 1
            count += 1
          }
        }
        return count
      }
    }
    return gameIds.indices.map { game in sources.map { $0[game] }.max() ?? 0 }
  }

  /// All days from the first with an event to the last before the as-of day; only that last day if
  /// there are no events.
  package var wholeRange: DayRange {
    let last = night.adding(days: -1)
    return DayRange(first: min(firstDay ?? last, last), last: last)
  }

  package var hasViews: Bool { counts.contains { $0[EventKind(.gameView).rawValue] > 0 } }

  /// The measures that the data has events of.
  package func recordedMeasures() -> Set<Measure> {
    let total = total(over: wholeRange)
    return Set(Measure.allCases.filter { total[$0] > 0 })
  }
}

/// The rows of consecutive games, counted by one thread.
struct ActivityFragment: Sendable {
  private(set) var rowEnds: [Int] = []
  private(set) var days: [Int32] = []
  private(set) var counts: [SIMD16<UInt32>] = []
  private(set) var playerEnds: [Int] = []
  private(set) var players: [UInt32] = []
  private(set) var playerKinds: [UInt16] = []

  /// Appends the rows of the next game.
  ///
  /// - Parameter keys: the game's events, ascending.
  mutating func appendGame(_ keys: [EventKey]) {
    var event = 0
    while event < keys.count {
      let day = keys[event].day
      var row = SIMD16<UInt32>()
      while event < keys.count, keys[event].day == day {
        let first = keys[event]
        var kinds: UInt16 = 0
        while event < keys.count, keys[event].isSamePlayerDay(as: first) {
          row[keys[event].kind] += 1
          kinds |= 1 << UInt16(keys[event].kind)
          event += 1
        }
        players.append(first.player)
        playerKinds.append(kinds)
      }
      days.append(day)
      counts.append(row)
      playerEnds.append(players.count)
    }
    rowEnds.append(days.count)
  }

  /// Appends the rows of the next game, with more events on some days.
  mutating func appendGame(
    _ rows: [(day: Int32, counts: SIMD16<UInt32>, players: [(UInt32, UInt16)])],
    adding added: [Int32: SIMD16<UInt32>]
  ) {
    let known = Set(rows.map(\.day))
    var all = rows
    for day in added.keys where !known.contains(day) { all.append((day, SIMD16(), [])) }
    for row in all.sorted(by: { $0.day < $1.day }) {
      days.append(row.day)
      counts.append(row.counts &+ (added[row.day] ?? SIMD16()))
      for (player, kinds) in row.players {
        players.append(player)
        playerKinds.append(kinds)
      }
      playerEnds.append(players.count)
    }
    rowEnds.append(days.count)
  }
}
