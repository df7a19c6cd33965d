import FindieAnalytics
import FindieDomain
import FindieHistory
import FindieReports
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// The collections of a folder of NDJSON, plain or compressed, read by Foundation: clean lines
/// only.
struct LineWorld {
  private var games: [Game] = []
  private var developers: [Developer] = []
  private var users: [User] = []
  private var interactions = EventTable(.interactions)
  private var analytics = EventTable(.analytics)

  init(_ folder: URL) throws {
    let decoder = JSONDecoder()
    games = try Self.lines(folder, "games").map { try decoder.decode(Game.self, from: $0) }
    developers = try Self.lines(folder, "developers").map {
      let studio = try decoder.decode(Studio.self, from: $0)
      var developer = Developer(id: studio.id, studioName: studio.studioName)
      developer.followerCount = studio.followerCount
      return developer
    }
    users = try Self.lines(folder, "users").map { try decoder.decode(User.self, from: $0) }
    for line in try Self.lines(folder, "interactions") {
      let swipe = try decoder.decode(Swipe.self, from: line)
      interactions.kinds.append(swipe.action.code)
      interactions.milliseconds.append(swipe.timestamp.milliseconds)
      interactions[.cardPosition].append(swipe.cardPosition ?? .nan)
      interactions[.viewSeconds].append(swipe.viewDuration ?? .nan)
      Self.append(
        [
          .userId: swipe.userId, .gameId: swipe.gameId, .sessionId: swipe.sessionId,
          .userGenrePreferences: swipe.userGenrePreferences?.joined(separator: "\u{1F}"),
        ], to: &interactions)
    }
    for line in try Self.lines(folder, "analytics") {
      let event = try decoder.decode(Log.self, from: line)
      analytics.kinds.append(event.eventType.code)
      analytics.milliseconds.append(event.timestamp.milliseconds)
      Self.append(
        [
          .userId: event.anonymousUserId, .gameId: event.gameId, .sessionId: event.sessionId,
          .userGenrePreferences: event.userGenrePreferences?.joined(separator: "\u{1F}"),
          .deviceType: event.deviceType, .appVersion: event.appVersion, .shop: event.shop,
          .surface: event.surface, .campaign: event.campaign,
          .country: event.country,
        ], to: &analytics)
    }
  }

  func writeReports(
    of night: Day, calendar: ReportCalendar, minimumPlayers: Int, to folder: URL
  ) throws {
    let workers = Workers(threads: 2)
    var setting = StudioSetting()
    setting.calendar = calendar
    setting.suppression = Suppression(minimumPlayers: minimumPlayers)
    let counting = StudioCounting(
      interactions: interactions, analytics: analytics, games: games, night: night,
      setting: setting, workers: workers)
    let activity = Activity(
      interactions: interactions, analytics: analytics, games: games, night: night,
      workers: workers)
    let reports = NightReports(
      of: Catalogue(games: games, developers: developers, users: users), activity, counting)
    try reports.eachStudio(workers) {
      $0
    } take: { files in
      for file in files where file.path.hasSuffix(".json") {
        let url = folder.appending(path: file.path)
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(file.bytes).write(to: url)
      }
    }
  }

  private static func append(_ texts: [TextColumn: String?], to table: inout EventTable) {
    for column in table.collection.textColumns {
      table[column].append(((texts[column] ?? nil) ?? "").utf8.span)
    }
  }

  private static func lines(_ folder: URL, _ name: String) throws -> [Data] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    return try paths.filter { path in
      path.contains(".ndjson")
        && path.split(whereSeparator: { "./-".contains($0) }).first.map(String.init) == name
    }.flatMap { path -> [Data] in
      let url = folder.appending(path: path)
      var data = try Data(contentsOf: url)
      if url.pathExtension == "gz" {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/gzip")
        process.arguments = ["-dc", url.path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        data = try pipe.output()
        process.waitUntilExit()
      }
      return data.split(separator: UInt8(ascii: "\n")).map { Data($0) }
    }
  }
}

private struct Studio: Decodable {
  var id, studioName: String
  var followerCount: Int?
}

private struct Swipe: Decodable {
  var userId, gameId, sessionId: String
  var action: SwipeAction
  var timestamp: Timestamp
  var cardPosition, viewDuration: Float?
  var userGenrePreferences: [String]?
}

