import FindieDomain
import FindieLab
import Testing

struct WorldParametersTests {
  @Test func `the defaults are valid`() {
    #expect(WorldParameters().problems.isEmpty)
  }

  @Test func `the first day is 3 July 2025 and the ninetieth 30 September`() {
    #expect(WorldParameters().firstDay.description == "2025-07-03")
    #expect(WorldParameters().lastDay.description == "2025-09-30")
  }

  @Test func `every problem is reported at once`() throws {
    var parameters = WorldParameters()
    parameters.players = 1
    parameters.days = 3
    parameters.duplicateShare = .nan
    parameters.firstDay = try #require(Day("1815-06-18"))
    #expect(
      parameters.problems == [
        "players is 1, must be 24 to 5000000", "the year of firstDay is 1815, must be 1972 to 2200",
        "days is 3, must be 14 to 3660", "duplicateShare is nan, must be 0.0 to 1.0",
      ])
    #expect(throws: LabFailure.invalidParameters(parameters.problems)) {
      try World(parameters)
    }
  }

  @Test func `a catalogue without enough games is refused with both numbers`() throws {
    var parameters = MemoryWorld.tinyParameters
    parameters.games = 20
    // 8 pairs of twins and 6 more games are needed: 2 · 8 + 6 = 22.
    #expect(throws: LabFailure.self) { try MemoryWorld(parameters) }
  }
}
