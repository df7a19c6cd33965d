import FindieDomain
import FindieHistory
import FindieIngest
import FindieRanking
import FindieText
import FindieWorkers

/// The contents of an input folder: how its collections fit together, and what a night could
/// publish from it.
package struct InputSummary: Codable, Sendable {
  /// The events of one collection.
  package struct Events: Codable, Sendable {
    package let collection: String
    package let events: Int
    package let firstDay: String
    package let lastDay: String
    /// The number of days with events.
    package let days: Int
    package let players: Int
    package let games: Int
    /// The events whose game is not in the catalogue, and these games.
    package let ofUnknownGames: Part
    /// The events whose player has no record among the users, and these players. Nil for analytics,
    /// whose players are anonymous.
    package let ofUnknownPlayers: Part?
  }

  /// A subset of the events: their number, and the ids that selected them.
  package struct Part: Codable, Sendable {
    package fileprivate(set) var events = 0
    package fileprivate(set) var ids = 0
    /// The first ids.
    package fileprivate(set) var examples: [String] = []
  }

  package let events: [Events]
  package let games: Int
  /// The first ids of games.
  package let exampleGames: [String]
  package let gamesWithoutEvents: Int
  package let users: Int
  /// The as-of day of a night.
  package let day: String
  /// The games that its lists may show, and the announced games.
  package let listableGames: Int
  package let announcedGames: Int
  /// The number of players who may get a list, and how many of them have an interaction or a wish
  /// for a known game.
  package let players: Int
  package let playersWithEvidence: Int

  private static let shownIds = 3

  /// - Parameters:
  ///   - history: the input's events.
  ///   - eligible: whether lists may show each game.
  init(
    of history: History, _ catalogue: ReadCatalogue, on day: Day, eligible: EligibleGames,
    workers: Workers
  ) throws {
    let ledger = try history.ledger()
    let games = catalogue.games.records
    let known = Set(games.map { ExactText($0.id) })
    var withEvents: Set<ExactText> = []
    let users = Set(catalogue.users.records.map { ExactText($0.id) })
    var withEvidence: Set<ExactText> = []
    var acting: Set<ExactText> = []
    var events: [Events] = []
    for collection in EventCollection.allCases {
      let days = ledger.days.filter { $0.collection == collection }.map(\.day).sorted()
      guard let first = days.first, let last = days.last else { continue }
      var gameRows: [Int] = []
      var playerRows: [Int] = []
      var isKnown: [Bool] = []
      var knowsGame: [Bool] = []
      let table = try history.eachDays(
        collection, before: last.adding(days: 1), texts: [.userId, .gameId], workers: workers
      ) { table in
        let (games, players) = (table[.gameId], table[.userId])
        for code in isKnown.count..<games.vocabulary.count {
          isKnown.append(known.contains(ExactText(games.vocabulary.text(UInt32(code)))))
        }
        gameRows += repeatElement(0, count: isKnown.count - gameRows.count)
        let new = players.vocabulary.count - playerRows.count
        playerRows += repeatElement(0, count: new)
        knowsGame += repeatElement(false, count: new)
        for (game, player) in zip(games.codes, players.codes) {
          gameRows[Int(game)] += 1
          playerRows[Int(player)] += 1
          if isKnown[Int(game)] { knowsGame[Int(player)] = true }
        }
      }
      let (gameIds, playerIds) = (table[.gameId].vocabulary, table[.userId].vocabulary)
      for code in isKnown.indices where isKnown[code] {
        withEvents.insert(ExactText(gameIds.text(UInt32(code))))
      }
      let isOfPlayers = collection == .interactions
      if isOfPlayers {
        for code in playerRows.indices {
          let id = ExactText(playerIds.text(UInt32(code)))
          acting.insert(id)
          if knowsGame[code] { withEvidence.insert(id) }
        }
      }
      events.append(
        Events(
          collection: collection.rawValue, events: gameRows.reduce(0, +),
          firstDay: first.description, lastDay: last.description, days: days.count,
          players: playerRows.count, games: gameRows.count,
          ofUnknownGames: Part(gameRows, of: gameIds) { !isKnown[$0] },
          ofUnknownPlayers: isOfPlayers
            ? Part(playerRows, of: playerIds) {
              !users.contains(ExactText(playerIds.text(UInt32($0))))
            }
            : nil))
    }
    for wishlist in catalogue.wishlists.records {
      let id = ExactText(wishlist.userId)
      acting.insert(id)
      if wishlist.items.contains(where: { known.contains(ExactText($0.gameId)) }) {
        withEvidence.insert(id)
      }
    }
    self.events = events
    self.games = games.count
    exampleGames = games.prefix(Self.shownIds).map(\.id)
    gamesWithoutEvents = games.count - withEvents.count
    self.users = users.count
    self.day = day.description
    let isEligible = eligible.isEligible(games)
    let shown = games.indices.filter { isEligible[$0] }
    listableGames = shown.count { games[$0].availability(on: day) == .out }
    announcedGames = shown.count { games[$0].availability(on: day) == .announced }
    players = users.union(acting).count
    playersWithEvidence = withEvidence.count
  }
}

