import FindieAnalytics
package import FindieWorkers
import Foundation

/// A search for the weights that give the highest mean nDCG of the first k candidates.
///
/// It starts from given weights and changes one weight at a time. Of a few values for each
/// feature's weight, it takes the change with the largest mean gain, as long as the 99 % interval
/// of the gain, paired by player, excludes 0: many changes are tried. So a weight moves only where
/// the validation shows that it helps. nDCG depends only on the order and is constant between
/// changes of it, so there is no gradient to follow; few weights make trying them affordable.
///
/// Source: coordinate ascent on the metric itself, as in Metzler and Croft, *Linear feature-based
/// models for information retrieval* (2007), DOI 10.1007/s10791-006-9019-z; the condition on the
/// interval is not from there.
package struct WeightSearch: Sendable {
  static let k = 20

  /// The sample's players of the search.
  private let members: [RankerSample.Player]
  /// The candidates of player i are `starts[i]..<starts[i + 1]`.
  private let starts: [Int]
  /// The candidates that are held-out positives; player i's are at
  /// `hitStarts[i]..<hitStarts[i + 1]`.
  private let hits: [Int]
  private let hitStarts: [Int]
  /// The largest possible discounted gain of each player.
  private let ideals: [Double]
  /// By player and feature, what standardizes a value: 1 / the feature's deviation.
  private let scales: [Float]
  /// By feature, whether all candidates have the same standardized value.
  private let isConstant: [Bool]

  /// - Parameters:
  ///   - players: of the sample.
  ///   - deviations: by player, of each feature; 0 for a constant feature.
  package init(_ sample: RankerSample, players: [Int], deviations: (_ player: Int) -> [Double]) {
    var (starts, hits, hitStarts) = ([0], [Int](), [0])
    let members = players.map { sample.players[$0] }
    let scales = players.flatMap { deviations($0).map { $0 > 0 ? Float(1 / $0) : 0 } }
    for player in members {
      let start = starts[starts.count - 1]
      hits += player.isPositive.indices.filter { player.isPositive[$0] }.map { start + $0 }
      starts.append(start + player.isPositive.count)
      hitStarts.append(hits.count)
    }
    isConstant = (0..<RankerFeature.count).map { feature in
      var first: Float?
      return zip(members, stride(from: feature, to: scales.count, by: RankerFeature.count))
        .allSatisfy { player, index in
          player.values(feature).allSatisfy {
            let value = $0 * scales[index]
            first = first ?? value
            return value == first
          }
        }
    }
    self.members = members
    self.starts = starts
    self.hits = hits
    self.hitStarts = hitStarts
    self.scales = scales
    ideals = members.map { player in
      (0..<min(Self.k, max(1, player.relevant))).reduce(0) { $0 + Self.gains[$1] }
    }
  }

  private static let gains = (0..<k).map { 1 / log2(Double($0 + 2)) }

  var players: Int { ideals.count }

  /// The mean nDCG by one feature alone; nil if it is constant.
  package func meanNDCG(by feature: RankerFeature) -> Double? {
    isConstant[feature.rawValue]
      ? nil : mean(nDCG(of: adding(1, times: feature.rawValue, to: zeros)))
  }

  func mean(_ values: [Double]) -> Double {
    values.reduce(0, +) / Double(max(1, values.count))
  }

  /// Each player's nDCG with these weights of the standardized features.
  package func nDCG(weights: [Double]) -> [Double] { nDCG(of: scores(weights)) }

  private var zeros: [Float] { [Float](repeating: 0, count: starts[players]) }

  private func scores(_ weights: [Double]) -> [Float] {
    weights.indices.filter { weights[$0] != 0 && !isConstant[$0] }
      .reduce(zeros) { adding(Float(weights[$1]), times: $1, to: $0) }
  }

  /// The scores plus a multiple of a standardized feature.
  private func adding(_ factor: Float, times feature: Int, to scores: [Float]) -> [Float] {
    var sums = scores
    var all = sums.mutableSpan
    for (player, member) in members.enumerated() {
      let scale = scales[player * RankerFeature.count + feature]
      let count = member.isPositive.count
      let values = member.features.span.extracting(feature * count..<(feature + 1) * count)
      var own = all._mutatingExtracting(starts[player]..<starts[player + 1])
      precondition(own.count == values.count, "scores of other candidates")
      for row in values.indices {
        // Both have as many elements.
        unsafe own[unchecked: row] += factor * (values[unchecked: row] * scale)
      }
    }
    return sums
  }

  private func nDCG(of scores: [Float]) -> [Double] {
    let (scores, starts, hits) = (scores.span, starts.span, hits.span)
    return (0..<players).map { player in
      var gain = 0.0
      for index in hitStarts[player]..<hitStarts[player + 1] {
        let (hit, score) = (hits[index], scores[hits[index]])
        var rank: Int32 = 0
        var row = starts[player]
        while row < hit {
          rank &+= scores[row] >= score ? 1 : 0
          row &+= 1
        }
        row = hit + 1
        let end = starts[player + 1]
        while row < end {
          rank &+= scores[row] > score ? 1 : 0
          row &+= 1
        }
        if rank < Int32(Self.k) { gain += Self.gains[Int(rank)] }
      }
      return gain / ideals[player]
    }
  }

  /// A change of one weight.
  private struct Change {
    let feature: Int
    let weight: Double
  }

  /// The values tried for a weight; the weight of the best single model is 1 at the start.
  private static let steps = [0, 0.03, 0.06, 0.12, 0.25, 0.5, 1, 2, 4]
  private static let maximumRounds = 10

  /// The improved weights, and each player's nDCG with them.
  ///
  /// - Parameter start: of the standardized features.
  package func improved(_ start: [Double], workers: Workers) -> (weights: [Double], nDCG: [Double])
  {
    var weights = start
    var values = nDCG(weights: weights)
    guard players > 1 else { return (weights, values) }
    for _ in 0..<Self.maximumRounds {
      let scores = scores(weights)
      let (changes, current) = (changes(of: weights), weights)
      let tried = workers.map(changes.count) { index in
        let change = changes[index]
        let step = Float(change.weight - current[change.feature])
        return nDCG(of: adding(step, times: change.feature, to: scores))
      }
      let gains = tried.map { significantGain($0, over: values) }
      guard let best = gains.indices.max(by: { gains[$0] < gains[$1] }), gains[best] > 0
      else { break }
      weights[changes[best].feature] = changes[best].weight
      values = tried[best]
    }
    return (weights, values)
  }

  private func changes(of weights: [Double]) -> [Change] {
    RankerFeature.allCases.flatMap { feature -> [Change] in
      guard !isConstant[feature.rawValue] else { return [] }
      let steps =
        switch feature.sign {
        case .plus: Self.steps
        case .minus: Self.steps.map { -$0 }
        case nil: Self.steps + Self.steps.dropFirst().map { -$0 }
        }
      return steps.filter { $0 != weights[feature] }
        .map { Change(feature: feature.rawValue, weight: $0) }
    }
  }

  /// The mean gain, 0 if its 99 % interval includes 0.
  private func significantGain(_ values: [Double], over others: [Double]) -> Double {
    var (sum, squares) = (0.0, 0.0)
    for player in values.indices {
      let gain = values[player] - others[player]
      sum += gain
      squares += gain * gain
    }
    let count = Double(values.count)
    let mean = sum / count
    let error = (max(0, squares - sum * mean) / (count * (count - 1))).squareRoot()
    return mean > Normal.quantile995 * error ? mean : 0
  }
}
