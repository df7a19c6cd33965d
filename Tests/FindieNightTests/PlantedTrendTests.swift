import FindieAnalytics
import FindieDomain
import FindieHistory
import FindieSynthesis
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// The trending games of generated data, compared with the planted ones.
struct PlantedTrendTests {
  private static let worlds = [1, 2, 3].map { seed in Result { try PlantedWorld(seed: seed) } }

  @Test(arguments: [0, 1, 2])
  func `the planted trending game is first, on each of its last days`(world: Int) throws {
    let world = try Self.worlds[world].get()
    for night in [0, 1, 2].map({ world.truth.trending.lastDay.adding(days: 1 - $0) }) {
      let list = world.trending(on: night)
      #expect(list.games.first?.gameId == world.truth.trending.gameId, "\(night)")
      #expect(list.games.first?.flags == [], "\(night)")
    }
  }

  @Test(arguments: [0, 1, 2])
  func `the planted burst of fresh accounts does not raise its game's lift`(world: Int) throws {
    let world = try Self.worlds[world].get()
    let burst = world.truth.burst
    var calm = world
    calm.interactions.removeAll { burst.userIds.contains($0.userId) }
    func entry(_ world: PlantedWorld, _ night: Day, fresh: Int = 3) -> TrendingGames.Entry? {
      var parameters = TrendingParameters()
      parameters.freshAccountDays = fresh
      return world.trending(on: night, parameters).games.first { $0.gameId == burst.gameId }
    }
    for night in [1, 2].map({ burst.day.adding(days: $0) }) {
      let pushed = entry(world, night)
      #expect(pushed?.lift == entry(calm, night)?.lift, "\(night)")
      #expect(pushed?.rank ?? 9 > 1)
      // If fresh accounts counted it would rise, so the test can fail.
      let believed = try #require(entry(world, night, fresh: 0))
      #expect(believed.lift > 1.5 * (pushed?.lift ?? 1), "\(night)")
    }
  }

  @Test(arguments: [0, 1, 2])
  func `three established accounts do not make a game trend`(world: Int) throws {
    var world = try Self.worlds[world].get()
    let game = world.truth.burst.gameId
    let night = world.truth.trending.lastDay.adding(days: 1)
    let old = world.users.filter { $0.joinedDate.map { $0.day < night.adding(days: -60) } ?? false }
    // No other player has events of the game.
    world.interactions.removeAll { $0.gameId == game }
    for (number, user) in old.prefix(3).enumerated() {
      for back in 1...7 {
        world.push(game, by: user.id, on: night.adding(days: -back), number: number)
      }
    }
    var parameters = TrendingParameters()
    parameters.listLength = 1000
    let list = world.trending(on: night, parameters).games
    #expect(list.first?.gameId == world.truth.trending.gameId)
    #expect(!list.contains { $0.gameId == game })
    // With a minimum of one player it would be in the list, so the test can fail.
    parameters.independentPlayers = 1
    let believed = try #require(
      world.trending(on: night, parameters).games.first { $0.gameId == game })
    #expect(believed.lowerBound > 1)
  }
}

/// Generated interactions, in memory.
private struct PlantedWorld {
  let truth: WorldTruth
  let games: [Game]
  let users: [User]
  var interactions: [SwipeInteraction]

  private final class Files {
    var bytes: [String: [UInt8]] = [:]
  }

  init(seed: Int) throws {
    var parameters = WorldParameters()
    parameters.seed = UInt64(seed)
    parameters.players = 1500
    parameters.games = 200
    parameters.days = 56
    parameters.writesAnalytics = false
    let files = Files()
    truth = try World(parameters).write { path, bytes in
      files.bytes[path, default: []] += bytes
    }
    func records<Record: Decodable>(_ path: String) throws -> [Record] {
      try (files.bytes[path] ?? []).split(separator: UInt8(ascii: "\n"))
        .map { try JSONDecoder().decode(Record.self, from: Data($0)) }
    }
    games = try records("games.ndjson")
    users = try records("users.ndjson")
    interactions = try files.bytes.keys.filter { $0.hasPrefix("interactions/") }.sorted()
      .flatMap { try records($0) as [SwipeInteraction] }
  }

  mutating func push(_ game: String, by user: String, on day: Day, number: Int) {
    interactions.append(
      SwipeInteraction(
        id: "push-\(number)-\(day)", userId: user, gameId: game, action: .like,
        timestamp: day.start, sessionId: "push-\(number)-\(day)"))
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
      let texts: [TextColumn: String] = [
        .userId: interaction.userId, .gameId: interaction.gameId,
        .sessionId: interaction.sessionId,
      ]
      for column in table.collection.textColumns {
        table[column].append((texts[column] ?? "").utf8.span)
      }
    }
    let activity = Activity(
      interactions: table, analytics: EventTable(.analytics), games: games, night: night,
      workers: Workers(threads: 2))
    return Trending(parameters).lists(activity, games: games, users: users)[0]
  }
}
