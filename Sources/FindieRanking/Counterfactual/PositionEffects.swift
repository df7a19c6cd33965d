import FindieAnalytics
import FindieModels
import FindieText
import Foundation

/// The effect of a card's position on its like rate, from games that were shown at several
/// positions.
///
/// Positions are grouped into buckets. The like probability of a game in bucket p is the product qᵍ
/// · eₚ of the game's and the bucket's effect, with e = 1 for the bucket shown most often. Given
/// the number of a game's likes, their buckets are multinomial with probabilities proportional to
/// nᵍₚ eₚ, whatever qᵍ is. Maximizing
///
///     Σᵍ Σₚ sᵍₚ ln( nᵍₚ eₚ / Σₒ nᵍₒ eₒ )
///
/// over ln e, by Newton's method, estimates the buckets' effects without the bias of plain like
/// rates, which are higher where better games are shown. Intervals come from the sandwich estimator
/// with a cluster per game, so that likes need not be Poisson.
///
/// Source: the model of examination of Richardson, Dominowska and Ragno, *Predicting clicks*
/// (2007), DOI 10.1145/1242572.1242643; the likelihood of Hausman, Hall and Griliches, *Econometric
/// models for count data* (1984), DOI 10.2307/1911191; the sandwich of Liang and Zeger (1986),
/// DOI 10.1093/biomet/73.1.13.
package struct PositionEffects: Codable, Sendable, Equatable {
  package struct Bucket: Codable, Sendable, Equatable {
    /// The card positions, such as "0" or "5–9".
    package let name: String
    package let shown: Int
    package let likes: Int
    /// The like rate relative to the reference bucket; nil if no chain of games links the two.
    package let effect: Interval?
  }

  /// The buckets with cards, from the top; empty if not identifiable.
  package let buckets: [Bucket]
  /// The number of cards with a verdict and a position.
  package let cards: Int
  /// The number of liked games that were shown in two or more buckets.
  package let games: Int
  /// Why the effects are not identifiable; nil if they are.
  package let notIdentifiable: NotIdentifiable?

  package enum NotIdentifiable: Codable, Sendable, Equatable {
    /// No card with a verdict has a position; the number of cards without one.
    case noPosition(cards: Int)
    /// All cards have the same position.
    case onePosition(Int)
    /// No liked game has two positions.
    case oneBucketPerGame
  }

  /// Counts of one game in one bucket.
  package struct Cell: Sendable, Equatable {
    package var shown: Int
    package var likes: Int

    package init(shown: Int, likes: Int) {
      self.shown = shown
      self.likes = likes
    }
  }

  /// The first position of each bucket; the last bucket has no end.
  package static let firstPositions = [0, 1, 2, 3, 5, 10, 20, 40]

  /// The bucket of a card position from 0.
  package static func bucket(of position: Int) -> Int {
    (firstPositions.firstIndex { $0 > position } ?? firstPositions.count) - 1
  }

  static func name(_ bucket: Int) -> String {
    let first = firstPositions[bucket]
    guard bucket + 1 < firstPositions.count else { return "\(first) and on" }
    let last = firstPositions[bucket + 1] - 1
    return last == first ? "\(first)" : "\(first)–\(last)"
  }

  /// The effects from the counts of each game in each bucket.
  ///
  /// - Parameters:
  ///   - cells: C[games, buckets].
  ///   - constant: the position of all cards, if it is the same for all.
  ///   - withoutPosition: the number of cards without a position.
  package init(_ cells: [[Cell]], constant: Int? = nil, withoutPosition: Int = 0) {
    let buckets = Self.firstPositions.count
    precondition(cells.allSatisfy { $0.count == buckets }, "cells of \(buckets) buckets")
    let cards = cells.joined().reduce(0) { $0 + $1.shown }
    // Only these are informative: the likes of the others cancel.
    let informative = cells.filter { row in
      row.count { $0.shown > 0 } > 1 && row.contains { $0.likes > 0 }
    }
    self.cards = cards
    games = informative.count
    notIdentifiable =
      if cards == 0 {
        .noPosition(cards: withoutPosition)
      } else if let constant {
        .onePosition(constant)
      } else {
        informative.isEmpty ? .oneBucketPerGame : nil
      }
    guard notIdentifiable == nil else {
      self.buckets = []
      return
    }
    let seen = (0..<buckets).filter { bucket in cells.contains { $0[bucket].shown > 0 } }
    let shown = seen.map { bucket in cells.reduce(0) { $0 + $1[bucket].shown } }
    let likes = seen.map { bucket in cells.reduce(0) { $0 + $1[bucket].likes } }
    let fit = PositionFit(informative.map { row in seen.map { row[$0] } }, shown: shown)
    self.buckets = seen.indices.map { index in
      Bucket(
        name: Self.name(seen[index]), shown: shown[index], likes: likes[index],
        effect: fit.effects[index])
    }
  }
}

/// Maximizes the likelihood of `PositionEffects`.
struct PositionFit {
  /// By bucket; nil if it is not linked to the reference bucket.
  let effects: [Interval?]