private struct Log: Decodable {
  var anonymousUserId, gameId, sessionId: String
  var eventType: EventType
  var timestamp: Timestamp
  var userGenrePreferences: [String]?
  var deviceType, appVersion, shop, surface, campaign, country: String?
}

extension LineWorld {
  /// Writes seeded data of five studios, with enough players for many cells and few enough for
  /// gaps.
  static func write(to folder: URL, before night: Day, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let genres = Genre.allCases.map(\.rawValue)
    func encode(_ lines: [[String: Any]], _ name: String) throws {
      let data = try lines.map {
        try JSONSerialization.data(withJSONObject: $0, options: .sortedKeys)
      }
      try Data(data.joined(separator: Data("\n".utf8)))
        .write(to: folder.appending(path: name + ".ndjson"))
    }
    let games = (0..<40).map { number -> [String: Any] in
      var game: [String: Any] = [
        "id": "g\(number)", "title": "Game \(number)", "developerId": "d\(min(number / 4, 4))",
        "genres": [number % 3 == 0 ? "rpg" : "puzzle", "indie"], "tags": [String](),
        "platforms": ["steam"], "releaseStatus": "released", "isFree": true, "isActive": true,
      ]
      if number % 5 > 0 {
        game["releaseDate"] =
          "\(night.adding(days: -Int.random(in: 10..<120, using: &random)))T00:00:00Z"
      }
      return game
    }
    try encode(games, "games")
    try encode(
      (0..<5).map { number in
        var studio: [String: Any] = [
          "id": "d\(number)", "studioName": "Studio \(number)", "publishedGameIds": [String](),
          "isVerified": false, "isActive": true,
        ]
        if number > 1 { studio["followerCount"] = number * 7 }
        return studio
      }, "developers")
    let likes = (0..<250).map { _ in
      genres.filter { _ in Int.random(in: 0..<5, using: &random) == 0 }
    }
    try encode(
      likes.enumerated().map { number, own in
        [
          "id": "u\(number)", "username": "u\(number)", "displayName": "u\(number)",
          "accountType": "player", "favoriteGenres": own, "preferredPlatforms": ["steam"],
          "priceRange": "any", "friendIds": [String](),
        ]
      }, "users")
    var swipes: [[String: Any]] = []
    var logs: [[String: Any]] = []
    for number in 0..<24_000 {
      let player = Int.random(in: 0..<250, using: &random)
      let back = Int.random(in: 1...(player % 7 == 0 ? 20 : 230), using: &random)
      let instant = Timestamp(
        milliseconds: night.adding(days: -back).start.milliseconds
          + Int64.random(in: 0..<86_400_000, using: &random))
      let game = "g\(Int.random(in: 0..<Int.random(in: 1...41, using: &random), using: &random))"
      var line: [String: Any] = [
        "gameId": game, "timestamp": instant.description, "sessionId": "s",
      ]
      if player % 3 == 0 { line["userGenrePreferences"] = likes[player] }
      if number % 3 == 0 {
        line["id"] = "i\(number)"
        line["userId"] = "u\(player)"
        line["action"] = SwipeAction.allCases.randomElement(using: &random)?.rawValue
        line["cardPosition"] = 0
        if number % 2 == 0 { line["viewDuration"] = Double.random(in: 0..<40, using: &random) }
        swipes.append(line)
      } else {
        line["eventId"] = "a\(number)"
        line["anonymousUserId"] = "h\(player)"
        line["developerId"] = "d"
        line["eventType"] = EventType.allCases.randomElement(using: &random)?.rawValue
        line["deviceType"] = ["iPhone", "iPhone", "iPhone", "iPad"][player % 4]
        line["appVersion"] = ["1.0", "1.0", "1.1", "2.0", "3.0-beta"].randomElement(using: &random)
        if number % 5 > 0 { line["shop"] = ["steam", "steam", "itchio", "gog"][player % 4] }
        line["surface"] = ["personal", "personal", "trending", "new", "elsewhere"]
          .randomElement(using: &random)
        if number % 4 == 0 { line["campaign"] = ["newsletter", "ad / video"][player % 2] }
        if player % 9 > 0 { line["country"] = ["US", "US", "DE", "KR"][player % 4] }
        logs.append(line)
      }
    }
    try encode(swipes, "interactions")
    try encode(logs, "analytics")
  }
}
