import FindieRanking
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// The choice of the ranker's weights by nDCG.
struct WeightSearchTests {
  private static let width = RankerFeature.count
  private let workers = Workers(threads: 2)

  /// Players with thirty candidates each, whose positives are drawn by planted weights of features.
  private func sample(
    players: Int = 400, seed: UInt64, planted: [RankerFeature: Double]
  ) -> RankerSample {
    var generator = SeededGenerator(seed: seed)
    var all: [RankerSample.Player] = []
    for player in 0..<players {
      var (features, labels): ([Float], [Bool]) = ([], [])
      for _ in 0..<30 {
        let row = (0..<Self.width).map { _ in Float.random(in: -1...1, using: &generator) }
        let logit = planted.reduce(-3.0) { $0 + $1.value * Double(row[$1.key.rawValue]) }
        let isPositive = Double.random(in: 0..<1, using: &generator) < 1 / (1 + exp(-logit))
        features += row
        labels.append(isPositive)
      }
      all.append(
        RankerSample.Player(
          features: features, isPositive: labels,
          kind: PlayerKind(positives: 1 + player % 7, isUndated: false),
          relevant: labels.count { $0 } + 1))
    }
    return RankerSample(players: all)
  }

  private func search(_ sample: RankerSample) -> WeightSearch {
    WeightSearch(sample, players: Array(sample.players.indices)) { _ in
      [Double](repeating: 1, count: Self.width)
    }
  }

  private func alone(_ feature: RankerFeature) -> [Double] {
    RankerFeature.allCases.map { $0 == feature ? 1 : 0 }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `nDCG equals a brute-force computation, ties by index`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    // Few values, so that many scores are equal.
    let features = (0..<40 * Self.width).map { _ in Float(Int.random(in: 0...2, using: &generator))
    }
    let labels = (0..<40).map { _ in Int.random(in: 0...4, using: &generator) == 0 }
    let players = [(0..<25, 30), (25..<40, 2)].map { rows, relevant in
      RankerSample.Player(
        features: Array(features[rows.lowerBound * Self.width..<rows.upperBound * Self.width]),
        isPositive: Array(labels[rows]), kind: PlayerKind(positives: 3, isUndated: false),
        relevant: relevant)
    }
    let sample = RankerSample(players: players)
    let weights = (0..<Self.width).map { Double($0 % 3) }
    let found = search(sample).nDCG(weights: weights)
    for (player, range) in [(0, 0..<25), (1, 25..<40)] {
      let scores = range.map { row in
        (0..<Self.width).reduce(Float(0)) {
          $0 + Float(weights[$1]) * features[row * Self.width + $1]
        }
      }
      let order = range.indices.sorted {
        (-scores[$0 - range.lowerBound], $0) < (-scores[$1 - range.lowerBound], $1)
      }
      let gain = order.prefix(20).enumerated().reduce(0.0) {
        $0 + (labels[$1.element] ? 1 / log2(Double($1.offset + 2)) : 0)
      }
      let ideal = (0..<min(20, [30, 2][player])).reduce(0.0) { $0 + 1 / log2(Double($1 + 2)) }
      #expect(abs(found[player] - gain / ideal) < 1e-12)
    }
  }

  @Test func `a planted feature is found, and features of noise keep their weight of 0`() {
    let sample = sample(seed: 4, planted: [.ease: 3, .factors: 3])
    let (weights, nDCG) = search(sample).improved(alone(.ease), workers: workers)
    let search = search(sample)
    let start = search.nDCG(weights: alone(.ease))
    #expect(nDCG.reduce(0, +) > start.reduce(0, +) * 1.1)
    #expect(weights[RankerFeature.factors.rawValue] >= 0.5)
    #expect(nDCG == search.nDCG(weights: weights))
  }

  @Test func `weights stay where no change is significant`() {
    // Ten players: no gain of a feature of noise is significant in most draws.
    let kept = (1...20 as ClosedRange<UInt64>).count { seed in
      let sample = sample(players: 10, seed: seed, planted: [.ease: 6])
      return search(sample).improved(alone(.ease), workers: workers).weights == alone(.ease)
    }
    #expect(kept > 10)
  }

  @Test func `weights have the sign of their feature, those of popularity and age any`() {
    let signs: [RankerFeature: [Double]] = [
      .popularity: [-1, 1], .recent7: [-1, 1], .youth: [-1, 1], .skips: [-1], .recentSkips: [-1],
      .latestEASE: [1], .content: [1], .freshness: [1],
    ]
    for (feature, allowed) in signs {
      for sign in [-1.0, 1] {
        let sample = sample(players: 60, seed: 7, planted: [.ease: 3, feature: 5 * sign])
        let found = search(sample).improved(alone(.ease), workers: workers)
          .weights[feature.rawValue]
        #expect(allowed.contains(sign) ? found * sign > 0 : found == 0, "\(feature.name)")
      }
    }
  }

  @Test func `the number of threads changes no weight`() {
    let sample = sample(seed: 8, planted: [.ease: 2, .neighborhood: 1, .genres: 1])
    let found = [1, 3].map {
      search(sample).improved(alone(.neighborhood), workers: Workers(threads: $0))
    }
    #expect(found[0].weights == found[1].weights && found[0].nDCG == found[1].nDCG)
  }

  @Test func `discovery discounts popularity until scores do not increase with it`() {
    let weights = RankerWeights(
      groups: [
        RankerWeights.Group(
          minimumPositives: 0, intercept: 0, weights: alone(.popularity), popularitySlope: 3)
      ], players: 0, candidates: 0, positives: 0)
    #expect(weights.discounted(discovery: 0) == weights)
    for (discovery, expected) in [(0.5, -0.5), (1, -2)] {
      let group = weights.discounted(discovery: discovery).groups[0]
      #expect(group.weights[RankerFeature.popularity.rawValue] == expected)
      #expect(group.popularitySlope == 3 * (1 - discovery))
    }
  }

  @Test(arguments: 0..<VarietyLevel.all.count)
  func `the first level of variety that costs little is chosen`(first: Int) {
    let found = VarietyLevel.first { level in
      (VarietyLevel.all.firstIndex(of: level) ?? 0) >= first
    }
    #expect(found == VarietyLevel.all[first])
  }
}
