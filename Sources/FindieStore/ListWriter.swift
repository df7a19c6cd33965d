public import FindieDomain
import Foundation
import GRDB

/// Takes the lists of one night one by one, so that they need never be in memory together.
///
/// Given to the closure of `LivingStore.publish`. The numbers that stand for texts follow the order
/// in which lists come: give them in the order of their ids, and equal nights make equal files.
///
/// What `add` throws (a full disk, a second list of one player) must leave the closure; `publish`
/// turns it into a `StoreFailure` and takes everything back.
public struct ListWriter: ~Copyable {
  private let night: Day
  private let statements: ListStatements
  private var numbers: [ExactText: Int] = [:]
  private var nextNumber = 0
  private var encoder = ListEncoder()

  private(set) var counts = PublishedCounts()

  init(night: Day, database: Database) throws {
    statements = try ListStatements(database)
    self.night = night
  }

  /// Gives `texts` the numbers from 0 by which `EncodedPlayerList` names them.
  ///
  /// - Precondition: nothing was added yet.
  package mutating func begin(texts: [String]) throws {
    precondition(nextNumber == 0, "texts are numbered before the first list")
    for text in texts {
      let number = try add(text: text)
      if numbers.count < ListWriter.textsRemembered { numbers[ExactText(text)] = number }
    }
  }

  /// Adds one player's list, which was encoded elsewhere.
  package mutating func add(_ list: EncodedPlayerList) throws {
    try addRecommendations(list.userId, list.source, list.entries.databaseValue)
  }

  /// Adds one player's list.
  ///
  /// - Precondition: the list is of the night.
  public mutating func add(_ list: RecommendationList) throws {
    check(list.date)
    encoder.begin(count: list.games.count)
    for entry in list.games {
      encoder.add(try number(of: entry.gameId))
      encoder.add(entry.rank)
      encoder.add(entry.score)
      encoder.add(entry.reasons.count)
      for reason in entry.reasons { encoder.add(try number(of: reason)) }
      encoder.add(entry.probability == nil ? 0 : 1)
      if let probability = entry.probability { encoder.add(probability) }
    }
    try addRecommendations(list.userId, list.source, entries)
  }

  private mutating func addRecommendations(
    _ userId: String, _ source: RecommendationList.Source, _ entries: DatabaseValue
  ) throws {
    try statements.recommendations.run([
      DatabaseValue(exactly: userId), source.rawValue.databaseValue, entries,
    ])
    counts.recommendations += 1
  }

  /// Adds the games like one game.
  ///
  /// - Precondition: the list is of the night.
  public mutating func add(_ list: SimilarGames) throws {
    check(list.date)
    encoder.begin(count: list.games.count)
    for entry in list.games {
      encoder.add(try number(of: entry.gameId))
      encoder.add(entry.rank)
      encoder.add(entry.score)
      encoder.add(try number(of: entry.carriedBy.rawValue))
    }
    try statements.similar.run([DatabaseValue(exactly: list.gameId), entries])
    counts.similar += 1
  }

  /// Adds what rises in one genre, or in all.
  ///
  /// - Precondition: the list is of the night.
  public mutating func add(_ list: TrendingGames) throws {
    check(list.date)
    encoder.begin(count: list.games.count)
    for entry in list.games {
      encoder.add(try number(of: entry.gameId))
      encoder.add(entry.rank)
      encoder.add(entry.lift)
      encoder.add(entry.lowerBound)
      encoder.add(entry.events)
      encoder.add(entry.flags.count)
      for flag in entry.flags { encoder.add(try number(of: flag.rawValue)) }
    }
    try statements.trending.run([(list.genre?.rawValue ?? "").databaseValue, entries])
    counts.trending += 1
  }

  /// Adds the next of the new releases.
  ///
  /// - Precondition: the entry is of the night.
  public mutating func add(_ release: NewRelease) throws {
    check(release.date)
    try statements.newRelease.run([
      counts.newReleases.databaseValue, DatabaseValue(exactly: release.gameId),
      release.rank.databaseValue, release.releaseDate.daysSinceEpoch.databaseValue,
      release.status.rawValue.databaseValue, release.score.databaseValue,
    ])
    counts.newReleases += 1
  }

  /// Adds the next of the announced games.
  ///
  /// - Precondition: the entry is of the night.
  public mutating func add(_ game: AnnouncedGame) throws {
    check(game.date)
    try statements.announced.run([
      counts.announced.databaseValue, DatabaseValue(exactly: game.gameId),
      game.rank.databaseValue, game.releaseDate.map(\.daysSinceEpoch).databaseValue,
      game.status.rawValue.databaseValue,
    ])
    counts.announced += 1
  }

  private var entries: DatabaseValue { Data(encoder.bytes).databaseValue }

  private mutating func number(of text: String) throws -> Int {
    let key = ExactText(text)
    if let number = numbers[key] { return number }
    // A text may have two numbers; a night in which no two reasons are alike must not fill memory.
    if numbers.count == ListWriter.textsRemembered { numbers.removeAll(keepingCapacity: true) }
    let number = try add(text: text)
    numbers[key] = number
    return number
  }

  private mutating func add(text: String) throws -> Int {
    let number = nextNumber
    nextNumber += 1
    try statements.text.run([number.databaseValue, DatabaseValue(exactly: text)])
    return number
  }

  private static let textsRemembered = 500_000

  private func check(_ date: Day) {
    precondition(date == night, "a list of \(date) cannot be published as one of \(night)")
  }
}

/// The statements that put lists into the store, prepared once a night.
private struct ListStatements {
  let text: Statement
  let recommendations: Statement
  let similar: Statement
  let trending: Statement
  let newRelease: Statement
  let announced: Statement

  init(_ database: Database) throws {
    text = try database.makeStatement(sql: "INSERT INTO list_texts VALUES (?, ?)")
    recommendations = try database.makeStatement(
      sql: "INSERT INTO recommendations VALUES (?, ?, ?)")
    similar = try database.makeStatement(sql: "INSERT INTO similar_games VALUES (?, ?)")
    trending = try database.makeStatement(sql: "INSERT INTO trending_games VALUES (?, ?)")
    newRelease = try database.makeStatement(
      sql: "INSERT INTO new_releases VALUES (?, ?, ?, ?, ?, ?)")
    announced = try database.makeStatement(
      sql: "INSERT INTO announced_games VALUES (?, ?, ?, ?, ?)")
  }
}
