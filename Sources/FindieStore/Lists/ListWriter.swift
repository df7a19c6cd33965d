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
  private let statements: ListStatements
  private var numbers: [ExactText: Int] = [:]
  private var nextNumber = 1
  private var trendingEntries = 0
  private var popularEntries = 0

  private(set) var counts = PublishedCounts()

  init(night: Day, database: Database) throws {
    for kind in ReasonKind.allCases {
      try database.execute(
        sql: "INSERT INTO reason_kinds VALUES (?, ?)", arguments: [Int(kind.code), kind.rawValue])
    }
    statements = try ListStatements(database)
    self.database = database
    self.night = night
  }

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
    try statements.recommendations.run([
      DatabaseValue(exactly: list.userId), list.listId.databaseValue,
      list.source.rawValue.databaseValue, list.entries.databaseValue,
    ])
    counts.recommendations += 1
  }

  /// Adds a player's recommendations. Scores are rounded to six significant digits, weights to
  /// thousandths.
  ///
  /// - Precondition: it is a list of this night with an id, and its entries are ranked from 1.
  package mutating func add(_ list: RecommendationList) throws {
    check(list.date)
    guard let listId = list.listId else { preconditionFailure("a list without an id") }
    var encoder = PlayerListEncoder()
    encoder.begin()
    for (index, entry) in list.games.enumerated() {
      precondition(entry.rank == index + 1, "entry \(index) has the rank \(entry.rank)")
      encoder.add(game: try number(of: entry.gameId), score: entry.score)
      for reason in entry.reasons {
        precondition(
          (reason.gameId != nil) == reason.kind.namesGame
            && (reason.genre != nil) == reason.kind.namesGenre && (0...1).contains(reason.weight),
          "an inconsistent reason: \(reason)")
        let subject = try (reason.gameId ?? reason.genre?.rawValue).map { try number(of: $0) }
        encoder.add(
          reason: reason.kind, subject: subject,
          thousandths: Int((1000 * reason.weight).rounded()))
      }
      encoder.endEntry(
        probability: entry.probability, isPromoted: entry.promoted ?? false)
    }
    try add(encoder.list(userId: list.userId, listId: listId, source: list.source))
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
    try statements.similar.run([
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
      try statements.trending.run([
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
      try statements.popular.run([
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
    try statements.newRelease.run([
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
    try statements.announced.run([
      counts.announced.databaseValue, game.rank.databaseValue, DatabaseValue(exactly: game.gameId),
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

  private mutating func number(of text: String) throws -> Int {
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
    try statements.text.run([number.databaseValue, DatabaseValue(exactly: text)])
    return number
  }

  private static let maximumNumbers = 500_000

  private func check(_ date: Day) {
    precondition(date == night, "a list of \(date) cannot be published on the night of \(night)")
  }
}

/// The statements that insert lists, prepared once per night.
private struct ListStatements {
  let text: Statement
  let recommendations: Statement
  let similar: Statement
  let trending: Statement
  let popular: Statement
  let newRelease: Statement
  let announced: Statement

  init(_ database: Database) throws {
    text = try database.makeStatement(sql: "INSERT INTO list_texts VALUES (?, ?)")
    recommendations = try database.makeStatement(
      sql: "INSERT INTO recommendation_lists VALUES (?, ?, ?, ?)")
    similar = try database.makeStatement(sql: "INSERT INTO similar_lists VALUES (?, ?)")
    trending = try database.makeStatement(
      sql: "INSERT INTO trending_games VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
    popular = try database.makeStatement(
      sql: "INSERT INTO popular_games VALUES (?, ?, ?, ?, ?, ?)")
    newRelease = try database.makeStatement(
      sql: "INSERT INTO new_releases VALUES (?, ?, ?, ?, ?, ?)")
    announced = try database.makeStatement(
      sql: "INSERT INTO announced_games VALUES (?, ?, ?, ?, ?)")
  }
}

/// The encoded recommendations of one player.
package struct EncodedPlayerList: Sendable {
  package let userId: String
  package let listId: String
  package let source: RecommendationList.Source
  package let entries: String
}

/// Encodes the recommendations of players as JSON. It needs no store, so that all threads can
/// encode: texts are given by the numbers that `ListWriter.begin(texts:)` assigns.
///
/// An entry is `[game, score, reason, weight, reason, weight, probability]`. Missing members are
/// null, or left out at its end. The score has six significant digits, a weight is in thousandths,
/// and a reason is `ListSchema.reasonFactor` × the number of its game or genre (0 for none) + the
/// code of its kind. The rank of an entry is its index plus one.
package struct PlayerListEncoder: Sendable {
  private var bytes: [UInt8] = []
  private var reasons = 0

  package init() {}

  package mutating func begin() {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(UInt8(ascii: "["))
  }

  package mutating func add(game: Int, score: Double) {
    if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
    bytes.append(UInt8(ascii: "["))
    bytes.append(digitsOf: game)
    bytes.append(UInt8(ascii: ","))
    bytes.append(sixDigitsOf: score)
    reasons = 0
  }

  /// - Parameter subject: the number of the reason's game or genre; nil if its kind names none.
  /// - Precondition: the entry has at most one reason.
  package mutating func add(reason kind: ReasonKind, subject: Int?, thousandths: Int) {
    precondition(reasons < Self.maximumReasons, "an entry with more than two reasons")
    reasons += 1
    precondition(kind.code < ListSchema.reasonFactor, "the code of \(kind)")
    let code = ListSchema.reasonFactor * (subject ?? 0) + Int(kind.code)
    bytes.append(UInt8(ascii: ","))
    bytes.append(digitsOf: code)
    bytes.append(UInt8(ascii: ","))
    bytes.append(digitsOf: thousandths)
  }

  package mutating func endEntry(probability: Double?, isPromoted: Bool = false) {
    if probability != nil || isPromoted {
      for _ in reasons..<Self.maximumReasons { bytes += ",null,null".utf8 }
      bytes += ",\(probability.map { "\($0)" } ?? "null")".utf8
    }
    if isPromoted { bytes += ",1".utf8 }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Ends the list of the entries that were added since `begin`.
  package mutating func list(
    userId: String, listId: String, source: RecommendationList.Source
  ) -> EncodedPlayerList {
    bytes.append(UInt8(ascii: "]"))
    return EncodedPlayerList(
      userId: userId, listId: listId, source: source,
      entries: String(decoding: bytes, as: UTF8.self))
  }

  private static let maximumReasons = 2
}