  private static let steps = 50
  /// 1 / variance of a normal prior around no effect. Weighing as much as a tenth of a like, it
  /// keeps the effects of buckets without likes finite.
  private static let prior = 0.1

  /// - Parameters:
  ///   - games: C[games, buckets], each with a like and cards in two buckets or more.
  ///   - shown: by bucket; the first of the most shown is the reference.
  init(_ games: [[PositionEffects.Cell]], shown: [Int]) {
    let buckets = shown.count
    let reference = shown.indices.reduce(0) { shown[$1] > shown[$0] ? $1 : $0 }
    let linked = Self.buckets(linkedTo: reference, games, count: buckets)
    let free = (0..<buckets).filter { $0 != reference && linked[$0] }
    var logs = [Double](repeating: 0, count: buckets)
    var curvature = [Double](repeating: 0, count: free.count * free.count)
    var scores: [[Double]] = []
    for _ in 0..<Self.steps where !free.isEmpty {
      (curvature, scores) = Self.derivatives(games, logs, free)
      var gradient = free.map { -Self.prior * logs[$0] }
      for score in scores { for index in free.indices { gradient[index] += score[index] } }
      let step = Self.solution(curvature, gradient, count: 1)
      // Long steps are shortened. The likelihood is concave, so the iteration still converges.
      let length = step.map(abs).max() ?? 0
      for (index, bucket) in free.enumerated() {
        logs[bucket] += step[index] * min(1, 2 / max(length, 1e-300))
      }
      if length < 1e-10 { break }
    }
    (curvature, scores) = Self.derivatives(games, logs, free)
    let bread = Self.inverse(curvature, order: free.count)
    var effects = [Interval?](repeating: nil, count: buckets)
    effects[reference] = Interval(mean: 1, low: 1, high: 1)
    for (index, bucket) in free.enumerated() {
      // The diagonal element `index` of A⁻¹ (Σ s sᵀ) A⁻ᵀ.
      let variance = scores.reduce(0.0) { sum, score in
        let product = free.indices.reduce(0.0) {
          $0 + bread[index * free.count + $1] * score[$1]
        }
        return sum + product * product
      }
      let half = Normal.quantile975 * variance.squareRoot()
      effects[bucket] = Interval(
        mean: exp(logs[bucket]), low: exp(logs[bucket] - half), high: exp(logs[bucket] + half))
    }
    self.effects = effects
  }

  /// Minus the second derivatives [free, free], and each game's first derivatives [games][free].
  private static func derivatives(
    _ games: [[PositionEffects.Cell]], _ logs: [Double], _ free: [Int]
  ) -> ([Double], [[Double]]) {
    let order = free.count
    var curvature = [Double](repeating: 0, count: order * order)
    for index in 0..<order { curvature[index * order + index] = prior }
    let scores = games.map { cells -> [Double] in
      let weights = cells.indices.map { Double(cells[$0].shown) * exp(logs[$0]) }
      let total = weights.reduce(0, +)
      let likes = Double(cells.reduce(0) { $0 + $1.likes })
      let shares = free.map { weights[$0] / total }
      for row in 0..<order where shares[row] > 0 {
        for column in 0..<order {
          curvature[row * order + column] +=
            likes * shares[row] * ((row == column ? 1 : 0) - shares[column])
        }
      }
      return free.indices.map { Double(cells[free[$0]].likes) - likes * shares[$0] }
    }
    return (curvature, scores)
  }

  /// The buckets that are linked to a given one by a chain of games.
  private static func buckets(
    linkedTo first: Int, _ games: [[PositionEffects.Cell]], count: Int
  ) -> [Bool] {
    var isLinked = (0..<count).map { $0 == first }
    var hasGrown = true
    while hasGrown {
      hasGrown = false
      for cells in games
      where cells.indices.contains(where: { cells[$0].shown > 0 && isLinked[$0] }) {
        for bucket in cells.indices where cells[bucket].shown > 0 && !isLinked[bucket] {
          isLinked[bucket] = true
          hasGrown = true
        }
      }
    }
    return isLinked
  }

  /// The rows x of A x = b, by Cholesky.
  private static func solution(_ a: [Double], _ b: [Double], count: Int) -> [Double] {
    let order = b.count / max(count, 1)
    var (matrix, right) = (a, b)
    var matrixSpan = matrix.mutableSpan
    var rightSpan = right.mutableSpan
    do {
      try LAPACK.posv(&matrixSpan, order: order, rightHandSides: &rightSpan, count: count)
    } catch {
      // A sum of covariances and a positive diagonal.
      preconditionFailure("the curvature of a concave likelihood: \(error)")
    }
    return right
  }

  private static func inverse(_ a: [Double], order: Int) -> [Double] {
    var identity = [Double](repeating: 0, count: order * order)
    for index in 0..<order { identity[index * order + index] = 1 }
    return order == 0 ? [] : solution(a, identity, count: order)
  }
}

extension PositionEffects {
  /// The effect of each bucket of `firstPositions`; nil if it was not seen or is not linked.
  package var effectByBucket: [Double?] {
    Self.firstPositions.indices.map { index in
      buckets.first { $0.name == Self.name(index) }?.effect?.mean
    }
  }
}
