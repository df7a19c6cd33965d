package import FindieDomain
package import FindieHistory
package import FindieWorkers

extension Activity {
  /// The columns of text that are counted.
  package static let texts: [TextColumn] = [.userId, .gameId, .sessionId]

  /// Counts the events of both records.
  ///
  /// - Parameters:
  ///   - interactions: the accepted interactions; those on `night` or later are left out.
  ///   - analytics: the accepted analytics events, likewise.
  ///   - games: the catalogue; ids are distinct.
  ///   - night: the day whose night this is.
  /// - Complexity: O(n log n) in the events of the largest game, one key of eight bytes an event of
  ///   the games in work, four bytes an event beside them.
  package init(
    interactions: EventTable, analytics: EventTable, games: [Game], night: Day, workers: Workers
  ) {
    precondition(interactions.collection == .interactions, "these are no interactions")
    precondition(analytics.collection == .analytics, "these are no analytics events")
    var indices: [ExactText: Int] = [:]
    let catalogue = games.map(\.id).sorted(by: precedesByBytes)
    for (index, id) in catalogue.enumerated() { indices[ExactText(id)] = index }
    precondition(indices.count == catalogue.count, "a game id stands twice in the catalogue")

    var unknown = Set<ExactText>()
    for table in [interactions, analytics] {
      let vocabulary = table[.gameId].vocabulary
      for code in 0..<vocabulary.count {
        let id = ExactText(vocabulary.text(UInt32(code)))
        if indices[id] == nil { unknown.insert(id) }
      }
    }
    let ids = catalogue + unknown.sorted().map(\.text)
    for (index, id) in ids.enumerated().dropFirst(catalogue.count) {
      indices[ExactText(id)] = index
    }

    let sources = [
      EventsByGame(interactions, .interactions, indices: indices, night: night),
      EventsByGame(analytics, .analytics, indices: indices, night: night),
    ]
    let chunks = Workers.ranges(of: ids.count, size: 64)
    let fragments = workers.map(chunks.count) { chunk in
      var fragment = ActivityFragment()
      for game in chunks[chunk] {
        var keys: [EventKey] = []
        var seconds: [(day: Int32, seconds: Float)] = []
        for source in sources { source.append(game, to: &keys, seconds: &seconds) }
        keys.sort()
        seconds.sort { ($0.day, $0.seconds) < ($1.day, $1.seconds) }
        fragment.appendGame(keys, seconds: seconds)
      }
      return fragment
    }
    let people = workers.map(sources.count) { part in
      let table = part == 0 ? interactions : analytics
      return (
        Presence(of: table, night: night),
        SharedSession.all(
          of: table, EventSource.allCases[part], gameOfCode: sources[part].gameOfCode, night: night)
      )
    }
    let shared = people.flatMap(\.1).sorted { ($0.game, $0.day) < ($1.game, $1.day) }
    self.init(
      night: night, gameIds: ids, catalogueCount: catalogue.count, fragments: fragments,
      presence: Dictionary(uniqueKeysWithValues: zip(EventSource.allCases, people.map(\.0))),
      sharedSessions: shared)
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

  func append(
    _ game: Int, to keys: inout [EventKey], seconds: inout [(day: Int32, seconds: Float)]
  ) {
    let offset = source == .interactions ? 0 : SwipeAction.allCases.count
    keys.reserveCapacity(keys.count + starts[game + 1] - starts[game])
    for place in starts[game]..<starts[game + 1] {
      let row = Int(rows[place])
      let day = table.day(row).daysSinceEpoch
      keys.append(
        EventKey(
          day: day, source: source, player: players[row], kind: offset + Int(table.kinds[row])))
      guard source == .interactions, viewSeconds[row] >= 0 else { continue }
      seconds.append((day, viewSeconds[row]))
    }
  }
}

/// Whether `left` stands before `right`, byte by byte: the order of ids everywhere.
func precedesByBytes(_ left: String, _ right: String) -> Bool {
  left.utf8.lexicographicallyPrecedes(right.utf8)
}
