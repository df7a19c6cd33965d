import FindieDomain

/// The events of some days sorted by game, with common numbers of games and players.
///
/// Names are in memory once. A day takes four bytes for each of its games and players; its columns
/// stay on disk.
package struct EventsByGame: Sendable {
  /// By collection and day.
  package private(set) var days: [DayByGame] = []
  /// The games of both collections.
  package private(set) var games = Vocabulary()
  /// The players of each collection, whose ids are never joined.
  package private(set) var players: [EventCollection: Vocabulary] = [:]
  /// The first event of each player of a collection, in milliseconds since 1970.
  package private(set) var firstInstants: [EventCollection: [Int64]] = [:]
  /// The number of events of forgotten players.
  package var forgotten = ForgottenEvents()

  package init() {
    for collection in EventCollection.allCases {
      players[collection] = Vocabulary()
      firstInstants[collection] = []
    }
  }

  /// The events of some tables.
  package init(_ tables: [EventTable]) {
    self.init()
    for table in tables {
      for day in DayByGame.all(of: table) { append(day) }
    }
  }

  /// The events of some days, with the same numbers of games and players.
  package func filtered(_ isIncluded: (DayByGame) -> Bool) -> EventsByGame {
    var part = self
    part.days = days.filter(isIncluded)
    return part
  }

  package var count: Int { days.reduce(0) { $0 + $1.count } }

  /// Appends the next day of its collection.
  package mutating func append(_ day: DayByGame) {
    var day = day
    let start = day.day.start.milliseconds
    var known = players.removeValue(forKey: day.collection) ?? Vocabulary()
    var firsts = firstInstants.removeValue(forKey: day.collection) ?? []
    day.number { names in
      let codes = (0..<names.players.count).map { known.code(of: names.players[$0]) }
      while firsts.count < known.count { firsts.append(.max) }
      for (index, code) in codes.enumerated() {
        firsts[Int(code)] = min(firsts[Int(code)], start + Int64(names.firstMilliseconds[index]))
      }
      return ((0..<names.games.count).map { games.code(of: names.games[$0]) }, codes)
    }
    players[day.collection] = known
    firstInstants[day.collection] = firsts
    day.release()
    days.append(day)
  }
}
