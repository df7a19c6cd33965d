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
  /// - Complexity: O(n log n) in the events of the largest game, with an eight-byte key per event
  ///   of the games being counted.
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
    let days = events.days.filter { $0.day < night }.map { day in
      guard let players = players[EventSource(day.collection)] else {
        preconditionFailure("\(day.collection.rawValue) were not counted")
      }
      return ActivityDay(day, players: players)
    }
    let locations = GameLocations(
      days.map { $0.day.games.map { gameOfCode[Int($0)] } }, games: indices.count)
    let chunks = Workers.ranges(of: indices.count, size: 64)
    let fragments = workers.map(chunks.count) { chunk in
      var fragment = ActivityFragment()
      var numbers: [UInt32] = []
      for game in chunks[chunk] {
        var keys: [EventKey] = []
        for location in locations.of(game) {
          days[Int(location.day)].append(Int(location.game), to: &keys, scratch: &numbers)
        }
        keys.sort()
        fragment.appendGame(keys)
      }
      return fragment
    }
    for day in days { day.day.release() }
    self.init(
      night: night, gameIds: catalogue + unknown.map(\.text), catalogueCount: catalogue.count,
      fragments: fragments,
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

/// A day's events, to read game by game. A class, since a copy of a struct would count references
/// for every column.
private final class ActivityDay: Sendable {
  let day: DayByGame
  private let source: EventSource
  /// By index among the day's players.
  private let players: [UInt32]
  private let playerColumn: DayByGame.Reader
  private let kinds: DayByGame.Reader

  /// - Parameter codes: by the player's number over all days.
  init(_ day: DayByGame, players codes: [UInt32]) {
    self.day = day
    source = EventSource(day.collection)
    players = day.players.map { codes[Int($0)] }
    playerColumn = day.reader(of: .players)
    kinds = day.reader(of: .kinds)
  }

  func append(_ game: Int, to keys: inout [EventKey], scratch numbers: inout [UInt32]) {
    let offset = source == .interactions ? 0 : SwipeAction.allCases.count
    let rows = day.rows(of: game)
    numbers.removeAll(keepingCapacity: true)
    playerColumn.append(rows, to: &numbers)
    kinds.append(rows, to: &numbers)
    let date = day.day.daysSinceEpoch
    for row in 0..<rows.count {
      keys.append(
        EventKey(
          day: date, source: source, player: players[Int(numbers[row])],
          kind: offset + Int(numbers[rows.count + row])))
    }
  }
}

/// The location of each game in some days.
private struct GameLocations: Sendable {
  private let starts: [Int]
  private let locations: [(day: UInt32, game: UInt32)]

  /// - Parameter days: the indices of each day's games, in the order of their rows.
  init(_ days: [[Int]], games: Int) {
    var starts = [Int](repeating: 0, count: games + 1)
    for day in days { for game in day { starts[game + 1] += 1 } }
    for game in 0..<games { starts[game + 1] += starts[game] }
    var next = starts
    var locations = [(day: UInt32, game: UInt32)](repeating: (0, 0), count: starts[games])
    for (day, games) in days.enumerated() {
      for (position, game) in games.enumerated() {
        locations[next[game]] = (UInt32(day), UInt32(position))
        next[game] += 1
      }
    }
    self.starts = starts
    self.locations = locations
  }

  func of(_ game: Int) -> ArraySlice<(day: UInt32, game: UInt32)> {
    locations[starts[game]..<starts[game + 1]]
  }
}

/// Whether `left` precedes `right` in the order of bytes, in which all ids are sorted.
func precedesByBytes(_ left: String, _ right: String) -> Bool {
  left.utf8.lexicographicallyPrecedes(right.utf8)
}

/// One event of a known game in 64 bits, whose order is that of day, record, player and kind: 23
/// bits for the day since year 1, 1 for the record, 32 for the player, 4 for the kind.
struct EventKey: Comparable {
  private let bits: UInt64

  /// Days from 0001-01-01 to 1970-01-01: no event is earlier than year 1.
  private static let epoch: Int32 = 719_162

  init(day: Int32, source: EventSource, player: UInt32, kind: Int) {
    let sourceBit: UInt64 = source == .interactions ? 0 : 1
    let shifted = UInt64(day + Self.epoch)
    bits = shifted << 37 | sourceBit << 36 | UInt64(player) << 4 | UInt64(kind)
  }

  var day: Int32 { Int32(bits >> 37) - Self.epoch }
  var player: UInt32 { UInt32(truncatingIfNeeded: bits >> 4) }
  var kind: Int { Int(bits & 15) }

  func isSamePlayerDay(as other: EventKey) -> Bool { bits >> 4 == other.bits >> 4 }

  static func < (left: EventKey, right: EventKey) -> Bool { left.bits < right.bits }
}
