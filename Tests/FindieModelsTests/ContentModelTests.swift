import FindieDomain
import FindieModels
import FindieModelsTestSupport
import Foundation
import Testing

struct ContentModelTests {
  /// Three games: rpg with pixel art, rpg alone, puzzle with pixel art and pixel art again.
  private let games = [
    game("a", [.rpg], tags: ["pixel"]), game("b", [.rpg]),
    game("c", [.puzzle], tags: ["pixel", "pixel"]),
  ]

  private func cosines(_ content: ContentModel, with game: Int, weight: Float = 1) -> [Float] {
    var scores = [Float](repeating: 0, count: content.vectors.rows)
    var span = scores.mutableSpan
    content.addCosines(with: game, weight: weight, to: &span)
    return scores
  }

  @Test func `the weights of three games equal hand-computed ones`() {
    // Terms by their bytes: genre:puzzle in 1 of 3 games, genre:rpg in 2, tag:pixel in 2.
    let rare = log(4.0 / 2) + 1
    let common = log(4.0 / 3) + 1
    let vectors = ContentModel(games).vectors
    #expect(vectors.columns == 3)
    #expect(vectors.columnIndices == [1, 2, 1, 0, 2])
    let length = (rare * rare + common * common).squareRoot()
    let half = 1 / 2.0.squareRoot()
    #expect(isClose(vectors.values, [half, half, 1, rare / length, common / length]))
  }

  @Test func `cosines equal hand-computed ones`() {
    let (rare, common) = (log(4.0 / 2) + 1, log(4.0 / 3) + 1)
    let length = (rare * rare + common * common).squareRoot()
    let half = 1 / 2.0.squareRoot()
    #expect(
      isClose(cosines(ContentModel(games), with: 0), [1, half, half * common / length]))
  }

  @Test func `a weight scales the added vector`() {
    #expect(
      isClose(
        cosines(ContentModel(games), with: 0, weight: 3),
        cosines(ContentModel(games), with: 0).map { 3 * Double($0) }))
  }

  @Test func `games with nothing in common have cosine zero`() {
    #expect(cosines(ContentModel(games), with: 1)[2] == 0)
  }

  @Test func `a game without content is similar to no game`() {
    let content = ContentModel(games + [game("d")])
    #expect(cosines(content, with: 3) == [0, 0, 0, 0])
    #expect(content.vectors.count(ofRow: 3) == 0)
  }

  @Test func `a genre and a tag with the same name are two terms`() {
    let content = ContentModel([game("a", [.horror]), game("b", tags: ["horror"])])
    #expect(content.vectors.columns == 2)
    #expect(cosines(content, with: 0) == [1, 0])
  }

  @Test func `a term of every game has a weight above zero`() {
    // ln(3 / 3) + 1 = 1.
    #expect(cosines(ContentModel([game("a", [.rpg]), game("b", [.rpg])]), with: 0) == [1, 1])
  }

  private func tag(_ id: String, name: String, _ category: TagCategory?) -> FindieDomain.Tag {
    FindieDomain.Tag(id: id, name: name, category: category)
  }

  @Test func `terms are weighted by their kinds`() {
    var weights = TermWeights()
    weights.genre = 2
    weights.artStyle = 3
    let vectors = ContentModel(
      games, tags: [tag("t1", name: "pixel", .artStyle)], weights: weights
    ).vectors
    // Game a: rpg and pixel art, both in two of three games, so the ratio is that of their kinds, 2
    // to 3.
    let length = 13.0.squareRoot()
    #expect(isClose(Array(vectors.values[..<2]), [2 / length, 3 / length]))
  }

  @Test func `a tag is found by its name or id, and an unknown tag has weight one`() {
    var weights = TermWeights()
    (weights.mood, weights.theme) = (4, 5)
    let tags = [
      tag("cozy", name: "warm", .mood), tag("x", name: "space", .theme),
      tag("space", name: "y", .mood), tag("odd", name: "odd", nil),
    ]
    let vectors = ContentModel(
      [game("a", tags: ["cozy", "odd", "other", "space"])], tags: tags, weights: weights
    ).vectors
    let length = (16.0 + 1 + 1 + 25).squareRoot()
    #expect(isClose(vectors.values, [4, 1, 1, 5].map { $0 / length }))
  }

  @Test func `terms of weight zero are left out`() {
    var weights = TermWeights()
    weights.genre = 0
    let content = ContentModel(games, tags: [], weights: weights)
    #expect(content.vectors.count(ofRow: 1) == 0)
    #expect(isClose(cosines(content, with: 0), [1, 0, 1]))
  }

  @Test func `weights of one change nothing`() {
    var weights = TermWeights()
    (weights.genre, weights.gameplay) = (1, 1)
    let tags = [tag("p", name: "pixel", .gameplay)]
    #expect(
      ContentModel(games, tags: tags, weights: weights).vectors == ContentModel(games).vectors)
  }
}
