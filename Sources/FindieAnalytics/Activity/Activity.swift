package import FindieDomain

/// The events with every game on every UTC day before an as-of day: one row per game and day.
///
/// ```swift
/// let activity = Activity(
///   interactions: interactions, analytics: analytics, games: games, night: day, workers: workers)
/// activity.tally(of: activity.index(of: "steam-10")!, in: range)[.likes]
/// ```
///
/// Games have dense indices: first those of the catalogue in order of id, then those that only events refer
/// to, in order of id.
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
  /// A code in the vocabulary of the interactions or of the analytics events, depending on `playerKinds`.
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

  /// The rows of consecutive games.
  func rows(ofGames games: Range<Int>) -> Range<Int> {
    rowStarts[games.lowerBound]..<rowStarts[games.upperBound]
  }

  /// The rows of one game in a range of days.
  ///
  /// - Complexity: O(log days of the game).
  func rows(of game: Int, in range: DayRange) -> Range<Int> {
    let rows = rowStarts[game]..<rowStarts[game + 1]
    let first = lowerBound(range.first.daysSinceEpoch, in: rows)
    let end = lowerBound(range.last.daysSinceEpoch + 1, in: first..<rows.upperBound)
    return first..<end
  }

  /// The player-days of one game in a range of days in sessions with several players.
  func sharedSessions(of game: Int, in range: DayRange) -> ArraySlice<SharedSession> {
    func first(notBefore day: Int32) -> Int {
      var (low, high) = (0, sharedSessions.count)
      while low < high {
        let middle = (low + high) / 2
        let session = sharedSessions[middle]
        if (session.game, session.day) < (Int32(game), day) {
          low = middle + 1
        } else {
          high = middle
        }
      }
      return low
    }
    return sharedSessions[
      first(
        notBefore: range.first.daysSinceEpoch)..<first(
          notBefore: range.last.daysSinceEpoch + 1)]
  }

  private func lowerBound(_ day: Int32, in rows: Range<Int>) -> Int {
    var (low, high) = (rows.lowerBound, rows.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if days[middle] < day { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
