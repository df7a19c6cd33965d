import FindieAnalytics
import FindieDomain
import FindieHistory
import FindieLab
import FindieTestSupport
import FindieWorkers
import Foundation

/// Generated interactions, in memory.
struct PlantedWorld {
  let truth: WorldTruth
  let games: [Game]
  private(set) var users: [User]
  var interactions: [SwipeInteraction]
  var clicks: [(user: String, game: String, instant: Timestamp)] = []

  private final class Files {
    var bytes: [String: [UInt8]] = [:]
  }

  init(seed: Int) throws {
    var parameters = WorldParameters()
    parameters.seed = UInt64(seed)
    parameters.players = 2500
    parameters.games = 200
    parameters.days = 56
    parameters.writesAnalytics = false
    let files = Files()
    truth = try World(parameters).write { path, bytes in
      files.bytes[path, default: []] += bytes
    }
    func records<Record: Decodable>(_ path: String) throws -> [Record] {
      // One array is decoded faster than many lines.
      var array = Data("[".utf8)
      for line in (files.bytes[path] ?? []).split(separator: UInt8(ascii: "\n")) {
        if array.count > 1 { array.append(UInt8(ascii: ",")) }
        array.append(contentsOf: line)
      }
      return try JSONDecoder().decode([Record].self, from: array + Data("]".utf8))
    }
    games = try records("games.ndjson")
    users = try records("users.ndjson")
    interactions = try files.bytes.keys.filter { $0.hasPrefix("interactions/") }.sorted()
      .flatMap { try records($0) as [SwipeInteraction] }
  }

  /// The worlds that tests share.
  static let shared = Tier.some(1...3, every: 3).map { seed in
    Result { try PlantedWorld(seed: seed) }
  }

  /// The day after the planted trend.
  var night: Day { truth.parameters.lastDay.adding(days: 1) }

  mutating func add(_ user: User) { users.append(user) }

  mutating func push(
    _ game: String, by user: String, _ action: SwipeAction = .like, on day: Day,
    session: String? = nil
  ) {
    let number = interactions.count
    interactions.append(
      SwipeInteraction(
        id: "push-\(number)", userId: user, gameId: game, action: action, timestamp: day.start,
        sessionId: session ?? "push-\(number)"))
  }

  func trending(
    on night: Day, _ parameters: TrendingParameters = TrendingParameters()
  ) -> TrendingGames {
    var table = EventTable(.interactions)
    for interaction in interactions {
      table.kinds.append(interaction.action.code)
      table.milliseconds.append(interaction.timestamp.milliseconds)
      table[.cardPosition].append(.nan)
      table[.viewSeconds].append(.nan)
      for column in table.collection.textColumns {
        let text =
          switch column {
          case .userId: interaction.userId
          case .gameId: interaction.gameId
          case .sessionId: interaction.sessionId
          default: ""
          }
        table[column].append(text.utf8.span)
      }
    }
    var logs = EventTable(.analytics)
    for click in clicks {
      logs.kinds.append(EventType.externalLinkClick.code)
      logs.milliseconds.append(click.instant.milliseconds)
      let texts: [TextColumn: String] = [.userId: click.user, .gameId: click.game]
      for column in logs.collection.textColumns {
        logs[column].append((texts[column] ?? "").utf8.span)
      }
    }
    let activity = Activity(
      interactions: table, analytics: logs, games: games, night: night,
      workers: Workers(threads: 2))
    return Trending(parameters).lists(activity, games: games, users: PackedRecords(users))[0]
  }
}
