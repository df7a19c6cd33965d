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
  private var prices: [PriceSeries] = []
  private var annotations: [Annotation] = []

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
    prices = try Self.lines(folder, "prices").map {
      try decoder.decode(PriceSeries.self, from: $0)
    }
    annotations = try Self.lines(folder, "annotations").enumerated().map { number, line in
      let note = try decoder.decode(Note.self, from: line)
      return Annotation(
        id: "n\(number)", day: try #require(Day(note.day)), text: note.text, gameId: note.gameId,
        developerId: note.developerId, isActive: note.isActive)
    }
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
      EventsByGame([interactions, analytics]), games: games, night: night,
      setting: setting, workers: workers)
    let activity = Activity(
      interactions: interactions, analytics: analytics, games: games, night: night,
      workers: workers)
    let reports = NightReports(
      of: Catalogue(
        games: games, developers: developers, users: users, annotations: annotations),
      activity, counting, prices: PriceParameters().compared(prices))
    try reports.studios.each(workers) {
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
        process.waitForEnd()
      }
      return data.split(separator: UInt8(ascii: "\n")).map { Data($0) }
    }
  }
}

private struct Studio: Decodable {
  var id, studioName: String
  var followerCount: Int?
}

private struct Note: Decodable {
  var day, text: String
  var gameId, developerId: String?
  var isActive: Bool
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
