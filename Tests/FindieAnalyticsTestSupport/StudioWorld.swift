package import FindieAnalytics
package import FindieDomain
import FindieHistory
import FindieTestSupport
import FindieWorkers

/// Seeded events of a few games of one studio, with every field of the cuts.
package struct StudioWorld {
  /// A Tuesday: the last ISO week ended two days ago.
  package static let night = day(210)

  package let swipes: [Swipe]
  package let logs: [Log]
  package let games: [Game]
  package let users: [User]

  package static let devices = [
    "iPhone", "iPhone", "iPhone", "iPhone", "iPad", "iPad", "", "Watch",
  ]
  package static let versions = ["1.0", "1.1", "1.1", "2.0-beta", ""]
  package static let shops = ["steam", "steam", "steam", "itchio", ""]
  package static let campaigns = ["newsletter", "newsletter", "ad", "", "", ""]
  package static let countries = ["US", "US", "US", "DE", "DE", "JP", "", "nowhere"]
  package static let surfaces = [
    "personal", "personal", "personal", "trending", "similar", "new", "nowhere", "",
  ]

  /// - Parameters:
  ///   - players: the number of players of each record.
  ///   - spread: the ratio of the events of the first game to those of the last.
  package init(seed: UInt64, games count: Int, players: Int, events: Int, spread: Int = 3) {
    var random = SeededGenerator(seed: seed)
    var users: [User] = []
    // Players are active for a limited time, so that periods have different players.
    var stays: [(first: Int, last: Int, device: Int, genres: [String])] = []
    for number in 0..<players {
      let first = Int.random(in: 0..<210, using: &random)
      let genres = Genre.allCases.filter { _ in Int.random(in: 0..<6, using: &random) == 0 }
      var user = User(id: "u\(number)")
      if number.isMultiple(of: 2) { user.favoriteGenres = genres }
      users.append(user)
      stays.append(
        (
          first, min(209, first + Int.random(in: 0..<120, using: &random)),
          Int.random(in: 0..<Self.devices.count, using: &random), genres.map(\.rawValue)
        ))
    }
    var swipes: [Swipe] = []
    var logs: [Log] = []
    for _ in 0..<events {
      let player = Int.random(in: 0..<players, using: &random)
      let stay = stays[player]
      let on = day(Int.random(in: stay.first...stay.last, using: &random))
      let draw = Int.random(in: 0..<spread, using: &random)
      let game = "g\(draw == 0 ? Int.random(in: 0..<count, using: &random) : 0)"
      let genres = player.isMultiple(of: 3) ? stay.genres : []
      if Int.random(in: 0..<3, using: &random) == 0 {
        swipes.append(
          Swipe(
            user: "u\(player)", game: game,
            action: SwipeAction.allCases.randomElement(using: &random) ?? .like, day: on,
            viewSeconds: Bool.random(using: &random)
              ? .nan : looked(Int.random(in: 1..<400, using: &random)),
            position: Float(Int.random(in: -1..<12, using: &random)), genres: genres))
      } else {
        let type = EventType.allCases.randomElement(using: &random) ?? .gameView
        logs.append(
          Log(
            user: "h\(player)", game: game, type: type, day: on,
            device: Int.random(in: 0..<9, using: &random) == 0
              ? "iPad" : Self.devices[stay.device],
            version: Self.versions.randomElement(using: &random) ?? "",
            shop: type == .externalLinkClick
              ? Self.shops.randomElement(using: &random) ?? "" : "",
            surface: Self.surfaces.randomElement(using: &random) ?? "",
            campaign: type == .externalLinkClick
              ? Self.campaigns.randomElement(using: &random) ?? "" : "",
            country: Self.countries[(player + stay.device) % Self.countries.count],
            genres: genres))
      }
    }
    self.swipes = swipes
    self.logs = logs
    self.users = users
    games = (0..<count).map { number in
      var game = Game(
        id: "g\(number)", title: "Game \(number)", developerId: "dev", genres: [.rpg])
      game.releaseDate = Self.night.adding(days: -100).start
      return game
    }
  }

  package func counting(
    _ setting: StudioSetting = StudioSetting(), on night: Day = night, threads: Int = 1
  ) -> StudioCounting {
    StudioCounting(
      EventsByGame([
        EventTable(swipes.filter { $0.day < night }), EventTable(logs.filter { $0.day < night }),
      ]), games: games,
      night: night, setting: setting, workers: Workers(threads: threads))
  }

  package var numbers: StudioNumbers { numbers(on: Self.night) }

  package func numbers(on night: Day) -> StudioNumbers {
    counting(on: night).numbers(ofGames: Array(games.indices), followers: 7)
  }
}

/// Seconds of a view; for one in twenty the app missed the end.
private func looked(_ eighths: Int) -> Float { eighths < 20 ? 1e13 : Float(eighths) / 8 }

extension Tally {
  /// The counts without the design effect, which depends on the players.
  package var counts: Tally {
    var own = self
    own.designEffect = 1
    return own
  }
}
