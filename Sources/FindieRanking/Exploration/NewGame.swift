/// A new game and its evidence.
package struct NewGame: Sendable, Equatable {
  package let game: UInt32
  /// The numbers of players who saw it and who liked it.
  package let shown: Int
  package let likes: Int

  /// - Precondition: 0 ≤ likes ≤ shown.
  package init(game: UInt32, shown: Int, likes: Int) {
    precondition(0 <= likes && likes <= shown, "\(likes) likes of \(shown)")
    self.game = game
    self.shown = shown
    self.likes = likes
  }

  /// The mean and the standard deviation of the like rate's posterior Beta(a, b) with a = m n₀ +
  /// likes and b = (1 − m) n₀ + shown − likes:
  ///
  ///     a / (a + b)   and   √(a b / ((a + b)² (a + b + 1)))
  ///
  /// - Parameters:
  ///   - likeRate: m, above 0 and below 1: the prior mean of the like rate.
  ///   - strength: n₀, above 0.
  package func posterior(likeRate: Double, strength: Double) -> (mean: Double, deviation: Double) {
    let a = likeRate * strength + Double(likes)
    let b = (1 - likeRate) * strength + Double(shown - likes)
    let n = a + b
    return (a / n, (a * b / (n * n * (n + 1))).squareRoot())
  }
}
