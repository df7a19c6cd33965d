import FindieDomain
import FindieModels
import FindieModelsTestSupport
import FindieRanking
import FindieTestSupport

/// A small random catalogue, with random candidates and tastes.
struct VarietyWorld {
  let games: [Game]
  let content: ContentModel
  let catalogue: VarietyCatalogue
  /// The number of positives of each game.
  let positives: [Int]
  private var generator: SeededGenerator

  /// - Parameter studios: the number of studios; about a tenth of the games has none.
  init(games count: Int, studios: Int, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    games = (0..<count).map { index in
      let studio = Int.random(in: 0..<studios, using: &generator)
      let hasNone = Int.random(in: 0..<10, using: &generator) == 0
      let genres = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
        Genre.allCases[Int.random(in: 0..<6, using: &generator)]
      }
      let tags = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
        "tag\(Int.random(in: 0..<12, using: &generator))"
      }
      return Game(
        id: "g\(index)", title: "A game", developerId: hasNone ? "" : "studio\(studio)",
        genres: genres, tags: tags)
    }
    content = ContentModel(games)
    positives = games.map { _ in Int.random(in: 0...200, using: &generator) / 10 }
    catalogue = VarietyCatalogue(games: games, content: content, positives: positives)
    self.generator = generator
  }

  /// Distinct games with logits around `center`, best first.
  mutating func candidates(_ count: Int, center: Float = 0) -> [RankedCandidate] {
    games.indices.shuffled(using: &generator).prefix(count)
      .map { ($0, Float.random(in: -2...2, using: &generator) + center) }
      .sorted { $0.1 > $1.1 }
      .map { RankedCandidate(game: UInt32($0.0), relevance: $0.1) }
  }

  /// The taste of a player with a few likes.
  mutating func taste(likes: Int) -> GenreTaste {
    var taste = GenreTaste()
    for _ in 0..<likes {
      taste.add(
        game: Int.random(in: games.indices, using: &generator),
        weight: Double.random(in: 0.5...3, using: &generator), in: catalogue)
    }
    return taste
  }

  /// The studio of a game; a game without one counts as its own studio.
  func studio(_ game: UInt32) -> String {
    let game = games[Int(game)]
    return game.developerId.isEmpty ? "only \(game.id)" : game.developerId
  }

  /// The cosine of two games' vectors, in Double.
  func cosine(_ left: UInt32, _ right: UInt32) -> Double {
    let vectors = content.vectors
    var sum = 0.0
    for one in vectors.range(ofRow: Int(left)) {
      for other in vectors.range(ofRow: Int(right))
      where vectors.columnIndices[one] == vectors.columnIndices[other] {
        sum += Double(vectors.values[one]) * Double(vectors.values[other])
      }
    }
    return sum
  }

  /// The largest number of entries that one studio has.
  func largestStudio(_ list: [RankedCandidate]) -> Int {
    Dictionary(grouping: list) { studio($0.game) }.values.map(\.count).max() ?? 0
  }
}

/// The expected likes of a list.
func expectedLikes(_ list: some Sequence<RankedCandidate>) -> Double {
  list.reduce(0) { $0 + $1.expectedLikes }
}
