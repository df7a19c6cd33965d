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
///   player-days of row r are `playerDays(of: r)`.
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
  let counts: GameDayCounts

  let playerStarts: [UInt32]
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
  /// All games' measures over all days, including games that are not in the catalogue.
  package let total: Tally

  init(
    night: Day, gameIds: [String], catalogueCount: Int, rows: ActivityRows,
    presence: [EventSource: Presence], sharedSessions: [SharedSession]
  ) {
    precondition(
      rows.rowStarts.count == gameIds.count + 1,
      "\(rows.rowStarts.count - 1) games of \(gameIds.count)")
    self.night = night
    self.gameIds = gameIds
    self.catalogueCount = catalogueCount
    self.presence = presence
    self.sharedSessions = sharedSessions
    rowStarts = rows.rowStarts
    days = rows.days
    firstDay = days.min().map { Day(daysSinceEpoch: $0) }
    counts = rows.counts
    total = rows.counts.reduce(into: Tally()) { $0 += Tally(ofGameDay: $1) }
    playerStarts = rows.playerStarts
    players = rows.players
    playerKinds = rows.playerKinds
    indices = Dictionary(uniqueKeysWithValues: zip(gameIds.map { ExactText($0) }, gameIds.indices))
  }

  /// The indices of a row's player-days.
  @inline(__always)
  func playerDays(of row: Int) -> Range<Int> {
    Int(playerStarts[row])..<Int(playerStarts[row + 1])
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
    var all = ActivityRows(games: names.count, rows: rowCount, players: players.count)
    for game in names.indices {
      let new = added[game] ?? [:]
      let rows = game < gameIds.count ? rowStarts[game]..<rowStarts[game + 1] : 0..<0
      var own = rows.map { (day: days[$0], row: Optional($0)) }
      let known = Set(own.map(\.day))
      own += new.keys.filter { !known.contains($0) }.map { (day: $0, row: nil) }
      for (day, row) in own.sorted(by: { $0.day < $1.day }) {
        for index in row.map(playerDays) ?? 0..<0 {
          all.appendPlayer(players[index], playerKinds[index])
        }
        all.endRow(day, (row.map { counts[$0] } ?? SIMD16()) &+ (new[day] ?? SIMD16()))
      }
      all.endGame()
    }
    return Activity(
      night: night, gameIds: names, catalogueCount: catalogueCount, rows: all,
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
      for index in playerDays(of: row) where playerKinds[index] & record != 0 {
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
          for index in playerDays(of: row)
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
    Set(Measure.allCases.filter { total[$0] > 0 })
  }
}
