/// Makes scores of different models comparable, player by player.
///
///     z = (s − mean) / deviation
///
/// over all games of one player, so a unit is how far a game stands out for this player, whatever a
/// model's scale and the length of the player's profile. Where all games score alike, or a score is
/// not a number, z is 0 for all games: the model has no information about this player. Each z is a
/// linear function of s, so the parts of a score remain its parts.
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
