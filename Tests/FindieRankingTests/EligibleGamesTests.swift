import FindieDomain
import FindieModelsTestSupport
import FindieRanking
import Testing

/// The games that lists may show.
struct EligibleGamesTests {
  /// Studio d has four games, one of them deleted; e has one, and two games have no studio.
  private let games = [
    Game(id: "a", title: "A", developerId: "d", genres: [.rpg, .indie], tags: ["pixel", "cozy"]),
    Game(id: "b", title: "B", developerId: "d", genres: [.rpg], tags: ["cozy"]),
    Game(id: "c", title: "C", developerId: "d", releaseStatus: .upcoming),
    Game(id: "d", title: "D", developerId: "d", isActive: false),
    Game(id: "e", title: "E", developerId: "e", genres: [.puzzle], releaseStatus: .earlyAccess),
    Game(id: "f", title: "F", developerId: "", tags: ["Cozy"]),
    Game(id: "g", title: "G", developerId: ""),
  ]

  private func eligible(_ change: (inout EligibleGames) -> Void) -> String {
    var conditions = EligibleGames()
    change(&conditions)
    return zip(games, conditions.isEligible(games)).filter(\.1).map(\.0.id).joined()
  }

  @Test func `by default all games are eligible`() {
    #expect(eligible { _ in } == "abcdefg")
  }

  @Test func `a game needs one of the genres, tags, statuses or ids`() {
    #expect(eligible { $0.genres = [.indie, .puzzle] } == "ae")
    #expect(eligible { $0.tags = ["cozy", "none"] } == "ab")
    #expect(eligible { $0.releaseStatuses = [.earlyAccess, .upcoming] } == "ce")
    #expect(eligible { $0.ids = ["g", "b", "nothing"] } == "bg")
  }

  @Test func `the games of a studio are counted without deleted ones`() {
    #expect(eligible { $0.maximumStudioGames = 3 } == "abcdefg")
    #expect(eligible { $0.maximumStudioGames = 2 } == "efg")
    #expect(eligible { $0.maximumStudioGames = 1 } == "efg")
  }

  @Test func `a game has to meet all conditions`() {
    #expect(eligible { ($0.genres, $0.tags) = ([.rpg], ["pixel"]) } == "a")
    #expect(eligible { ($0.genres, $0.maximumStudioGames) = ([.rpg], 1) }.isEmpty)
  }

  @Test func `unknown tags and ids are found`() {
    var conditions = EligibleGames()
    conditions.tags = ["cozy", "Pixel"]
    conditions.ids = ["a", "x", "y"]
    let unknown = conditions.unknown(in: games)
    #expect(unknown.tags == ["Pixel"] && unknown.ids == ["x", "y"])
  }

  @Test func `the filter of a game that is not eligible comes after those of unavailable games`() {
    let eligibility = Eligibility(
      games: games, on: night, currency: "USD",
      isEligible: [true, false, false, false, true, true, true])
    #expect(eligibility.isOut == [true, false, false, false, true, true, true])
    let filters = games.indices.map {
      eligibility.filter(of: $0, isListed: true, for: Eligibility.Preferences(nil))
    }
    #expect(filters == [nil, .ineligible, .unreleased, .inactive, nil, nil, nil])
  }
}
