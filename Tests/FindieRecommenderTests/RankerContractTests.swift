import FindieDomain
import FindieLinearAlgebra
import FindieRecommender
import FindieWorkers
import Testing

/// What every ranker promises. A new one is added to `all`.
struct RankerContractTests {
  enum Kind: CaseIterable {
    case popularity, content, factors
  }

  private static let matrix = InteractionMatrix(.random(rows: 37, columns: 21, seed: 61))

  private func ranker(_ kind: Kind) throws -> any Ranker {
    let matrix = RankerContractTests.matrix
    switch kind {
    case .popularity: return PopularityRanker(matrix)
    case .content:
      let games = (0..<21).map {
        game(numbered("g", $0), [Genre.allCases[$0 % 5]], tags: $0 % 4 == 0 ? [] : ["t\($0 % 6)"])
      }
      return ContentRanker(ContentModel(games), matrix: matrix)
    case .factors:
      return FactorRanker(
        try ImplicitALS(ALSParameters(rank: 7, iterations: 2))
          .fit(matrix.observed, workers: Workers(threads: 2)))
    }
  }

  private func scores(_ ranker: any Ranker, _ players: [Int], from start: Float = 0) -> [Float] {
    var scores = [Float](repeating: start, count: players.count * 21)
    var span = scores.mutableSpan
    ranker.score(players, into: &span)
    return scores
  }

  @Test(arguments: Kind.allCases)
  func `every game of every player gets a score, which is a finite number`(kind: Kind) throws {
    // A score that is not written would stay NaN.
    let scores = scores(try ranker(kind), Array(0..<37), from: .nan)
    #expect(scores.count == 37 * 21)
    #expect(scores.allSatisfy { $0.isFinite })
  }

  @Test(arguments: Kind.allCases)
  func `scores are overwritten and not added to`(kind: Kind) throws {
    let ranker = try ranker(kind)
    #expect(scores(ranker, [3, 5], from: 1000) == scores(ranker, [3, 5]))
  }

  @Test(arguments: Kind.allCases)
  func `a player's scores do not depend on who else is asked for`(kind: Kind) throws {
    let ranker = try ranker(kind)
    let all = scores(ranker, Array(0..<37))
    for batch in [[4], [36, 4], [4, 4, 0], Array((0..<37).reversed())] {
      let found = scores(ranker, batch)
      for (position, player) in batch.enumerated() {
        // The last bit of a sum may depend on how BLAS cuts the batch.
        #expect(
          isClose(
            Array(found[position * 21..<(position + 1) * 21]),
            all[player * 21..<(player + 1) * 21].map { Double($0) }, within: 1e-6))
      }
    }
  }

  @Test(arguments: Kind.allCases)
  func `nobody asked for is nothing written`(kind: Kind) throws {
    #expect(scores(try ranker(kind), []).isEmpty)
  }

  @Test(arguments: Kind.allCases)
  func `a score is the same when it is asked for again`(kind: Kind) throws {
    let ranker = try ranker(kind)
    #expect(scores(ranker, [1, 2, 3]) == scores(ranker, [1, 2, 3]))
  }

  @Test func `names in reports are distinct`() throws {
    #expect(Set(try Kind.allCases.map { try ranker($0).name }).count == Kind.allCases.count)
  }

  @Test func `popularity is the number of players that are for a game`() throws {
    let expected = RankerContractTests.matrix.positives.map { Float($0) }
    #expect(scores(try ranker(.popularity), [0, 9]) == expected + expected)
  }

  @Test func `tag similarity is the weighed sum of the cosines with what the player is for`() {
    let games = [game("g000", [.rpg]), game("g001", [.rpg]), game("g002", [.puzzle])]
    let ranker = ContentRanker(
      ContentModel(games), matrix: InteractionMatrix(dense: [[0.5, 0, 2], [-1, 1, 0]]))
    var scores = [Float](repeating: 9, count: 6)
    var span = scores.mutableSpan
    ranker.score([0, 1], into: &span)
    // Cosines are 1 within a genre and 0 else: 0.5 and 2; the dislike of the second player is mute.
    #expect(isClose(scores, [0.5, 0.5, 2, 1, 1, 0]))
  }

  @Test func `ALS is the inner product of the factors`() {
    let model = FactorModel(
      players: .random(4, 3, seed: 62), games: .random(5, 3, seed: 63),
      parameters: ALSParameters(rank: 3))
    var scores = [Float](repeating: 9, count: 10)
    var span = scores.mutableSpan
    FactorRanker(model).score([2, 0], into: &span)
    let expected = [2, 0].flatMap { player in
      (0..<5).map { dot(model.players.doubles(player), model.games.doubles($0)) }
    }
    #expect(isClose(scores, expected))
  }
}
