/// Makes scores of different models comparable, player by player.
///
///     z = (s − mean) / deviation
///
/// over all games of one player. So z does not depend on the scale of the model or on the length of the
/// player's profile. If all games have the same score, or a score is not a number, z is 0 for all games: the
/// model has no information about this player. Each z is a linear function of s, so a decomposition of s is
/// also one of z.
enum StandardScores {
  /// - Parameter scores: [players, games], overwritten; sums run in Double.
  static func standardize(_ scores: inout MutableSpan<Float>, players: Int, games: Int) {
    precondition(scores.count >= players * games, "\(scores.count) scores of \(games) games")
    for start in stride(from: 0, to: players * games, by: max(1, games)) {
      var sum = 0.0
      for position in start..<start + games { sum += Double(scores[position]) }
      let mean = sum / Double(games)
      var squares = 0.0
      for position in start..<start + games {
        let difference = Double(scores[position]) - mean
        squares += difference * difference
      }
      let scale = 1 / (squares / Double(games)).squareRoot()
      for position in start..<start + games {
        scores[position] = scale.isFinite ? Float((Double(scores[position]) - mean) * scale) : 0
      }
    }
  }
}
