import FindieDomain
import FindieLinearAlgebra

/// Factors for players of whom nothing is known but genres that they named: what players of that taste
/// have in common, in the same space as all factors.
///
/// A genre's factor is the mean of the players' factors, each weighed by the share sᵤ of the games it is
/// for that have the genre, drawn towards the mean of all by as much as κ players weigh:
///
///     m_g = (Σᵤ sᵤ xᵤ + κ m) / (Σᵤ sᵤ + κ)
///
/// A player who named several has the mean of theirs; one who named none, the mean of all.
struct TasteFactors: Sendable {
  /// [genres + 1, rank]: the last is the mean of all players.
  private let means: Matrix

  private static let genres = Genre.allCases.count
  /// κ.
  private static let players = 20.0

  /// - Parameters:
  ///   - factors: X[players, rank].
  ///   - profiles: confidences [players, games].
  ///   - genres: of each game.
  init(factors: Matrix, profiles: SparseRows, genres: [GenreSet]) {
    let (rank, all) = (factors.columns, TasteFactors.genres)
    var sums = [Double](repeating: 0, count: (all + 1) * rank)
    var weights = [Double](repeating: 0, count: all + 1)
    for player in 0..<profiles.rows {
      let positives = profiles.positives(ofRow: player)
      guard !positives.isEmpty else { continue }
      var shares = [Double](repeating: 0, count: all + 1)
      let share = 1 / Double(positives.count)
      for game in positives { genres[Int(game)].forEachPlace { shares[$0] += share } }
      shares[all] = 1
      for genre in 0...all where shares[genre] > 0 {
        weights[genre] += shares[genre]
        for index in 0..<rank {
          sums[genre * rank + index] += shares[genre] * Double(factors[player, index])
        }
      }
    }
    for index in 0..<rank { sums[all * rank + index] /= max(1, weights[all]) }
    for genre in 0..<all {
      for index in 0..<rank {
        sums[genre * rank + index] =
          (sums[genre * rank + index] + TasteFactors.players * sums[all * rank + index])
          / (weights[genre] + TasteFactors.players)
      }
    }
    means = Matrix(rows: all + 1, columns: rank, elements: sums.map { Float($0) })
  }

  /// The factor of a player who named these genres.
  func factor(of genres: GenreSet) -> [Float] {
    let named = (0..<TasteFactors.genres).filter { genres.rawValue & 1 << UInt16($0) != 0 }
    let rows = named.isEmpty ? [TasteFactors.genres] : named
    return (0..<means.columns).map { index in
      rows.reduce(0) { $0 + means[$1, index] } / Float(rows.count)
    }
  }
}
