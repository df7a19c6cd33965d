/// Scores of different models made comparable, player by player.
///
///     z = (s − mean) / deviation
///
/// over all games of one player, so that a unit is how far a game stands out for this player, whatever
/// a model's scale and however much is known of the player. Where all games score alike, or a score
/// is no number, z is 0 for all: such a model says nothing of this player. Each z is a linear function
/// of s, so that the parts of a score stay its parts.
enum StandardScores {
  /// - Parameter scores: [players, games], overwritten; sums run in Double.
  static func standardize(_ scores: inout MutableSpan<Float>, players: Int, games: Int) {
    precondition(scores.count >= players * games, "\(scores.count) scores of \(games) games")
    for start in stride(from: 0, to: players * games, by: max(1, games)) {
      var sum = 0.0
      for place in start..<start + games { sum += Double(scores[place]) }
      let mean = sum / Double(games)
      var squares = 0.0
      for place in start..<start + games {
        let difference = Double(scores[place]) - mean
        squares += difference * difference
      }
      let scale = 1 / (squares / Double(games)).squareRoot()
      for place in start..<start + games {
        scores[place] = scale.isFinite ? Float((Double(scores[place]) - mean) * scale) : 0
      }
    }
  }
}
