import FindieDomain
import FindieModels
import FindieModelsTestSupport
import FindieTestSupport
import FindieWorkers
import Testing

struct NewGameWeightsTests {
  /// Results of BLAS depend on its number of threads, which is a setting of the process.
  init() { BLASLibrary.useOneThread() }

  private let workers = Workers(threads: 2)

  /// Even players like even games, which have one genre, and odd players like the others. Games 10
  /// and 11 have no players.
  private var observed: SparseRows {
    SparseRows(
      dense: (0..<40).map { player in
        (0..<12).map { game in
          game < 10 && (player + game) % 2 == 0 && (player / 2 + game / 2) % 5 != 0 ? 1 : 0
        }
      })
  }

  private func ease(_ observed: SparseRows) throws -> ItemItemModel {
    try EASE(EASEParameters()).fitSparse(observed, workers: workers)
  }

  @Test func `a new game suits the players of its genre`() throws {
    let content = ContentModel(
      (0..<12).map { game(numbered("g", $0), [$0 % 2 == 0 ? .rpg : .puzzle]) })
    let weights = NewGameWeights(try ease(observed), content)
    #expect(weights.isNew == (0..<12).map { $0 >= 10 })
    for player in 0..<40 {
      var taste = weights.noTaste
      for game in observed.columns(ofRow: player) { weights.add(Int(game), times: 1, to: &taste) }
      let scores = weights.scores(of: [10, 11], taste.span)
      #expect(scores[player % 2] > scores[1 - player % 2] + 0.1)
    }
  }

  @Test func `weights equal the closed form in Double`() throws {
    var generator = SeededGenerator(seed: 5)
    let genres: [Genre] = [.rpg, .puzzle, .action, .indie]
    let games = (0..<30).map { number in
      game(numbered("g", number), genres.filter { _ in Bool.random(using: &generator) })
    }
    // Games 25 to 29 have no players.
    let likes = SparseRows(
      dense: (0..<60).map { _ in
        (0..<30).map { $0 < 25 && Int.random(in: 0..<4, using: &generator) == 0 ? 1 : 0 }
      })
    let (model, content) = (try ease(likes), ContentModel(games))
    let weights = NewGameWeights(model, content)
    #expect(weights.isNew == (0..<30).map { $0 >= 25 })
    let z = content.vectors.dense.map { $0.map { Double($0) } + [1] }
    let terms = content.vectors.columns + 1
    var a = [[Double]](repeating: [Double](repeating: 0, count: terms), count: terms)
    for i in 0..<terms {
      for j in 0..<terms { a[i][j] = (0..<25).reduce(i == j ? 10 : 0) { $0 + z[$1][i] * z[$1][j] } }
    }
    let b = model.weights.dense
    for source in 0..<30 {
      // The regression of the row of B on Z.
      let coefficients = solution(
        a,
        (0..<terms).map { term in (0..<25).reduce(0) { $0 + Double(b[source][$1]) * z[$1][term] } })
      let expected = (0..<30).map { dot(coefficients, z[$0]) }
      let found = (0..<30).map { weights.weight(from: source, to: $0) }
      #expect(isClose(found, expected, within: 1e-6))
    }
  }

  @Test func `without genres and tags a new game has the mean of the weights, shrunk`() throws {
    let model = try ease(observed)
    let weights = NewGameWeights(model, ContentModel((0..<12).map { game(numbered("g", $0)) }))
    for source in 0..<10 {
      let sum = model.weights.dense[source].reduce(0) { $0 + Double($1) }
      #expect(isClose([weights.weight(from: source, to: 11)], [sum / (10 + 10)], within: 1e-6))
    }
  }

  @Test func `of very many terms the most frequent are used`() throws {
    // Each of 512 tags belongs to two of the twelve games; besides, each game has tags of its own.
    func content(own: Int) -> ContentModel {
      ContentModel(
        (0..<12).map { number in
          game(
            numbered("g", number),
            tags: (0..<512).filter { (number + $0).isMultiple(of: 6) }.map { "common\($0)" }
              + (0..<own).map { "own\(number)-\($0)" })
        })
    }
    let model = try ease(observed)
    let (all, common) = (content(own: 40), content(own: 0))
    let weights = NewGameWeights(model, all)
    #expect(weights.noTaste.count == 513)
    #expect(weights.noTaste.count == NewGameWeights(model, common).noTaste.count)
    #expect(weights.weight(from: 0, to: 10) > weights.weight(from: 0, to: 11))
  }
}

struct FactorSolutionTests {
  @Test func `solving players for the learned games gives the trained factors`() throws {
    let workers = Workers(threads: 2)
    let observed = SparseRows(
      dense: (0..<40).map { player in
        (0..<10).map { (player + $0) % 2 == 0 && (player / 2 + $0 / 2) % 5 != 0 ? 1 : 0 }
      })
    let model = try ImplicitALS(ALSParameters(rank: 4)).fit(observed, workers: workers)
    let again = try FactorModel(
      solvingPlayersOf: observed, games: model.games, parameters: model.parameters,
      workers: workers)
    for player in 0..<40 {
      #expect(
        isClose(
          (0..<4).map { again.players[player, $0] }, model.players.doubles(player), within: 1e-5))
    }
  }
}
