package import FindieDomain
package import FindieHistory
package import FindieWorkers

/// What one record tells of every game on every day before the night: half of an `Activity`, so that the
/// events of the two records need not be in memory together.
package struct ActivityRecord: Sendable {
  /// The columns of text that are counted.
  package static let texts: [TextColumn] = [.userId, .gameId, .sessionId]

  let source: EventSource
  let night: Day
  /// The games of the catalogue, by id, and those that it lacks, by id.
  let catalogue: [String]
  let unknown: [ExactText]
  let rowsOfCatalogue: [ActivityFragment]
  let rowsOfUnknown: [ActivityFragment]
  let presence: Presence
  /// Games by their place here: those of the catalogue first.
  let sharedSessions: [SharedSession]

  /// How many neighbouring games one thread counts at a time.
  static let gamesAtATime = 64

  /// Counts the events of a record.
  ///
  /// - Parameters:
  ///   - events: what was accepted; what is of `night` or later is left out.
  ///   - games: the catalogue; ids are distinct.
  ///   - night: the day whose night this is.
  /// - Complexity: O(n log n) in the events of the largest game, one key of eight bytes an event of
  ///   the games in work, four bytes an event beside them.
  package init(_ events: EventTable, games: [Game], night: Day, workers: Workers) {
    let source = EventSource(events.collection)
    let catalogue = games.map(\.id).sorted(by: precedesByBytes)
    var indices: [ExactText: Int] = [:]
    for (index, id) in catalogue.enumerated() { indices[ExactText(id)] = index }
    precondition(indices.count == catalogue.count, "a game id stands twice in the catalogue")
    let vocabulary = events[.gameId].vocabulary
    let unknown = (0..<vocabulary.count).map { ExactText(vocabulary.text(UInt32($0))) }
      .filter { indices[$0] == nil }.sorted()
    for (index, id) in unknown.enumerated() { indices[id] = catalogue.count + index }

    let byGame = EventsByGame(events, source, indices: indices, night: night)
    func rows(of games: Range<Int>) -> [ActivityFragment] {
      let chunks = Workers.ranges(of: games.count, size: ActivityRecord.gamesAtATime)
      return workers.map(chunks.count) { chunk in
        var fragment = ActivityFragment()
        for place in chunks[chunk] {
          let (keys, seconds) = byGame.events(of: games.lowerBound + place)
          fragment.appendGame(keys, seconds: seconds)
        }
        return fragment
      }
    }
    rowsOfCatalogue = rows(of: 0..<catalogue.count)
    rowsOfUnknown = rows(of: catalogue.count..<indices.count)
    let people = workers.map(2) { part -> (presence: Presence?, shared: [SharedSession]) in
      guard part > 0 else { return (Presence(of: events, night: night), []) }
      return (
        nil, SharedSession.all(of: events, source, gameOfCode: byGame.gameOfCode, night: night)
      )
    }
    guard let presence = people[0].presence else { preconditionFailure("it is the first part") }
    self.presence = presence
    sharedSessions = people[1].shared
    self.source = source
    self.night = night
    self.catalogue = catalogue
    self.unknown = unknown
  }
}

extension Activity {
  /// Counts the events of both records.
  ///
  /// - Parameters:
  ///   - interactions: the accepted interactions; those on `night` or later are left out.
  ///   - analytics: the accepted analytics events, likewise.
  ///   - games: the catalogue; ids are distinct.
  ///   - night: the day whose night this is.
  package init(
    interactions: EventTable, analytics: EventTable, games: [Game], night: Day, workers: Workers
  ) {
    self.init(
      interactions: ActivityRecord(interactions, games: games, night: night, workers: workers),
      analytics: ActivityRecord(analytics, games: games, night: night, workers: workers),
      workers: workers)
  }

