import FindieAnalytics
import FindieDomain
import FindieHistory
import FindieLab
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// The trending games of generated data, compared with the planted ones.
struct PlantedTrendTests {
  @Test(arguments: PlantedWorld.shared.indices)
  func `the planted trending game is first, on each of its last days`(world: Int) throws {
    let world = try PlantedWorld.shared[world].get()
    for night in [0, 1, 2].map({ world.night.adding(days: -$0) }) {
      let list = world.trending(on: night)
      #expect(list.games.first?.gameId == world.truth.trending?.gameId, "\(night)")
      #expect(list.games.first?.flags == [], "\(night)")
    }
  }

  @Test(arguments: PlantedWorld.shared.indices)
  func `the planted burst of fresh accounts does not raise its game's lift`(world: Int) throws {
    let world = try PlantedWorld.shared[world].get()
    let burst = try #require(world.truth.burst)
    var calm = world
    calm.interactions.removeAll { burst.userIds.contains($0.userId) }
    func entry(_ world: PlantedWorld, _ night: Day, fresh: Int = 3) -> TrendingGames.Entry? {
      var parameters = TrendingParameters()
      parameters.freshAccountDays = fresh
      // A dozen accounts are too few to be listed.
      parameters.listedWithout = 0
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
}
