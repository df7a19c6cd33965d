import FindieAnalytics
import FindieDomain
import FindieLab
import Testing

/// Rings of accounts that push a game of generated data: up to ten never get it listed, and up to
/// thirty only flagged, below every other game.
struct PlantedRingTests {
  /// What the accounts of a ring do in the window.
  enum Behaviour: CaseIterable {
    case oneLikeADay, everyActionEveryDay, oneDay, oneDayEach, clicks, session, manyGames
  }

  enum Age: CaseIterable { case old, unknown, new, joinedBefore, players }

  @Test(arguments: PlantedWorld.shared.indices, Behaviour.allCases)
  func `rings of 1 to 30 accounts do not rank above a game that players like`(
    world index: Int, behaviour: Behaviour
  ) throws {
    // One ring of each size, each with its own game.
    let targets = targets(in: try PlantedWorld.shared[index].get())
    for age in Age.allCases {
      var world = try PlantedWorld.shared[index].get()
      for (size, target) in zip(1...30, targets) {
        Self.plant(size, on: target, behaviour, age, in: &world)
      }
      let listed = world.trending(on: world.night).games
      let clear = listed.filter(\.flags.isEmpty)
      #expect(clear.first?.gameId == world.truth.trending?.gameId, "\(age)")
      for (size, target) in zip(1...30, targets) {
        let entry = listed.first { $0.gameId == target }
        if size <= 10 { #expect(entry == nil, "\(size), \(age)") }
        #expect(entry?.flags != [], "\(size), \(age)")
        #expect(entry?.rank ?? .max > clear.count, "\(size), \(age)")
      }
    }
  }

  @Test func `if all accounts were believed, small rings would be listed`() throws {
    var world = try PlantedWorld.shared[0].get()
    let target = try #require(targets(in: world).first)
    Self.plant(10, on: target, .oneDay, .old, in: &world)
    var parameters = TrendingParameters()
    (parameters.listedWithout, parameters.unflaggedWithout) = (0, 0)
    let entry = world.trending(on: world.night, parameters).games.first { $0.gameId == target }
    #expect(try #require(entry).flags.isEmpty)
  }

  /// Thirty released games that do not rise by themselves, from all parts of the catalogue.
  private func targets(in world: PlantedWorld) -> [String] {
    var parameters = TrendingParameters()
    (parameters.listedWithout, parameters.listLength) = (0, 1000)
    let rising = Set(world.trending(on: world.night, parameters).games.map(\.gameId))
    let out = world.games.filter { $0.availability(on: world.night.adding(days: -30)) == .out }
    return out.map(\.id).filter { !rising.contains($0) }.sorted().prefix(30).map { $0 }
  }

  private static func plant(
    _ size: Int, on game: String, _ behaviour: Behaviour, _ age: Age, in world: inout PlantedWorld
  ) {
    let night = world.night
    let elders = world.users.filter {
      $0.joinedDate.map { $0.day < night.adding(days: -60) } ?? false
    }
    for number in 0..<size {
      var user = "ring-\(size)-\(number)"
      switch age {
      case .unknown: break
      case .players: user = elders[(31 * size + number) % elders.count].id
      case .old: world.add(User(id: user, joinedDate: night.adding(days: -400).start))
      case .new: world.add(User(id: user, joinedDate: night.adding(days: -1 - number % 3).start))
      case .joinedBefore:
        world.add(User(id: user, joinedDate: night.adding(days: -10 - number % 20).start))
      }
      for back in 1...7 {
        let day = night.adding(days: -back)
        switch behaviour {
        case .oneLikeADay: world.push(game, by: user, on: day)
        case .everyActionEveryDay:
          for action in [SwipeAction.like, .superLike, .wishlist, .share, .viewDetails] {
            world.push(game, by: user, action, on: day)
          }
        case .oneDay: if back == 1 { world.push(game, by: user, .superLike, on: day) }
        case .oneDayEach:
          if back == 1 + number % 7 { world.push(game, by: user, .wishlist, on: day) }
        case .clicks:
          // Each account has an id in both records.
          if back > 1 { world.push(game, by: user, .share, on: day) }
          world.clicks.append((user: "hash-\(user)", game: game, instant: day.start))
        case .session: world.push(game, by: user, on: day, session: "ring-\(size)-\(back)")
        case .manyGames:
          world.push(game, by: user, .superLike, on: day)
          for other in world.games.prefix(200) where other.id.utf8.last == game.utf8.last {
            world.push(other.id, by: user, on: day.adding(days: -7))
          }
        }
      }
    }
  }
}
