import FindieDomain
import FindieRanking
import FindieHistory
import FindieModels
import FindieModelsTestSupport
import FindieWorkers
import Testing

/// The protocol of a published benchmark, with given training, fold-in and test.
struct GivenSplitTests {
  private func matrix(
    _ pairs: [(String, String)], games: [String]? = nil, action: SwipeAction = .like
  ) -> InteractionMatrix {
    InteractionMatrix(
      interactions: EventTable(
        pairs.map { Act(user: $0.0, game: $0.1, action: action) }), wishlists: [], users: [],
      games: games ?? Array(Set(pairs.map(\.1))), on: night, parameters: MatrixParameters(),
      workers: Workers(threads: 1))
  }

  private let train = [("a", "x"), ("a", "y"), ("b", "y"), ("b", "z"), ("c", "w")]
  private let games = ["w", "x", "y", "z"]

  @Test func `test players are scored from their fold-in, which is not used for training`() {
    let split = Split.given(
      train: matrix(train), foldIn: matrix([("q", "x"), ("r", "y"), ("s", "z")], games: games),
      test: matrix([("q", "y"), ("q", "z"), ("r", "w")]))
    #expect(split.train == matrix(train).observed)
    #expect(split.players == ["q", "r"])
    #expect(
      split.profiles.dense.map { $0.map { $0 > 0 } } == [
        [false, true, false, false], [false, false, true, false],
      ])
    #expect(split.excluded.columns(ofRow: 0) == [1])
    #expect(split.heldOut == [[2, 3], [0]])
    #expect(split.unreachable == [0, 0])
    #expect(split.candidates == [true, true, true, true])
    #expect(split.design.notes == [])
    #expect(split.design.method == .given(hasFoldIn: true))
  }

  @Test func `without a fold-in the profile is the training row`() {
    let split = Split.given(
      train: matrix(train), foldIn: nil, test: matrix([("b", "x"), ("c", "y")]))
    #expect(split.players == ["b", "c"])
    #expect(split.profiles == matrix(train).observed.gathering([1, 2]))
    #expect(split.excluded.columns(ofRow: 0) == [2, 3])
    #expect(split.heldOut == [[1], [2]])
  }

  @Test func `players without a profile are counted and not tested`() {
    let split = Split.given(
      train: matrix(train), foldIn: matrix([("q", "x"), ("n", "unknown")], games: games),
      test: matrix([("q", "y"), ("a", "z"), ("n", "x")]))
    #expect(split.players == ["q"])
    #expect(
      split.design.notes == [
        .withoutProfile(players: 2), .unknownGames(lines: 1),
      ])
  }

  @Test func `games that occur only in the test are counted as misses`() {
    let split = Split.given(
      train: matrix(train), foldIn: nil,
      test: matrix([("a", "new"), ("a", "z"), ("b", "new"), ("b", "newer")]))
    #expect(split.players == ["a", "b"])
    #expect(split.heldOut == [[3], []])
    #expect(split.unreachable == [1, 2])
    #expect(
      split.design.notes
        == [.untrained(games: 2, misses: 3)])
  }

  @Test func `games of the profile are removed from the test`() {
    let split = Split.given(
      train: matrix(train), foldIn: nil, test: matrix([("a", "x"), ("a", "z"), ("b", "y")]))
    #expect(split.players == ["a"])
    #expect(split.heldOut == [[3]])
    #expect(
      split.design.notes
        == [.known(pairs: 2)])
  }

  @Test func `games that the profile only skipped stay in the test`() {
    let acts = [
      Act(user: "q", game: "x", action: .like), Act(user: "q", game: "y", action: .skip),
      Act(user: "q", game: "z", action: .dislike),
    ]
    let foldIn = InteractionMatrix(
      interactions: EventTable(acts), wishlists: [], users: [], games: games, on: night,
      parameters: MatrixParameters(), workers: Workers(threads: 1))
    let split = Split.given(
      train: matrix(train), foldIn: foldIn, test: matrix([("q", "y"), ("q", "z")]))
    #expect(split.heldOut == [[2]])
    #expect(split.excluded.columns(ofRow: 0) == [1, 3])
    #expect(split.skips.columns(ofRow: 0) == [2])
    #expect(split.design.notes == [.known(pairs: 1)])
  }

  @Test func `dislikes are not held-out positives`() {
    let split = Split.given(
      train: matrix(train), foldIn: nil, test: matrix([("a", "z")], action: .dislike))
    #expect(split.players == [])
    #expect(split.design.notes == [])
  }

  @Test func `fold-in players that are also in the training are reported`() {
    let split = Split.given(
      train: matrix(train), foldIn: matrix([("a", "z")], games: games),
      test: matrix([("a", "w")]))
    #expect(
      split.design.notes == [.alsoTrained(players: 1)])
    #expect(split.profiles.count == 1)
  }
}
