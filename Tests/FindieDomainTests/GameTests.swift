import FindieDomain
import Testing

struct GameTests {
  private func game(
    _ status: ReleaseStatus, released: String? = nil, isActive: Bool = true
  ) -> Game {
    Game(
      id: "g", title: "Celeste", developerId: "d",
      releaseDate: released.flatMap { Timestamp(iso8601: $0) }, releaseStatus: status,
      isActive: isActive)
  }

  @Test(
    arguments: [
      (.released, nil, .out), (.earlyAccess, nil, .out), (.upcoming, nil, .announced),
      (.cancelled, nil, .withdrawn), (.released, "2025-09-30T23:59:59.999Z", .out),
      (.earlyAccess, "2025-09-30", .out), (.released, "2025-10-01", .announced),
      (.released, "2025-12-24", .announced), (.upcoming, "2020-01-01", .announced),
      (.cancelled, "2020-01-01", .withdrawn),
    ] as [(ReleaseStatus, String?, Availability)])
  func `a game is out if its status says so and its date is before the night`(
    status: ReleaseStatus, released: String?, expected: Availability
  ) throws {
    let night = try #require(Day("2025-10-01"))
    #expect(game(status, released: released).availability(on: night) == expected)
  }

  @Test func `a softly deleted game is withdrawn, whatever its status`() throws {
    let night = try #require(Day("2025-10-01"))
    #expect(game(.released, isActive: false).availability(on: night) == .withdrawn)
  }
}
