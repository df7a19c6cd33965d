public import FindieDomain
public import Foundation
import GRDB

/// The lists and the catalogue of one night, read-only, for the app's server and the command line.
///
/// ```swift
/// let store = try PublishedStore(at: published.appending(path: "current/findie.sqlite"))
/// let games = try store.fetchPersonalizedGames(userId: "ada", limit: 20)
///   ?? store.fetchPopularGames(limit: 20)
/// ```
///
/// The functions are named like those of the app's services. They are synchronous and take
/// microseconds to a few milliseconds.
///
/// A store keeps reading the night for which it was opened. Open `current/findie.sqlite` again to
/// read the next one. Calls from several threads wait for each other; open one store per thread to
/// read in parallel.
///
/// The result is nil for an unknown player or game, and an empty list for a known one without a
/// list. All functions throw ``StoreFailure``: `damaged` if the file has invalid contents, and
/// `unpublished` if it contains no lists.
public struct PublishedStore: Sendable {
  let connection: StoreConnection
  /// When the night was published.
  public let publishedAt: Timestamp
  /// The time after `publishedAt` for which lists may be shown.
  public let lifetime: ListLifetime

  /// Opens a published store.
  ///
  /// - Parameters:
  ///   - url: the file, usually `published/current/findie.sqlite`.
  ///   - lockTimeout: seconds to wait while another process holds the file.
  ///   - lifetime: the time after the publication for which lists may be shown.
  ///   - publishedAt: nil for the file's modification time. Pass it if the file was copied without
  ///     its time.
  /// - Throws: `missing`, `otherFormat`, `foreign`, `damaged`, `notPermitted`.
  public init(
    at url: URL, lockTimeout: Double = 5, lifetime: ListLifetime = .standard,
    publishedAt: Timestamp? = nil
  ) throws(StoreFailure) {
    self.lifetime = lifetime
    let modified = try Self.modificationTime(of: url)
    self.publishedAt = publishedAt ?? modified
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(lockTimeout)
    connection = try StoreConnection(path: url.path, configuration: configuration)
    let state = try connection.read { try SchemaState($0) }
    guard !state.isEmpty else { throw .damaged(path: url.path, detail: "it is empty") }
    if let failure = state.failure(path: url.path) { throw failure }
    if state.isOlder {
      try connection.outsideTransaction { try Schema.showUpgraded($0, from: state.version) }
    }
  }

  private static func modificationTime(of url: URL) throws(StoreFailure) -> Timestamp {
    // The link `current` has a time of its own.
    let path = url.resolvingSymlinksInPath().path
    guard FileManager.default.fileExists(atPath: path) else { throw .missing(path: url.path) }
    do {
      let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
      let seconds = date?.timeIntervalSince1970 ?? 0
      return Timestamp(milliseconds: Int64((seconds * 1000).rounded(.down)))
    } catch {
      throw .notPermitted(path: url.path, detail: error.localizedDescription)
    }
  }

  /// The night of the store, and how much was published.
  public func night() throws(StoreFailure) -> PublishedNight {
    try connection.read { database in
      let lists = try lists(in: database)
      return PublishedNight(
        day: lists.night, counts: try lists.counts(),
        games: try Int.fetchOne(database, sql: "SELECT count(*) FROM games") ?? 0,
        users: try Int.fetchOne(database, sql: "SELECT count(*) FROM users") ?? 0)
    }
  }

  /// The whole catalogue.
  public func catalogue() throws(StoreFailure) -> Catalogue {
    try connection.catalogue()
  }

  /// Checks every page of the file, and indexes against tables.
  ///
  /// - Throws: `damaged`, with the first problems.
  /// - Complexity: O(size of the file).
  public func integrityCheck() throws(StoreFailure) {
    try connection.integrityCheck()
  }

  func lists(in database: Database) throws -> ListReader {
    try ListReader(database, path: connection.path)
  }
}

/// The first row in which a table differs between two stores.
package struct RowDifference: Hashable, Sendable {
  package let table: String
  /// The row's number from 1, in the table's own order.
  package let row: Int
  /// The row as text in each store. Nil if the table has no such row there.
  package let mine: String?
  package let theirs: String?
}

extension PublishedStore {
  /// Compares all rows with those of another store, in the order in which they are stored. The
  /// order of lists is part of a night's output.
  ///
  /// - Returns: the number of rows of this store, and the first difference of each table that has
  ///   one, sorted by the tables' names.
  /// - Complexity: one pass over both stores.
  package func comparison(
    with other: PublishedStore
  ) throws(StoreFailure) -> (rows: Int, differences: [RowDifference]) {
    let (mine, theirs) = (try tableNames(), try other.tableNames())
    var rows = 0
    var differences: [RowDifference] = []
    for table in Set(mine).union(theirs).sorted() {
      guard mine.contains(table), theirs.contains(table) else {
        differences.append(
          RowDifference(
            table: table, row: 0, mine: mine.contains(table) ? "a table" : nil,
            theirs: theirs.contains(table) ? "a table" : nil))
        continue
      }
      let difference = try connection.read { left in
        try other.connection.read { right in
          try Self.firstDifference(of: table, left, right, counting: &rows)
        }
      }
      if let difference { differences.append(difference) }
    }
    return (rows, differences)
  }

  private func tableNames() throws(StoreFailure) -> [String] {
    try connection.read { database in
      try String.fetchAll(
        database,
        sql: """
          SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
          """)
    }
  }

