import FindieDomain
import FindieLinearAlgebra
import FindieRecommender
import FindieWorkers
import Testing

struct ExplanationTests {
  private let workers = Workers(threads: 1)

  private func explained(
    _ matrix: InteractionMatrix, _ model: FactorModel, player: Int
  ) throws -> (explanation: Explanation, parts: Matrix) {
    var equation = NormalEquation(rank: model.games.columns)
    let explanation = try Explanation(
      player: player, matrix: matrix, model: model, gramian: model.weightedGamesGramian,
      equation: &equation)
    let all = (0..<UInt32(matrix.games.count)).map { $0 }
    return (explanation, explanation.parts(of: all, equation: equation))
  }

  @Test(arguments: [1, 4, 16, 40], [0.0, 1.0])
  func `the parts sum up to the score`(rank: Int, exponent: Double) throws {
    let matrix = InteractionMatrix(.random(rows: 25, columns: 18, seed: 31))
    let model = try ImplicitALS(ALSParameters(rank: rank, iterations: 3, exponent: exponent))
      .fit(matrix.observed, workers: workers)
    for player in 0..<25 {
      let (explanation, parts) = try explained(matrix, model, player: player)
      for game in 0..<18 {
        let score = dot(model.players.doubles(player), model.games.doubles(game))
        let terms = (0..<explanation.evidence.count).map { Double(parts[game, $0]) }
        let size = terms.reduce(1) { $0 + abs($1) }
        #expect(abs(terms.reduce(0, +) - score) < 1e-5 * size)
      }
    }
  }

  @Test func `a single like explains the whole score`() throws {
    let matrix = InteractionMatrix(dense: [[1, 0, 0], [1, 1, 0], [0, 1, 1]])
    let model = try ImplicitALS(ALSParameters(rank: 2)).fit(matrix.observed, workers: workers)
    let (explanation, parts) = try explained(matrix, model, player: 0)
    #expect(explanation.evidence.map(\.game) == [0])
    let score = dot(model.players.doubles(0), model.games.doubles(1))
    #expect(isClose([parts[1, 0]], [score]))
  }

  @Test func `dislikes are no evidence for a game`() throws {
    let matrix = InteractionMatrix(dense: [[1, -1, 0, 2], [1, 1, 1, 1]])
    let model = try ImplicitALS(ALSParameters(rank: 2)).fit(matrix.observed, workers: workers)
    let (explanation, _) = try explained(matrix, model, player: 0)
    #expect(explanation.evidence.map(\.game) == [0, 3])
    #expect(explanation.evidence.map(\.confidence) == [1, 2])
    #expect(explanation.evidence.map(\.place) == [0, 2])
  }
}

struct ReasonTests {
  private func sentence(_ reason: Reason) -> String { reason.sentence { "game \($0)" } }

  @Test func `a reason is a sentence that names the game`() {
    #expect(sentence(.because(.like, game: 7)) == "because you liked game 7")
    #expect(sentence(.because(.superLike, game: 7)) == "because you super-liked game 7")
    #expect(sentence(.because(.wishlist, game: 7)) == "because game 7 is on your wishlist")
    #expect(sentence(.because(.share, game: 7)) == "because you shared game 7")
    #expect(sentence(.because(.viewDetails, game: 7)) == "because you looked at game 7")
  }

  @Test func `reasons of players of whom little is known name the genre or nothing`() {
    #expect(sentence(.favoriteGenre(.rpg)) == "popular in rpg")
    #expect(sentence(.popular) == "popular with players")
  }

  @Test func `every reason comes back from its code`() {
    let reasons =
      SwipeAction.allCases.map { Reason.because($0, game: .max) }
      + Genre.allCases.map { Reason.favoriteGenre($0) } + [.popular]
    for reason in reasons {
      #expect(Reason(kind: reason.code.kind, subject: reason.code.subject) == reason)
    }
    #expect(Set(reasons.map { "\($0.code)" }).count == reasons.count)
  }

  @Test func `codes that no reason has are nil`() {
    #expect(Reason(kind: 255, subject: 0) == nil)
    #expect(Reason(kind: UInt8(SwipeAction.allCases.count), subject: 0) == nil)
    #expect(Reason(kind: 100, subject: UInt32(Genre.allCases.count)) == nil)
  }
}
