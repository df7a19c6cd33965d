import FindieDomain
import FindieModels
import FindieModelsTestSupport
import FindieRanking
import FindieWorkers
import Testing

struct NeighborTableTests {
  /// Game 0 is similar to 1 by players and to 2 by tags, game 1 to none, game 2 to 0.
  private func table() throws -> NeighborTable {
    try #require(
      NeighborTable(
        offsets: [0, 2, 2, 3], games: [1, 2, 0], scores: [0.5, 0.25, 0.75], carriers: [1, 0, 0]))
  }

  @Test func `a table comes back from its columns`() throws {
    let table = try table()
    #expect(
      NeighborTable(
        offsets: table.offsets, games: table.games, scores: table.scores,
        carriers: table.carriers) == table)
    #expect(table.count == 3)
  }

  @Test func `a table has the lists that were appended`() {
    let games = [game("a", [.rpg]), game("b", [.rpg]), game("c", [.puzzle])]
    let neighbors = SimilarityModel(
      content: ContentModel(games), observed: SparseRows(dense: [], columns: 3),
      minimumPlayers: 1, editions: Editions(games), parameters: SimilarityParameters()
    ).neighbors(isListed: [true, true, true], workers: Workers(threads: 1))
    let table = NeighborTable(neighbors)
    #expect(table.offsets == [0, 1, 2, 2])
    #expect(table.games == [1, 0])
    // Equal content: the full scale of the tags.
    #expect(table.scores == [0.05, 0.05])
    #expect(table.list(ofGame: 0, date: night, games: games).games.map(\.carriedBy) == [.tags])
  }

  @Test func `a list is the app's own`() throws {
    let table = try table()
    let games = ["a", "b", "c"].map { game($0) }
    #expect(
      table.list(ofGame: 0, date: night, games: games)
        == SimilarGames(
          gameId: "a", date: night,
          games: [
            .init(gameId: "b", rank: 1, score: 0.5, carriedBy: .players),
            .init(gameId: "c", rank: 2, score: 0.25, carriedBy: .tags),
          ]))
    #expect(table.list(ofGame: 1, date: night, games: games).games.isEmpty)
    #expect(table.list(ofGame: 2, date: night, games: games).games.map(\.rank) == [1])
  }

  @Test(
    arguments: [
      // No offset; not from 0; not to the end; descending; a score too few; an invalid carrier; an
      // invalid game.
      ([], [0, 0], [1, 1], [0, 0]), ([1, 2], [0, 0], [1, 1], [0, 0]),
      ([0, 1], [0, 0], [1, 1], [0, 0]), ([0, 2, 1, 2], [0, 0], [1, 1], [0, 0]),
      ([0, 2], [0, 0], [1], [0, 0]), ([0, 2], [0, 0], [1, 1], [0]),
      ([0, 2], [0, 0], [1, 1], [0, 2]), ([0, 2], [0, 1], [1, 1], [0, 0]),
    ] as [([Int], [UInt32], [Float], [UInt8])])
  func `damaged columns do not form a table`(
    of: (offsets: [Int], games: [UInt32], scores: [Float], carriers: [UInt8])
  ) {
    #expect(
      NeighborTable(
        offsets: of.offsets, games: of.games, scores: of.scores, carriers: of.carriers) == nil)
  }
}

struct RecommendationTableTests {
  private struct Columns {
    var sources: [UInt8] = [0, 2]
    var offsets = [0, 2, 3]
    var games: [UInt32] = [1, 0, 1]
    var scores: [Float] = [0.5, 0.25, 1]
    /// A liked and a viewed game; a genre and no second reason; popular and none.
    var reasonKinds: [UInt8] = [0, 5, 6, 255, 8, 255]
    var reasonSubjects: [UInt32] = [0, 1, 3, 0, 0, 0]
    var reasonWeights: [UInt16] = [700, 250, 1000, 0, 333, 0]

    var table: RecommendationTable? {
      RecommendationTable(
        sources: sources, offsets: offsets, games: games, scores: scores,
        reasonKinds: reasonKinds, reasonSubjects: reasonSubjects,
        reasonWeights: reasonWeights)
    }
  }

