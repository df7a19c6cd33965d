import FindieRecommender
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

  @Test func `no hit is zero`() {
    #expect(metrics([1, 2, 3], [9], k: 3) == [0, 0])
    #expect(metrics([], [9], k: 3) == [0, 0])
  }

  @Test func `hits below the top gain less`() {
    // Hits at ranks 2 and 3 of two relevant: (1/log₂3 + 1/log₂4) / (1/log₂2 + 1/log₂3).
    let expected = (1 / log2(3.0) + 0.5) / (1 + 1 / log2(3.0))
    #expect(isEqual(metrics([9, 1, 2, 8], [1, 2], k: 4), [1, expected]))
  }

  @Test func `the list is cut at k`() {
    // The second relevant game stands at rank 3 and does not count.
    #expect(isEqual(metrics([1, 9, 2], [1, 2], k: 2), [0.5, 1 / (1 + 1 / log2(3.0))]))
  }

  @Test func `more relevant games than k are measured against k`() {
    // Two hits of the two that fit, of five relevant.
    #expect(metrics([1, 2, 9], [1, 2, 3, 4, 5], k: 2) == [1, 1])
  }

  @Test func `a list shorter than k is measured against what is relevant`() {
    #expect(isEqual(metrics([1], [1, 2, 3], k: 20), [1 / 3.0, 1 / (1 + 1 / log2(3.0) + 0.5)]))
  }

  @Test func `random lists are measured as by brute force`() {
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
}
