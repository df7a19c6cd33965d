package import FindieDomain
package import FindieHistory
package import FindieWorkers

extension Activity {
  /// Counts the events of both records, in memory.
  ///
  /// - Parameters:
  ///   - interactions: the accepted interactions; those on `night` or later are left out.
  ///   - analytics: the accepted analytics events; those on `night` or later are left out.
  ///   - games: the catalogue; ids are distinct.
  ///   - night: the as-of day.
  package init(
    interactions: EventTable, analytics: EventTable, games: [Game], night: Day, workers: Workers
  ) {
    precondition(interactions.collection == .interactions, "these are not interactions")
    precondition(analytics.collection == .analytics, "these are not analytics events")
    let tables = [interactions, analytics]
    self.init(
      EventsByGame(tables), presence: tables.map { PresenceCount(of: $0, night: night) },
      games: games, workers: workers)
  }

  /// Counts days whose events are grouped by game.
  ///
  /// - Parameters:
  ///   - events: the days before the as-of day, and maybe others.
  ///   - presence: the complete presence of each record, for the same as-of day.
  ///   - games: the catalogue; ids are distinct.
  /// - Complexity: O(n log n) in the events of the largest game and day, with four bytes per event.
  package init(
    _ events: EventsByGame, presence: [PresenceCount], games: [Game], workers: Workers
  ) {
    guard let night = presence.first?.night else { preconditionFailure("no record was counted") }
    var indices: [ExactText: Int] = [:]
    let catalogue = games.map(\.id).sorted(by: precedesByBytes)
    for (index, id) in catalogue.enumerated() { indices[ExactText(id)] = index }
    precondition(indices.count == catalogue.count, "the catalogue has a game id twice")
    let codes = (0..<events.games.count).map { ExactText(events.games.text(UInt32($0))) }
    let unknown = codes.filter { indices[$0] == nil }.sorted()
    for (index, id) in unknown.enumerated() { indices[id] = catalogue.count + index }
    let gameOfCode = codes.map { code in
      guard let index = indices[code] else { preconditionFailure("a game has no index") }
      return index
    }

    let players = Dictionary(
      uniqueKeysWithValues: presence.map { ($0.source, events.codes(in: $0)) })
    // In the order of a game's rows.
    let included = events.days.filter { $0.day < night }
      .sorted { ($0.day, $0.firstKind) < ($1.day, $1.firstKind) }
    let days = workers.map(included.count) { day in
      guard let players = players[EventSource(included[day].collection)] else {
        preconditionFailure("\(included[day].collection.rawValue) were not counted")
      }
      return ActivityDay(included[day], players: players)
    }
    let locations = GameLocations(days, games: indices.count, of: gameOfCode)
    var rows = ActivityRows(
      games: indices.count, rows: locations.rowCount(days.map(\.date)),
      players: days.reduce(0) { $0 + $1.playerCount })
    let chunks = Workers.ranges(of: indices.count, size: 64)
    for batch in Workers.ranges(of: chunks.count, size: 8 * workers.threads) {
      let parts = workers.map(batch.count) { part in
        var rows = ActivityRows()
        for game in chunks[batch.lowerBound + part] {
          rows.appendGame(at: locations.of(game), in: days)
        }
        return rows
      }
      for part in parts { rows.append(part) }
    }
    self.init(
      night: night, gameIds: catalogue + unknown.map(\.text), catalogueCount: catalogue.count,
      rows: rows,
      presence: Dictionary(uniqueKeysWithValues: presence.map { ($0.source, $0.presence) }),
      sharedSessions: presence.flatMap { $0.sharedSessions(indices) }
        .sorted { ($0.game, $0.day) < ($1.game, $1.day) })
  }
}

extension EventsByGame {
  /// For each player of a record, the code in its presence.
  fileprivate func codes(in count: PresenceCount) -> [UInt32] {
    guard let players = players[count.collection] else { return [] }
    return (0..<players.count).map { player in
      guard let code = count.presence.playerIds.existingCode(of: players.strings[player]) else {
        preconditionFailure("a player of \(count.collection.rawValue) was not counted")
      }
      return code
    }
  }
}

/// A day's events of one record by game, and each game's by player and kind: copied, so that the
/// day's file need not be in memory. A class, since a copy of a struct would count references for
/// every column.
private final class ActivityDay: Sendable {
  let date: Int32
  /// The numbers of the games and their events, in the order of their rows.
  let games: [(number: UInt32, events: Range<UInt32>)]
  /// The sum over the games of their numbers of players.
  let playerCount: Int
  /// The first of the record's kinds.
  private let firstKind: Int
  private let events: [Event]

  /// One event in 32 bits, whose order is that of player and kind.
  struct Event: Comparable {
    private let bits: UInt32

