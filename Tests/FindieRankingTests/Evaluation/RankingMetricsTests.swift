import FindieRanking
import FindieModelsTestSupport
import FindieTestSupport
import Foundation
import Testing

struct RankingMetricsTests {
  private func metrics(_ ranked: [UInt32], _ relevant: Set<UInt32>, k: Int) -> [Double] {
    let metrics = RankingMetrics(ranked: ranked, relevant: relevant, k: k)
    return [metrics.recall, metrics.nDCG]
  }

  private func isEqual(_ found: [Double], _ expected: [Double]) -> Bool {
    zip(found, expected).allSatisfy { abs($0 - $1) < 1e-12 }
  }

  @Test func `all relevant games at the top are perfect`() {
    #expect(metrics([1, 2, 3, 4], [1, 2], k: 4) == [1, 1])
  }

  @Test func `a list without hits has zero metrics`() {
    #expect(metrics([1, 2, 3], [9], k: 3) == [0, 0])
    #expect(metrics([], [9], k: 3) == [0, 0])
  }

  @Test func `hits below the top gain less`() {
    // Hits at ranks 2 and 3 of two relevant: (1/log₂3 + 1/log₂4) / (1/log₂2 + 1/log₂3).
    let expected = (1 / log2(3.0) + 0.5) / (1 + 1 / log2(3.0))
    #expect(isEqual(metrics([9, 1, 2, 8], [1, 2], k: 4), [1, expected]))
  }

  @Test func `the list is cut at k`() {
    // The second relevant game is at rank 3 and does not count.
    #expect(isEqual(metrics([1, 9, 2], [1, 2], k: 2), [0.5, 1 / (1 + 1 / log2(3.0))]))
  }

  @Test func `with more relevant games than k, the ideal list has k of them`() {
    // Two hits in a list of two, of five relevant games.
    #expect(metrics([1, 2, 9], [1, 2, 3, 4, 5], k: 2) == [1, 1])
  }

  @Test func `a list shorter than k is compared with the ideal list`() {
    #expect(isEqual(metrics([1], [1, 2, 3], k: 20), [1 / 3.0, 1 / (1 + 1 / log2(3.0) + 0.5)]))
  }

  @Test func `metrics of random lists equal a brute-force computation`() {
    var generator = SeededGenerator(seed: 71)
    for _ in 0..<200 {
      let ranked = (UInt32(0)..<30).shuffled(using: &generator)
        .prefix(Int.random(in: 0...30, using: &generator))
      let relevant = Set((UInt32(0)..<30).filter { _ in Bool.random(using: &generator) } + [3])
      let k = Int.random(in: 1...25, using: &generator)
      var (hits, gain, ideal) = (0.0, 0.0, 0.0)
      for rank in 1...k {
        let discount = log(2.0) / log(Double(rank) + 1)
        if rank <= ranked.count, relevant.contains(ranked[rank - 1]) {
          hits += 1
          gain += discount
        }
        if rank <= relevant.count { ideal += discount }
      }
      #expect(
        isEqual(
          metrics(Array(ranked), relevant, k: k),
          [hits / Double(min(k, relevant.count)), gain / ideal]))
    }
  }

  private func rest(_ ranked: [UInt32], _ relevant: Set<UInt32>, k: Int) -> [Double] {
    let metrics = RankingMetrics(ranked: ranked, relevant: relevant, k: k)
    return [metrics.averagePrecision, metrics.reciprocalRank, metrics.hit]
  }

  @Test func `average precision, reciprocal rank and hit equal hand-computed ones`() {
    // Hits at ranks 2 and 4: precisions 1/2 and 2/4, over min(4, 3) = 3.
    #expect(isEqual(rest([9, 1, 8, 2], [1, 2, 3], k: 4), [(0.5 + 0.5) / 3, 0.5, 1]))
    // One relevant, found first; one relevant, not found; all relevant.
    #expect(rest([1, 9], [1], k: 2) == [1, 1, 1])
    #expect(rest([8, 9], [1], k: 2) == [0, 0, 0])
    #expect(rest([1, 2, 3], [1, 2, 3], k: 3) == [1, 1, 1])
    // Fewer games than k: divided by the two relevant games.
    #expect(rest([1], [1, 2], k: 20) == [0.5, 1, 1])
    // The hit at rank 3 is beyond k.
    #expect(rest([8, 9, 1], [1], k: 2) == [0, 0, 0])
  }

  @Test func `the average precision of random lists follows the definition`() {
    var generator = SeededGenerator(seed: 72)
    for _ in 0..<200 {
      let ranked = Array(
        (UInt32(0)..<30).shuffled(using: &generator)
          .prefix(Int.random(in: 0...30, using: &generator)))
      let relevant = Set((UInt32(0)..<30).filter { _ in Bool.random(using: &generator) } + [3])
      let k = Int.random(in: 1...35, using: &generator)
      let isHit = (0..<k).map { $0 < ranked.count && relevant.contains(ranked[$0]) }
      var precision = 0.0
      for rank in 1...k where isHit[rank - 1] {
        precision += Double(isHit[..<rank].count { $0 }) / Double(rank)
      }
      let first = (1...k).first { isHit[$0 - 1] }
      #expect(
        isEqual(
          rest(ranked, relevant, k: k),
          [
            precision / Double(min(k, relevant.count)), first.map { 1 / Double($0) } ?? 0,
            first == nil ? 0 : 1,
          ]))
    }
  }

  @Test func `one ranking's hits give the metrics for every length`() {
    let (ranked, relevant): ([UInt32], Set<UInt32>) = ([4, 1, 7, 2, 9, 3], [1, 2, 3])
    for k in 1...8 {
      #expect(
        RankingMetrics(hits: [1, 3, 5], relevant: 3, k: k)
          == RankingMetrics(ranked: Array(ranked.prefix(k)), relevant: relevant, k: k))
    }
  }
}