extension InputSummary.Part {
  /// The rows of some codes of a column.
  fileprivate init(_ rows: [Int], of ids: Vocabulary, where isIncluded: (Int) -> Bool) {
    for code in rows.indices where isIncluded(code) {
      events += rows[code]
      self.ids += 1
      if examples.count < 3 { examples.append(ids.text(UInt32(code))) }
    }
  }

  fileprivate func inWords(_ noun: String) -> String {
    let more = ids > examples.count ? ", …" : ""
    return "(\(ids.counted(noun)): \(printable(examples.joined(separator: ", ")))\(more))"
  }
}

// MARK: - For people

extension InputSummary {
  /// What the input contains, and what does not fit together.
  var lines: [String] {
    var lines = events.map { events in
      let days =
        events.firstDay == events.lastDay
        ? "on \(events.firstDay)"
        : "on \(events.days.counted("day")) from \(events.firstDay) to \(events.lastDay)"
      return "\(events.collection): \(events.events.counted("event")) of "
        + "\(events.players.counted("player")) and \(events.games.counted("game")) \(days)"
    }
    lines.append(
      "catalogue: \(games.counted("game")), \(gamesWithoutEvents.grouped) of them without events; "
        + users.counted("user"))
    for events in events {
      if events.ofUnknownGames.events > 0 {
        lines.append(
          "warning: \(events.ofUnknownGames.events.grouped) of \(events.events.grouped) "
            + "\(events.collection) name games that the catalogue lacks "
            + "\(events.ofUnknownGames.inWords("id"))"
            + (exampleGames.isEmpty
              ? "" : "; ids of games are \(printable(exampleGames.joined(separator: ", "))), …"))
      }
      if let part = events.ofUnknownPlayers, part.events > 0, users > 0 {
        lines.append(
          "\(part.events.grouped) of \(events.events.grouped) \(events.collection) are of players "
            + "without a record in users \(part.inWords("player"))")
      }
    }
    return lines
  }

  /// Why a night has no list to publish; nil if it has one.
  package var obstacle: String? {
    if games == 0 { return "the input has no games" }
    if listableGames == 0 {
      return "no game may be listed on \(day): all are announced, withdrawn or not eligible"
    }
    guard players == 0 else { return nil }
    return "the input has no players: no users, interactions or wishlists. Players of analytics "
      + "are anonymous and get no lists"
  }

  /// What a night could publish.
  var conclusion: String {
    if let obstacle {
      return
        "A night of this input alone could publish no list: \(obstacle). What the workspace has of "
        + "earlier nights counts too."
    }
    let others = players - playersWithEvidence
    return "The night of \(day) could publish lists for \(players.counted("player")) "
      + "(\(playersWithEvidence.grouped) by their actions and wishlists, \(others.grouped) by "
      + "favourite genres and popularity) from \(listableGames.counted("game"))"
      + (announcedGames > 0 ? ", and \(announcedGames.counted("announced game"))." : ".")
  }
}
