import FindieDomain
import FindieModels
import FindieModelsTestSupport
import FindieRanking
import Testing

struct GenreTasteTests {
  private let games = [
    Game(id: "a", title: "A", developerId: "d", genres: [.rpg, .puzzle]),
    Game(id: "b", title: "B", developerId: "d", genres: [.rpg]),
    Game(id: "c", title: "C", developerId: "d"),
    Game(id: "e", title: "E", developerId: "d", genres: [.horror, .horror]),
  ]

  @Test func `a taste is the weighted mean of the games' genres`() {
    let catalogue = VarietyCatalogue(
      games: games, content: ContentModel(games), positives: games.map { _ in 0 })
    var taste = GenreTaste()
    #expect(taste.isEmpty)
    #expect(taste[.rpg] == 0)
    // A game without genres has no effect.
    taste.add(game: 2, in: catalogue)
    #expect(taste.isEmpty)
    taste.add(game: 0, weight: 2, in: catalogue)
    taste.add(game: 1, weight: 1, in: catalogue)
    taste.add(game: 3, weight: 1, in: catalogue)
    // rpg (2 / 2 + 1) / 4, puzzle (2 / 2) / 4, horror 1 / 4 though it is named twice.
    #expect((taste[.rpg], taste[.puzzle], taste[.horror]) == (0.5, 0.25, 0.25))
    #expect(Genre.allCases.map { taste[$0] }.reduce(0, +) == 1)
  }
}