    private static let bitsOfKind: UInt32 = 4

    /// - Parameter kind: the code of a `SwipeAction` or of an `EventType`.
    init(player: UInt32, kind: UInt32) {
      precondition(player < 1 << (32 - Self.bitsOfKind), "too many players: \(player)")
      bits = player << Self.bitsOfKind | kind
    }

    var player: UInt32 { bits >> Self.bitsOfKind }
    var kind: Int { Int(bits & (1 << Self.bitsOfKind - 1)) }

    static func < (left: Event, right: Event) -> Bool { left.bits < right.bits }
  }

  /// - Parameter codes: by the player's number over all days.
  init(_ day: DayByGame, players codes: [UInt32]) {
    let codes = day.players.map { codes[Int($0)] }
    var (players, kinds): ([UInt32], [UInt32]) = ([], [])
    day.reader(of: .players).append(0..<day.count, to: &players)
    day.reader(of: .kinds).append(0..<day.count, to: &kinds)
    day.release()
    var (events, own): ([Event], [Event]) = ([], [])
    var games: [(number: UInt32, events: Range<UInt32>)] = []
    events.reserveCapacity(day.count)
    games.reserveCapacity(day.games.count)
    var count = 0
    for game in day.games.indices {
      own.removeAll(keepingCapacity: true)
      for row in day.rows(of: game) {
        own.append(Event(player: codes[Int(players[row])], kind: kinds[row]))
      }
      own.sort()
      var last: UInt32?
      for event in own where event.player != last {
        last = event.player
        count += 1
      }
      events += own
      games.append((day.games[game], UInt32(events.count - own.count)..<UInt32(events.count)))
    }
    date = day.day.daysSinceEpoch
    self.games = games
    playerCount = count
    firstKind = day.firstKind
    self.events = events
  }

  /// Appends the players of a game's events and counts them by kind.
  func append(
    _ own: Range<UInt32>, to rows: inout ActivityRows, _ counts: inout SIMD16<UInt32>
  ) {
    var next = Int(own.lowerBound)
    while next < own.upperBound {
      let player = events[next].player
      var kinds: UInt16 = 0
      while next < own.upperBound, events[next].player == player {
        let kind = firstKind + events[next].kind
        counts[kind] += 1
        kinds |= 1 << UInt16(kind)
        next += 1
      }
      rows.appendPlayer(player, kinds)
    }
  }
}

extension DayByGame {
  /// The first of the record's kinds of events.
  fileprivate var firstKind: Int {
    EventSource(collection) == .interactions ? 0 : SwipeAction.allCases.count
  }
}

extension ActivityRows {
  /// Appends the rows of the next game.
  fileprivate mutating func appendGame(
    at locations: ArraySlice<GameLocations.Location>, in days: [ActivityDay]
  ) {
    var (date, counts) = (Int32(0), SIMD16<UInt32>())
    for location in locations {
      let day = days[Int(location.day)]
      if day.date != date {
        endRow(date, counts)
        (date, counts) = (day.date, SIMD16())
      }
      day.append(location.events, to: &self, &counts)
    }
    endRow(date, counts)
    endGame()
  }
}

/// The location of each game in some days.
private struct GameLocations: Sendable {
  typealias Location = (day: UInt32, events: Range<UInt32>)

  private let starts: [Int]
  private let locations: [Location]

  /// - Parameter indices: of the games, by their numbers.
  init(_ days: [ActivityDay], games: Int, of indices: [Int]) {
    var starts = [Int](repeating: 0, count: games + 1)
    for day in days { for game in day.games { starts[indices[Int(game.number)] + 1] += 1 } }
    for game in 0..<games { starts[game + 1] += starts[game] }
    var next = starts
    var locations = [Location](repeating: (0, 0..<0), count: starts[games])
    for (number, day) in days.enumerated() {
      for game in day.games {
        let index = indices[Int(game.number)]
        locations[next[index]] = (UInt32(number), game.events)
        next[index] += 1
      }
    }
    self.starts = starts
    self.locations = locations
  }

  func of(_ game: Int) -> ArraySlice<Location> { locations[starts[game]..<starts[game + 1]] }

  /// The number of distinct games and dates.
  ///
  /// - Parameter dates: of the days, ascending.
  func rowCount(_ dates: [Int32]) -> Int {
    (0..<starts.count - 1).reduce(0) { sum, game in
      var last: Int32?
      return sum
        + of(game).count { location in
          defer { last = dates[Int(location.day)] }
          return last != dates[Int(location.day)]
        }
    }
  }
}

/// Whether `left` precedes `right` in the order of bytes, in which all ids are sorted.
func precedesByBytes(_ left: String, _ right: String) -> Bool {
  left.utf8.lexicographicallyPrecedes(right.utf8)
}