  private static func firstDifference(
    of table: String, _ left: Database, _ right: Database, counting rows: inout Int
  ) throws -> RowDifference? {
    let select = "SELECT * FROM \(table.quotedDatabaseIdentifier)"
    let mine = try Row.fetchCursor(left, sql: select)
    let theirs = try Row.fetchCursor(right, sql: select)
    var difference: RowDifference?
    var row = 0
    while let own = try mine.next() {
      row += 1
      guard difference == nil else { continue }
      let foreign = try theirs.next()
      if let foreign, own.isIdentical(to: foreign) { continue }
      difference = RowDifference(
        table: table, row: row, mine: own.text(comparedWith: foreign),
        theirs: foreign?.text(comparedWith: own))
    }
    rows += row
    if difference == nil, let foreign = try theirs.next() {
      difference = RowDifference(
        table: table, row: row + 1, mine: nil, theirs: foreign.text(comparedWith: nil))
    }
    return difference
  }
}

extension Row {
  fileprivate func isIdentical(to other: Row) -> Bool {
    count == other.count
      && zip(databaseValues, other.databaseValues).allSatisfy { $0.isIdentical(to: $1) }
  }

  /// The row as text. For a BLOB, its length and the first bytes that differ from those of `other`.
  fileprivate func text(comparedWith other: Row?) -> String {
    let others = other.map { Array($0.databaseValues) } ?? []
    return databaseValues.enumerated().map { column, value in
      switch value.storage {
      case .null: return "–"
      case .int64(let number): return "\(number)"
      case .double(let number): return "\(number)"
      case .string(let text): return text
      case .blob(let bytes):
        guard column < others.count, case .blob(let foreign) = others[column].storage,
          bytes != foreign
        else { return "(\(bytes.count) bytes)" }
        let common = zip(bytes, foreign).prefix { $0 == $1 }.count
        let rest = bytes.dropFirst(common).prefix(8).map { String($0, radix: 16) }
        return "(\(bytes.count) bytes, from byte \(common) \(rest.joined(separator: " ")))"
      }
    }.joined(separator: " | ")
  }
}

extension PublishedStore {
  /// The recommendations for a player, best first, with scores and reasons.
  ///
  /// - Returns: nil for an unknown player; an empty list of the source `popular` for a known player
  ///   without a list.
  public func recommendationList(userId: String) throws(StoreFailure) -> RecommendationList? {
    try connection.read { try lists(in: $0).recommendations(userId: userId) }
  }

  /// The games similar to one game, most similar first, with scores. Nil for an unknown game.
  public func similarGames(gameId: String) throws(StoreFailure) -> SimilarGames? {
    try connection.read { try lists(in: $0).similar(gameId: gameId) }
  }

  /// The trending games of `genre`, or of all genres for nil, with their lifts.
  public func trending(genre: Genre? = nil) throws(StoreFailure) -> TrendingGames {
    try connection.read { try lists(in: $0).trending(genre: genre) }
  }

  /// All lists of trending games: that of all genres first, then those of single genres.
  public func trendingLists() throws(StoreFailure) -> [TrendingGames] {
    try connection.read { database in
      let lists = try lists(in: database)
      return try ([nil] + Genre.allCases.map(Optional.some)).map { try lists.trending(genre: $0) }
    }
  }

  /// The popular games of `genre`, or of all genres for nil, with their numbers of players.
  public func popular(genre: Genre? = nil) throws(StoreFailure) -> PopularGames {
    try connection.read { try lists(in: $0).popular(genre: genre) }
  }

  /// The new releases, best first. With a status, such as early access, only those of that status.
  public func newReleases(
    status: ReleaseStatus? = nil
  ) throws(StoreFailure) -> [NewRelease] {
    let releases = try connection.read { try lists(in: $0).newReleases() }
    return releases.filter { status == nil || $0.status == status }
  }

  /// The announced games, the earliest date first.
  public func announcedGames() throws(StoreFailure) -> [AnnouncedGame] {
    try connection.read { try lists(in: $0).announcedGames() }
  }

  /// The players with a list, in the order of the lists.
  package func playersWithLists() throws(StoreFailure) -> [String] {
    try connection.read { database in
      let sql = "SELECT user_id FROM recommendation_lists ORDER BY rowid"
      return try DatabaseValue.fetchAll(database, sql: sql).map { value in
        guard let id = value.exactText else {
          throw StoreFailure.damaged(path: connection.path, detail: "an id is not a text")
        }
        return id
      }
    }
  }

  /// The ids of all players in the store, with duplicates: from lists, records, wishlists, lists of
  /// friends, and developers' accounts.
  package func players() throws(StoreFailure) -> [String] {
    var players = try playersWithLists()
    let catalogue = try connection.catalogue()
    for user in catalogue.users {
      players.append(user.id)
      players += user.friendIds
    }
    players += catalogue.wishlists.map(\.userId)
    players += catalogue.developers.compactMap(\.userId)
    return players
  }
}

/// The night of a published store.
public struct PublishedNight: Hashable, Sendable {
  /// The as-of day: the lists use events before this day only.
  public let day: Day
  /// The numbers of lists.
  public let counts: PublishedCounts
  /// The number of games in the catalogue, including those no longer for sale.
  public let games: Int
  /// The number of players in the catalogue.
  public let users: Int
}
