package import FindieDomain
import FindieText
import GRDB

/// Adds the lists of one night to a store one by one, so that they are never in memory together.
///
/// `WorkspaceStore.publish` passes it to its closure. Texts are numbered in the order in which
/// lists are added: add lists in the order of their ids, so that equal nights give equal files.
///
/// The closure must rethrow the errors of `add` (a full disk, a second list of one player).
package struct ListWriter: ~Copyable {
  private let night: Day
  private let database: Database
  /// Prepared once: there is a list for each player.
  private let recommendations: Statement
  private var numbers: [ExactText: Int] = [:]
  private var nextNumber = 1
  private var trendingEntries = 0
  private var popularEntries = 0

  private(set) var counts = PublishedCounts()

  init(night: Day, database: Database) throws {
    for kind in ReasonKind.allCases where kind != .model { try Self.add(kind, to: database) }
    recommendations = try database.makeStatement(
      sql: "INSERT INTO recommendation_lists VALUES (?, ?, ?, ?, ?)")
    self.database = database
    self.night = night
  }

  private static func add(_ kind: ReasonKind, to database: Database) throws {
    try database.execute(
      sql: "INSERT INTO reason_kinds VALUES (?, ?)", arguments: [Int(kind.code), kind.rawValue])
  }

  /// Adds the kind `model`, which only lists with another model's suggestions have.
  package func addReasonOfModel() throws { try Self.add(.model, to: database) }

  /// Numbers `texts` from 1; `EncodedPlayerList` refers to them by these numbers.
  ///
  /// - Precondition: nothing was added yet.
  package mutating func begin(texts: [String]) throws {
    precondition(nextNumber == 1, "texts are numbered before the first list")
    for text in texts {
      let number = try add(text: text)
      if numbers.count < Self.maximumNumbers { numbers[ExactText(text)] = number }
    }
  }

  /// Adds a player's recommendations.
  package mutating func add(_ list: EncodedPlayerList) throws {
    try recommendations.run([
      DatabaseValue(exactly: list.userId), list.listId.databaseValue,
      list.source.rawValue.databaseValue, list.entries.databaseValue, list.rows.databaseValue,
    ])
    counts.recommendations += 1
  }

  /// Adds the games similar to one game. Scores are rounded to six significant digits.
  ///
  /// - Precondition: it is a list of this night, and its entries are ranked from 1.
  package mutating func add(_ list: SimilarGames) throws {
    check(list.date)
    var entries: [String] = []
    for (index, entry) in list.games.enumerated() {
      precondition(entry.rank == index + 1, "entry \(index) has the rank \(entry.rank)")
      let carrier = try number(of: entry.carriedBy.rawValue)
      entries.append(
        "[\(try number(of: entry.gameId)),\(sixDigits(entry.score)),\(carrier)]")
    }
    try insert(
      into: "similar_lists",
      [
        DatabaseValue(exactly: list.gameId),
        "[\(entries.joined(separator: ","))]".databaseValue,
      ])
    counts.similar += 1
  }

  /// Adds the trending games of one genre, or of all.
  ///
  /// - Precondition: it is a list of this night.
  package mutating func add(_ list: TrendingGames) throws {
    check(list.date)
    for entry in list.games {
      let flags = entry.flags.map { "\"\($0.rawValue)\"" }.joined(separator: ",")
      try insert(
        into: "trending_games",
        [
          trendingEntries.databaseValue, list.genre?.rawValue.databaseValue ?? .null,
          entry.rank.databaseValue, DatabaseValue(exactly: entry.gameId), entry.lift.databaseValue,
          entry.lowerBound.databaseValue, entry.events.databaseValue, "[\(flags)]".databaseValue,
        ])
      trendingEntries += 1
    }
    counts.trending += 1
  }

  /// Adds the popular games of one genre, or of all.
  ///
  /// - Precondition: it is a list of this night.
  package mutating func add(_ list: PopularGames) throws {
    check(list.date)
    for entry in list.games {
      try insert(
        into: "popular_games",
        [
          popularEntries.databaseValue, list.genre?.rawValue.databaseValue ?? .null,
          entry.rank.databaseValue, DatabaseValue(exactly: entry.gameId),
          entry.players.databaseValue, list.days.databaseValue,
        ])
      popularEntries += 1
    }
    counts.popular += 1
  }

  /// Adds the next new release.
  ///
  /// - Precondition: it is an entry of this night.
  package mutating func add(_ release: NewRelease) throws {
    check(release.date)
    try insert(
      into: "new_releases",
      [
        counts.newReleases.databaseValue, release.rank.databaseValue,
        DatabaseValue(exactly: release.gameId), release.releaseDate.description.databaseValue,
        release.status.rawValue.databaseValue, release.score.databaseValue,
      ])
    counts.newReleases += 1
  }

  /// Adds the next announced game.
  ///
  /// - Precondition: it is an entry of this night.
  package mutating func add(_ game: AnnouncedGame) throws {
    check(game.date)
    try insert(
      into: "announced_games",
      [
        counts.announced.databaseValue, game.rank.databaseValue,
        DatabaseValue(exactly: game.gameId),
        (game.releaseDate?.description).databaseValue, game.status.rawValue.databaseValue,
      ])
    counts.announced += 1
  }

  /// Writes the row of the night.
  func finish() throws {
    try database.execute(
      sql: "INSERT INTO night VALUES (1, ?, ?, ?, ?, ?, ?, ?)",
      arguments: [
        night.description, counts.recommendations, counts.similar, counts.trending,
        counts.newReleases, counts.announced, counts.popular,
      ])
  }

  /// The number by which lists refer to a text, which is stored if it is new.
  package mutating func number(of text: String) throws -> Int {
    let key = ExactText(text)
    if let number = numbers[key] { return number }
    // Limits the memory of a night with very many different reasons. A text may get two numbers.
    if numbers.count == Self.maximumNumbers { numbers.removeAll(keepingCapacity: true) }
    let number = try add(text: text)
    numbers[key] = number
    return number
  }

  private mutating func add(text: String) throws -> Int {
    let number = nextNumber
    nextNumber += 1
    try insert(into: "list_texts", [number.databaseValue, DatabaseValue(exactly: text)])
    return number
  }

  private static let maximumNumbers = 500_000

  private func check(_ date: Day) {
    precondition(date == night, "a list of \(date) cannot be published on the night of \(night)")
  }

  func insert(into table: String, _ values: [DatabaseValue]) throws {
    let places = values.map { _ in "?" }.joined(separator: ", ")
    try database.cachedStatement(sql: "INSERT INTO \(table) VALUES (\(places))").run(values)
  }
}