  @Test func `a table comes back from its columns`() throws {
    let table = try #require(Columns().table)
    let again = Columns(
      sources: table.sources, offsets: table.offsets, games: table.games, scores: table.scores,
      reasonKinds: table.reasonKinds, reasonSubjects: table.reasonSubjects,
      reasonWeights: table.reasonWeights)
    #expect(again.table == table)
    #expect(table.count == 2)
    #expect(table.count(of: .personal) == 1)
    #expect(table.count(of: .genres) == 0)
  }

  @Test func `a list is the app's own`() throws {
    let table = try #require(Columns().table)
    let games = ["a", "b"].map { game($0) }
    #expect(
      table.list(ofPlayer: 0, id: "u", date: night, games: games)
        == RecommendationList(
          userId: "u", date: night, source: .personal,
          games: [
            .init(
              gameId: "b", rank: 1, score: 0.5,
              reasons: [
                Reason(kind: .liked, gameId: "a", weight: 0.7),
                Reason(kind: .viewed, gameId: "b", weight: 0.25),
              ]),
            .init(
              gameId: "a", rank: 2, score: 0.25,
              reasons: [Reason(kind: .favoriteGenre, genre: .rpg, weight: 1)]),
          ]))
    let second = table.list(ofPlayer: 1, id: "v", date: night, games: games)
    #expect(second.source == .popular)
    #expect(second.games.map(\.reasons) == [[Reason(kind: .popular, weight: 0.333)]])
  }

  @Test func `an empty table has no player`() {
    #expect(RecommendationTable().count == 0)
  }

  @Test func `damaged columns do not form a table`() {
    let damages: [(inout Columns) -> Void] = [
      { $0.sources = [0] }, { $0.sources[1] = 3 }, { $0.offsets = [] }, { $0.offsets[0] = 1 },
      { $0.offsets[2] = 2 }, { $0.offsets[1] = 4 }, { $0.games.removeLast() },
      { $0.scores.removeLast() }, { $0.reasonKinds.removeLast() },
      { $0.reasonSubjects.removeLast() }, { $0.reasonWeights.removeLast() },
      { $0.reasonWeights[0] = 1001 },
    ]
    for damage in damages {
      var columns = Columns()
      damage(&columns)
      #expect(columns.table == nil)
    }
  }
}

struct ReplacedListTests {
  /// Lists of `lengths` games from `first` on; the last entry of each list was drawn.
  private func table(_ lengths: [Int], from first: UInt32) throws -> RecommendationTable {
    var offsets = [0]
    for length in lengths { offsets.append(offsets[offsets.count - 1] + length) }
    let entries = offsets[lengths.count]
    let drawn = lengths.indices.filter { lengths[$0] > 0 }.map { offsets[$0 + 1] - 1 }
    let probabilities: [Double] = drawn.map { 1 / Double($0 + 2) }
    let games: [UInt32] = (0..<entries).map { first + UInt32($0) }
    let scores: [Float] = (0..<entries).map { Float($0) }
    let kinds: [UInt8] = (0..<2 * entries).map { UInt8($0 % 5) }
    let subjects: [UInt32] = (0..<2 * entries).map { first + UInt32($0) }
    let weights: [UInt16] = (0..<2 * entries).map { UInt16($0) }
    let table = RecommendationTable(
      sources: lengths.map { UInt8($0 % 3) }, offsets: offsets, games: games, scores: scores,
      reasonKinds: kinds, reasonSubjects: subjects, reasonWeights: weights, drawnEntries: drawn,
      probabilities: probabilities)
    return try #require(table)
  }

  @Test func `replaced lists are the others', and the rest stays`() throws {
    let base = try table([2, 0, 3, 1], from: 100)
    let others = try table([1, 4], from: 500)
    let games = (0..<600).map {
      Game(id: "g\($0)", title: "Game \($0)", developerId: "d")
    }
    let result = base.replacing([1, 2], with: others)
    func list(_ player: Int, _ table: RecommendationTable) -> RecommendationList {
      table.list(ofPlayer: player, id: "u", date: night, games: games)
    }
    #expect(result.count == 4)
    #expect(list(0, result) == list(0, base) && list(3, result) == list(3, base))
    #expect(list(1, result) == list(0, others) && list(2, result) == list(1, others))
    #expect(base.replacing([], with: RecommendationTable()) == base)
    #expect(others.replacing([0, 1], with: others) == others)
  }
}
