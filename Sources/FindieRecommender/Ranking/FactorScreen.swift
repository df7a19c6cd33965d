package import FindieLinearAlgebra

/// Short factors whose inner product is never below that of the long ones they are made from.
///
/// With orthonormal directions V[d, rank] a factor is Vᵀ(V u) and a rest, and
///
///     u · y  ≤  (V u) · (V y)  +  ‖rest of u‖ ‖rest of y‖
///
/// so a head of the d numbers V u and the rest's length bounds a score at a fraction of its price.
/// The directions are those in which the games' factors are longest. One number more makes good what
/// rounding may take: the heads, and so the bounds, depend on the BLAS; what is kept does not.
///
/// Source: the bound by a part of the coordinates is that of Li, Chan, Yiu and Mamoulis, *FEXIPRO:
/// Fast and Exact Inner Product Retrieval in Recommender Systems* (2017), DOI 10.1145/3035918.3064009.
package struct FactorScreen: Sendable {
  /// More directions cost more than they spare, at ranks 64 and 128.
  private static let directionCount = 6

  /// V[d, rank].
  private let directions: Matrix
  /// κ: ‖head in numbers - true head‖ ≤ κ ‖u‖.
  private let headError: Double
  /// What rounding may add, in units of ‖u‖ ‖y‖.
  private let slack: Double

  /// Numbers in a head.
  package var columns: Int { directions.rows + 2 }

  /// Nil where screening would not pay, or there are no such directions.
  package init?(_ games: Matrix) {
    let rank = games.columns
    let count = FactorScreen.directionCount
    guard rank >= 32, games.rows >= 256 else { return nil }
    var vectors = games.gramian
    guard vectors.elements.allSatisfy(\.isFinite),
      vectors.withElements({ LAPACK.syevd(&$0, order: rank) }) != nil,
      vectors.elements.allSatisfy(\.isFinite)
    else { return nil }
    // The last are those of the largest eigenvalues.
    directions = vectors.gathering(Array(rank - count..<rank))
    let skew = FactorScreen.skew(directions)
    headError = 2 * skew + 2 * FactorScreen.gamma(rank + 2) * Double(count).squareRoot()
    slack = 4 * headError + 4 * FactorScreen.gamma(rank + count + 4)
    guard headError < 0.001 else { return nil }
  }

  /// γ = n ε / (1 - n ε), with an ε twice that of Float32.
  private static func gamma(_ steps: Int) -> Double {
    let error = Double(steps) * 0x1p-23
    return error / (1 - error)
  }

  /// ‖V Vᵀ - I‖ (Frobenius): how far the directions are from some that are orthonormal.
  private static func skew(_ directions: Matrix) -> Double {
    var squares = 0.0
    for i in 0..<directions.rows {
      for j in 0..<directions.rows {
        var product = i == j ? -1.0 : 0
        for element in 0..<directions.columns {
          product += Double(directions[i, element]) * Double(directions[j, element])
        }
        squares += product * product
      }
    }
    return squares.squareRoot()
  }

  package enum Side: Sendable { case player, game }

  /// The heads of some factors, [factors.rows, columns].
  package func heads(of factors: Matrix, as side: Side) -> Matrix {
    let count = directions.rows
    var products = Matrix(rows: factors.rows, columns: count)
    products.withElements {
      BLAS.products(
        ofRows: factors.elements.span, factors.rows, withRows: directions.elements.span, count,
        columns: factors.columns, into: &$0)
    }
    var heads = Matrix(rows: factors.rows, columns: columns)
    heads.withElements { heads in
      for row in 0..<factors.rows {
        let norm = factors.row(row).norm
        let head = products.row(row)
        let certain = max(0, head.norm - headError * norm)
        let rest = max(0, norm * norm - certain * certain).squareRoot()
        let start = row * columns
        for index in 0..<count { heads[start + index] = head[index] }
        heads[start + count] = FactorScreen.up(rest)
        // The small numbers cover what is lost below the normal ones.
        heads[start + count + 1] = FactorScreen.up(
          side == .player ? slack * norm + 1e-15 : norm + 1e-20)
      }
    }
    return heads
  }

  /// A Float32 that is not smaller.
  private static func up(_ number: Double) -> Float { Float(number * (1 + 0x1p-20)).nextUp }
}