  /// Lays what the two records tell together.
  ///
  /// - Precondition: they were counted with the same catalogue for the same night.
  package init(interactions: ActivityRecord, analytics: ActivityRecord, workers: Workers) {
    precondition(interactions.source == .interactions, "these are no interactions")
    precondition(analytics.source == .analytics, "these are no analytics events")
    precondition(
      interactions.night == analytics.night
        && interactions.catalogue.count == analytics.catalogue.count, "records of two nights")
    let records = [interactions, analytics]
    let catalogue = interactions.catalogue
    let unknown = Set(interactions.unknown).union(analytics.unknown).sorted()
    // Where each of the unknown games stands in each record.
    let places = records.map { record in
      let own = Dictionary(uniqueKeysWithValues: zip(record.unknown, record.unknown.indices))
      return unknown.map { own[$0] }
    }
    func merged(
      _ games: Int, _ rows: @Sendable (_ game: Int) -> [ActivityFragment.Game]
    ) -> [ActivityFragment] {
      let chunks = Workers.ranges(of: games, size: ActivityRecord.gamesAtATime)
      return workers.map(chunks.count) { chunk in
        var fragment = ActivityFragment()
        for game in chunks[chunk] { fragment.appendGame(rows(game)) }
        return fragment
      }
    }
    let fragments =
      merged(catalogue.count) { game in
        records.map { $0.rowsOfCatalogue.game(game) }
      }
      + merged(unknown.count) { game in
        records.indices.compactMap { record in
          places[record][game].map { records[record].rowsOfUnknown.game($0) }
        }
      }
    let indices = Dictionary(uniqueKeysWithValues: zip(unknown, unknown.indices))
    let shared = records.flatMap { record in
      record.sharedSessions.map { session in
        guard Int(session.game) >= catalogue.count,
          let index = indices[record.unknown[Int(session.game) - catalogue.count]]
        else { return session }
        return session.of(game: catalogue.count + index)
      }
    }
    self.init(
      night: interactions.night, gameIds: catalogue + unknown.map(\.text),
      catalogueCount: catalogue.count, fragments: fragments,
      presence: Dictionary(uniqueKeysWithValues: records.map { ($0.source, $0.presence) }),
      sharedSessions: shared.sorted { ($0.game, $0.day) < ($1.game, $1.day) })
  }
}

extension [ActivityFragment] {
  /// A game of fragments of which each but the last has `ActivityRecord.gamesAtATime`.
  fileprivate func game(_ game: Int) -> ActivityFragment.Game {
    let (fragment, place) = game.quotientAndRemainder(dividingBy: ActivityRecord.gamesAtATime)
    return self[fragment].game(place)
  }
}

/// The rows of one table before the night, in the order of their games.
private struct EventsByGame: Sendable {
  private let table: EventTable
  private let source: EventSource
  private let players: [UInt32]
  private let viewSeconds: [Float]
  private let starts: [Int]
  private let rows: [UInt32]
  /// The index of the game by its code in the table.
  let gameOfCode: [Int]

  init(_ table: EventTable, _ source: EventSource, indices: [ExactText: Int], night: Day) {
    self.table = table
    self.source = source
    players = table[.userId].codes
    viewSeconds = source == .interactions ? table[.viewSeconds] : []
    let column = table[.gameId]
    let end = night.start.milliseconds
    let gameOfCode = (0..<column.vocabulary.count).map { code in
      guard let game = indices[ExactText(column.vocabulary.text(UInt32(code)))] else {
        preconditionFailure("a game of the events has no index")
      }
      return game
    }
    var starts = [Int](repeating: 0, count: indices.count + 1)
    for row in 0..<table.count where table.milliseconds[row] < end {
      starts[gameOfCode[Int(column.codes[row])] + 1] += 1
    }
    for game in 0..<indices.count { starts[game + 1] += starts[game] }
    var next = starts
    var rows = [UInt32](repeating: 0, count: starts[indices.count])
    for row in 0..<table.count where table.milliseconds[row] < end {
      let game = gameOfCode[Int(column.codes[row])]
      rows[next[game]] = UInt32(row)
      next[game] += 1
    }
    self.starts = starts
    self.gameOfCode = gameOfCode
    self.rows = rows
  }

  /// The events of a game, ascending, and its timed views, by day, then by seconds.
  func events(of game: Int) -> (keys: [EventKey], seconds: [(day: Int32, seconds: Float)]) {
    var keys: [EventKey] = []
    var seconds: [(day: Int32, seconds: Float)] = []
    let offset = source == .interactions ? 0 : SwipeAction.allCases.count
    keys.reserveCapacity(starts[game + 1] - starts[game])
    for place in starts[game]..<starts[game + 1] {
      let row = Int(rows[place])
      let day = table.day(row).daysSinceEpoch
      keys.append(
        EventKey(
          day: day, source: source, player: players[row], kind: offset + Int(table.kinds[row])))
      guard source == .interactions, viewSeconds[row] >= 0 else { continue }
      seconds.append((day, viewSeconds[row]))
    }
    keys.sort()
    seconds.sort { ($0.day, $0.seconds) < ($1.day, $1.seconds) }
    return (keys, seconds)
  }
}

/// Whether `left` stands before `right`, byte by byte: the order of ids everywhere.
func precedesByBytes(_ left: String, _ right: String) -> Bool {
  left.utf8.lexicographicallyPrecedes(right.utf8)
}
