import FindieDomain
import Foundation
import GRDB

/// Reads the lists of the night inside one transaction.
struct ListReader {
  private let database: Database
  private let path: String
  let night: Day
  private let selectText: Statement

  init(_ database: Database, path: String) throws {
    self.database = database
    self.path = path
    guard let day = try Int32.fetchOne(database, sql: "SELECT day FROM night") else {
      throw StoreFailure.unpublished(path: path)
    }
    night = Day(daysSinceEpoch: day)
    selectText = try database.cachedStatement(sql: "SELECT text FROM list_texts WHERE number = ?")
  }

  func recommendations(userId: String) throws -> RecommendationList? {
    let key = DatabaseValue(exactly: userId)
    guard let row = try row("SELECT source, entries FROM recommendations WHERE userId = ?", key)
    else {
      guard try exists("SELECT 1 FROM users WHERE id = ?", key) else { return nil }
      return RecommendationList(userId: userId, date: night, source: .popular, games: [])
    }
    var columns = ColumnReader(row, table: "recommendations", path: path)
    let source: RecommendationList.Source = try columns.word()
    let games = try entries(try columns.blob(), of: [.plain, .ranked]) { list, rank in
      list.format == .ranked ? try ranked(&list, rank) : try plain(&list)
    }
    return RecommendationList(userId: userId, date: night, source: source, games: games)
  }

  private func plain(_ list: inout ListDecoder) throws -> RecommendationList.Entry? {
    guard let gameId = try text(list.number()), let rank = list.number(),
      let score = list.fraction(), let count = list.number()
    else { return nil }
    var reasons: [String] = []
    for _ in 0..<count {
      guard let reason = try text(list.number()) else { return nil }
      reasons.append(reason)
    }
    guard let isDrawn = list.number() else { return nil }
    var probability: Double?
    if isDrawn == 1 {
      probability = list.fraction()
      guard probability != nil else { return nil }
    }
    return .init(
      gameId: gameId, rank: rank, score: score, reasons: reasons, probability: probability)
  }

  private func ranked(_ list: inout ListDecoder, _ rank: Int) throws -> RecommendationList.Entry? {
    guard let gameId = try text(list.number()), let score = list.shortFraction() else { return nil }
    var reasons: [String] = []
    while let number = list.number() {
      if number == PlayerListEncoder.end {
        return .init(gameId: gameId, rank: rank, score: score, reasons: reasons)
      }
      if number == PlayerListEncoder.endOfDrawn {
        guard let probability = list.fraction() else { return nil }
        return .init(
          gameId: gameId, rank: rank, score: score, reasons: reasons, probability: probability)
      }
      guard let reason = try text(number - PlayerListEncoder.firstReason) else { return nil }
      reasons.append(reason)
    }
    return nil
  }

  func similar(gameId: String) throws -> SimilarGames? {
    let key = DatabaseValue(exactly: gameId)
    guard let row = try row("SELECT entries FROM similar_games WHERE gameId = ?", key) else {
      guard try exists("SELECT 1 FROM games WHERE id = ?", key) else { return nil }
      return SimilarGames(gameId: gameId, date: night, games: [])
    }
    var columns = ColumnReader(row, table: "similar_games", path: path)
    let games = try entries(try columns.blob()) { list, _ in
      guard let gameId = try text(list.number()), let rank = list.number(),
        let score = list.fraction(), let word = try text(list.number()),
        let carrier = SimilarGames.Carrier(rawValue: word)
      else { return nil as SimilarGames.Entry? }
      return .init(gameId: gameId, rank: rank, score: score, carriedBy: carrier)
    }
    return SimilarGames(gameId: gameId, date: night, games: games)
  }

  func trending(genre: Genre?) throws -> TrendingGames {
    let key = (genre?.rawValue ?? "").databaseValue
    guard let row = try row("SELECT entries FROM trending_games WHERE genre = ?", key) else {
      return TrendingGames(genre: genre, date: night, games: [])
    }
    var columns = ColumnReader(row, table: "trending_games", path: path)
    let games = try entries(try columns.blob()) { list, _ in
      guard let gameId = try text(list.number()), let rank = list.number(),
        let lift = list.fraction(), let lowerBound = list.fraction(), let events = list.number(),
        let count = list.number()
      else { return nil as TrendingGames.Entry? }
      var flags: [TrendingGames.Flag] = []
      for _ in 0..<count {
        guard let word = try text(list.number()), let flag = TrendingGames.Flag(rawValue: word)
        else { return nil }
        flags.append(flag)
      }
      return .init(
        gameId: gameId, rank: rank, lift: lift, lowerBound: lowerBound, events: events,
        flags: flags)
    }
    return TrendingGames(genre: genre, date: night, games: games)
  }

  func newReleases() throws -> [NewRelease] {
    let rows = try Row.fetchAll(
      database,
      sql: "SELECT gameId, rank, releaseDay, status, score FROM new_releases ORDER BY place")
    return try rows.map { row in
      var columns = ColumnReader(Array(row.databaseValues), table: "new_releases", path: path)
      let gameId = try columns.text()
      guard let rank = try columns.number() else { throw damaged }
      return NewRelease(
        gameId: gameId, date: night, rank: rank, releaseDate: try columns.day(),
        status: try columns.word(), score: try columns.decimalFraction())
    }
  }

  func announcedGames() throws -> [AnnouncedGame] {
    let rows = try Row.fetchAll(
      database,
      sql: "SELECT gameId, rank, releaseDay, status FROM announced_games ORDER BY place")
    return try rows.map { row in
      var columns = ColumnReader(Array(row.databaseValues), table: "announced_games", path: path)
      let gameId = try columns.text()
      guard let rank = try columns.number() else { throw damaged }
      return AnnouncedGame(
        gameId: gameId, date: night, rank: rank,
        releaseDate: try columns.optionalDay(),
        status: try columns.word())
    }
  }

  private var damaged: StoreFailure {
    .damaged(path: path, detail: "a list holds what it never should")
  }

  private func row(_ sql: String, _ key: DatabaseValue) throws -> [DatabaseValue]? {
    let statement = try database.cachedStatement(sql: sql)
    return try Row.fetchOne(statement, arguments: [key]).map { Array($0.databaseValues) }
  }

  private func exists(_ sql: String, _ key: DatabaseValue) throws -> Bool {
    try row(sql, key) != nil
  }

  private func entries<Entry>(
    _ data: Data, of formats: [ListEncoder.Format] = [.plain],
    _ next: (_ list: inout ListDecoder, _ rank: Int) throws -> Entry?
  ) throws -> [Entry] {
    guard var list = ListDecoder(data), formats.contains(list.format), let count = list.number()
    else { throw damaged }
    var entries: [Entry] = []
    for place in 0..<count {
      guard let entry = try next(&list, place + 1) else { throw damaged }
      entries.append(entry)
    }
    guard list.isAtEnd else { throw damaged }
    return entries
  }

  private func text(_ number: Int?) throws -> String? {
    guard let number else { return nil }
    return try DatabaseValue.fetchOne(selectText, arguments: [number])?.exactText
  }
}
