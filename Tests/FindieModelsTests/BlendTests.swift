import FindieLinearAlgebra
import FindieModels
import FindieModelsTestSupport
import Testing

struct BlendTests {
  private let profiles = SparseRows(dense: [[1, 0, 0, 0], [0, 1, 0, 0]])

  private func scores(_ blend: Blend) throws -> [Float] {
    var scores = [Float](repeating: 99, count: 8)
    var span = scores.mutableSpan
    try blend.score(0..<2, of: profiles, into: &span)
    return scores
  }

  @Test func `a score is the weighted sum of the models' standardized scores`()
    throws
  {
    // 1 3 1 3 has mean 2 and deviation 1; 0 0 0 8 has mean 2 and deviation √12.
    let first = GivenRanker(scores: [[1, 3, 1, 3], [0, 0, 0, 8]])
    let second = GivenRanker(scores: [[0, 0, 0, 8], [30, 10, 30, 10]])
    let (low, high) = (-2 / 12.0.squareRoot(), 6 / 12.0.squareRoot())
    #expect(
      isClose(
        try scores(Blend(components: [first, second], weights: [2, 0.5])),
        [
          -2 + low / 2, 2 + low / 2, -2 + low / 2, 2 + high / 2,
          2 * low + 0.5, 2 * low - 0.5, 2 * low + 0.5, 2 * high - 0.5,
        ]))
  }

  @Test func `a model's scale and offset change nothing`() throws {
    let first = GivenRanker(scores: [[1, 3, 1, 4], [0, 0, 0, 8]])
    let scaled = GivenRanker(scores: first.scores.map { $0.map { 1000 * $0 - 77 } })
    let other = GivenRanker(scores: [[5, 3, 2, 1], [1, 2, 3, 4]])
    let expected = try scores(Blend(components: [first, other], weights: [1, 1]))
    #expect(
      isClose(
        try scores(Blend(components: [scaled, other], weights: [1, 1])),
        expected.map { Double($0) }))
  }

  @Test(arguments: [Float(7), .nan, .infinity])
  func `a model with equal or NaN scores adds nothing`(score: Float) throws {
    let first = GivenRanker(scores: [[1, 3, 1, 4], [0, 0, 0, 8]])
    let same = GivenRanker(
      scores: [[Float]](repeating: [score, score, score, score], count: 2))
    #expect(
      try scores(Blend(components: [first, same], weights: [1, 3]))
        == scores(Blend(components: [first], weights: [1])))
  }

  @Test func `a model of weight zero is not evaluated, and without models all scores are zero`()
    throws
  {
    struct Failing: Ranker {
      let name = "failing"
      func score(
        _ rows: Range<Int>, of profiles: SparseRows, into scores: inout MutableSpan<Float>
      ) throws(TrainingFailure) { throw .notFinite(.player, row: 0) }
    }
    #expect(
      try scores(Blend(components: [Failing()], weights: [0])) == [Float](repeating: 0, count: 8))
    #expect(throws: TrainingFailure.self) {
      try scores(Blend(components: [Failing()], weights: [0.1]))
    }
    #expect(try scores(Blend(components: [], weights: [])) == [Float](repeating: 0, count: 8))
  }
}
