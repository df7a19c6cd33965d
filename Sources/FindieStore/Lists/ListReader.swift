import FindieDomain
import Foundation
import GRDB

/// Reads the lists of a published night, within one transaction.
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

  func counts() throws -> PublishedCounts {
    guard let row = try Row.fetchOne(database, sql: "SELECT * FROM night") else {
      throw StoreFailure.unpublished(path: path)
    }
    var counts = PublishedCounts()
    counts.recommendations = try value(2, of: row)
    counts.similar = try value(3, of: row)
    counts.trending = try value(4, of: row)
    counts.newReleases = try value(5, of: row)
    counts.announced = try value(6, of: row)
    return counts
  }

  func recommendations(userId: String) throws -> RecommendationList? {
    let key = DatabaseValue(exactly: userId)
    guard let row = try row("SELECT source, entries FROM recommendations WHERE userId = ?", key)
    else {
      guard try row("SELECT 1 FROM users WHERE id = ?", key) != nil else { return nil }
      return RecommendationList(userId: userId, date: night, source: .popular, games: [])
    }
    let games = try entries(value(1, of: row), .ranked) { list, rank in
      guard let gameId = try text(list.number()), let score = list.shortFraction() else {
        return nil as RecommendationList.Entry?
      }
      var reasons: [Reason] = []
      while let number = list.number() {
        switch number {
        case PlayerListEncoder.end:
          return .init(gameId: gameId, rank: rank, score: score, reasons: reasons)
        case PlayerListEncoder.endOfDrawn:
          return list.fraction().map {
            .init(gameId: gameId, rank: rank, score: score, reasons: reasons, probability: $0)
          }
        default:
          guard let reason = try reason(number - PlayerListEncoder.firstReason, &list) else {
            return nil
          }
          reasons.append(reason)
        }
      }
      return nil
    }
    return RecommendationList(
      userId: userId, date: night, source: try word(0, of: row), games: games)
  }

  /// The rest of a reason after the number of its kind; nil if the bytes are invalid.
  private func reason(_ kind: Int, _ list: inout ListDecoder) throws -> Reason? {
    guard let kind = try text(kind).flatMap(ReasonKind.init(rawValue:)) else { return nil }
    let subject = kind.namesGame || kind.namesGenre ? try text(list.number()) : nil
    let genre = kind.namesGenre ? subject.flatMap(Genre.init(rawValue:)) : nil
    guard let thousandths = list.number(), kind.namesGame == (subject != nil && genre == nil),
      kind.namesGenre == (genre != nil)
    else { return nil }
    return Reason(
      kind: kind, gameId: kind.namesGame ? subject : nil, genre: genre,
      weight: Double(thousandths) / 1000)
  }

  func similar(gameId: String) throws -> SimilarGames? {
    let key = DatabaseValue(exactly: gameId)
    guard let row = try row("SELECT entries FROM similar_games WHERE gameId = ?", key) else {
      guard try row("SELECT 1 FROM games WHERE id = ?", key) != nil else { return nil }
      return SimilarGames(gameId: gameId, date: night, games: [])
    }
    let games = try entries(value(0, of: row), .plain) { list, _ in
      guard let gameId = try text(list.number()), let rank = list.number(),
        let score = list.fraction(),
        let carrier = try text(list.number()).flatMap(SimilarGames.Carrier.init(rawValue:))
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
    let games = try entries(value(0, of: row), .plain) { list, _ in
      guard let gameId = try text(list.number()), let rank = list.number(),
        let lift = list.fraction(), let lowerBound = list.fraction(), let events = list.number(),
        let count = list.number()
      else { return nil as TrendingGames.Entry? }
      var flags: [TrendingGames.Flag] = []
      for _ in 0..<count {
        guard let flag = try text(list.number()).flatMap(TrendingGames.Flag.init(rawValue:))
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
    try Row.fetchAll(
      database,
      sql: "SELECT gameId, rank, releaseDay, status, score FROM new_releases ORDER BY position"
    ).map { row in
      NewRelease(
        gameId: try text(0, of: row), date: night, rank: try value(1, of: row),
        releaseDate: Day(daysSinceEpoch: try value(2, of: row)), status: try word(3, of: row),
        score: try value(4, of: row))
    }
  }

  func announcedGames() throws -> [AnnouncedGame] {
    try Row.fetchAll(
      database,
      sql: "SELECT gameId, rank, releaseDay, status FROM announced_games ORDER BY position"
    ).map { row in
      let day: Int32? = (row[2] as DatabaseValue).isNull ? nil : try value(2, of: row)
      return AnnouncedGame(
        gameId: try text(0, of: row), date: night, rank: try value(1, of: row),
        releaseDate: day.map { Day(daysSinceEpoch: $0) }, status: try word(3, of: row))
    }
  }

  // MARK: - Values

  private var damaged: StoreFailure { .damaged(path: path, detail: "a list is invalid") }

  private func row(_ sql: String, _ key: DatabaseValue) throws -> Row? {
    try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [key])
  }

  private func value<Value: DatabaseValueConvertible>(_ column: Int, of row: Row) throws -> Value {
    guard let value = Value.fromDatabaseValue(row[column]) else { throw damaged }
    return value
  }

  private func text(_ column: Int, of row: Row) throws -> String {
    guard let text = (row[column] as DatabaseValue).exactText else { throw damaged }
    return text
  }

  private func word<Word: RawRepresentable<String>>(_ column: Int, of row: Row) throws -> Word {
    guard let word = Word(rawValue: try text(column, of: row)) else { throw damaged }
    return word
  }

  private func entries<Entry>(
    _ data: Data, _ format: ListEncoder.Format,
    _ next: (_ list: inout ListDecoder, _ rank: Int) throws -> Entry?
  ) throws -> [Entry] {
    guard var list = ListDecoder(data), list.format == format, let count = list.number()
    else { throw damaged }
    var entries: [Entry] = []
    for rank in 0..<count {
      guard let entry = try next(&list, rank + 1) else { throw damaged }
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
