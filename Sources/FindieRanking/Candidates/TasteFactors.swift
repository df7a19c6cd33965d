import FindieDomain
package import FindieModels

/// Factors for players known only by favourite genres: the mean factor of players with that taste.
///
/// A genre's factor is the mean of the players' factors, weighted by the share sᵤ of a player's
/// positives with the genre, and shrunk towards the overall mean with the weight of κ players:
///
///     m_g = (Σᵤ sᵤ xᵤ + κ m) / (Σᵤ sᵤ + κ)
///
/// A player with several favourite genres has their mean; one without any, the mean of all.
package struct TasteFactors: Sendable {
  /// [genres + 1, rank]: the last is the mean of all players.
  package let means: Matrix

  private static let genres = Genre.allCases.count
  /// κ.
  private static let players = 20.0

  /// - Parameter means: [genres + 1, rank].
  package init(means: Matrix) {
    precondition(means.rows == Self.genres + 1, "means of \(means.rows) tastes")
    self.means = means
  }

  /// - Parameters:
  ///   - factors: X[players, rank].
  ///   - profiles: confidences [players, games].
  ///   - genres: of each game.
  init(factors: Matrix, profiles: SparseRows, genres: [GenreSet]) {
    let (rank, all) = (factors.columns, Self.genres)
    var sums = [Double](repeating: 0, count: (all + 1) * rank)
    var weights = [Double](repeating: 0, count: all + 1)
    for player in 0..<profiles.rows {
      let positives = profiles.positives(ofRow: player)
      guard !positives.isEmpty else { continue }
      var shares = [Double](repeating: 0, count: all + 1)
      let share = 1 / Double(positives.count)
      for game in positives { genres[Int(game)].forEachIndex { shares[$0] += share } }
      shares[all] = 1
      let factor = factors.row(player)
      for genre in 0...all where shares[genre] > 0 {
        let share = shares[genre]
        weights[genre] += share
        let start = genre * rank
        for index in 0..<rank { sums[start + index] += share * Double(factor[index]) }
      }
    }
    for index in 0..<rank { sums[all * rank + index] /= max(1, weights[all]) }
    for genre in 0..<all {
      for index in 0..<rank {
        sums[genre * rank + index] =
          (sums[genre * rank + index] + Self.players * sums[all * rank + index])
          / (weights[genre] + Self.players)
      }
    }
    means = Matrix(rows: all + 1, columns: rank, elements: sums.map { Float($0) })
  }

  /// The factor of a player with these favourite genres.
  func factor(of genres: GenreSet) -> [Float] {
    let named = (0..<Self.genres).filter { genres.contains(index: $0) }
    let rows = named.isEmpty ? [Self.genres] : named
    return (0..<means.columns).map { index in
      rows.reduce(0) { $0 + means[$1, index] } / Float(rows.count)
    }
  }
}
