import FindieDomain
import FindieSynthesis
import Foundation
import Testing

struct WorldParametersTests {
  @Test func `the defaults can be made`() {
    #expect(WorldParameters().problems.isEmpty)
  }

  @Test func `the first day is 3 July 2025 and the ninetieth 30 September`() {
    #expect(WorldParameters().firstDay.description == "2025-07-03")
    #expect(WorldParameters().lastDay.description == "2025-09-30")
  }

  @Test func `every problem is told at once`() {
    var parameters = WorldParameters()
    parameters.players = 1
    parameters.days = 3
    parameters.badLineShare = 2
    parameters.growth = .nan
    parameters.burstAccounts = 0
    #expect(
      parameters.problems == [
        "players is 1, must be 20 to 5000000", "days is 3, must be 14 to 3660",
        "growth is nan, must be 0.0 to 100.0", "badLineShare is 2.0, must be 0.0 to 1.0",
      ])
    #expect(throws: SynthesisFailure.invalidParameters(parameters.problems)) {
      try World(parameters)
    }
  }

  @Test func `what is not said keeps its default`() throws {
    let text = #"{"seed":5,"firstDay":"2024-02-29"}"#
    let parameters = try JSONDecoder().decode(WorldParameters.self, from: Data(text.utf8))
    var expected = WorldParameters()
    expected.seed = 5
    expected.firstDay = try #require(Day("2024-02-29"))
    #expect(parameters == expected)
  }

  @Test func `parameters survive a round trip`() throws {
    let parameters = MemoryWorld.commonParameters
    let data = try JSONEncoder().encode(parameters)
    #expect(try JSONDecoder().decode(WorldParameters.self, from: data) == parameters)
  }

  @Test func `a catalogue without enough games is refused with both numbers`() throws {
    let games = (0..<5).map { Game(id: "g\($0)", title: "Game", developerId: "d") }
    // 4 pairs and 6 more games are needed: 2 · 4 + 6 = 14.
    #expect(throws: SynthesisFailure.catalogueTooSmall(needed: 14, found: 5)) {
      try MemoryWorld(MemoryWorld.tinyParameters, over: games)
    }
  }
}
