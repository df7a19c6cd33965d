/// What lists look like beside being right: how much of the catalogue they show, how evenly, how
/// known and how alike the games on them are.
package struct ListShape: Codable, Sendable, Equatable {
  /// The share of the games that may be listed that some list holds.
  package let coverage: Double
  /// How unevenly places are given to the games that may be listed: 0 where all are shown as often,
  /// near 1 where one game has all places.
  ///
  /// Source: Fleder and Hosanagar, *Blockbuster culture's next rise or fall* (2009),
  /// DOI 10.1287/mnsc.1080.0974.
  package let gini: Double
  /// The mean over lists and their games of −log₂(share of the training's players that are for the
  /// game), in bits; a game that nobody is for counts as one that one player is for.
  ///
  /// Source: Zhou et al., *Solving the apparent diversity-accuracy dilemma of recommender systems*
  /// (2010), DOI 10.1073/pnas.1000488107.
  package let novelty: Double
  /// The mean over lists of 1 − the mean cosine of two of their games; nil where games have no
  /// features.
  ///
  /// Source: Ziegler et al., *Improving recommendation lists through topic diversification* (2005),
  /// DOI 10.1145/1060745.1060754.
  package let intraListDistance: Double?
  /// The listed games' popularity over that of the profiles' games, less one; each is a mean over
  /// players of the mean number of players that are for a game. Above zero: lists are more popular
  /// than what the players like.
  ///
  /// Source: Abdollahpouri et al., *The unfairness of popularity bias in recommendation* (2019),
  /// arXiv 1907.13286.
  package let popularityShift: Double
}

extension ListShape {
  /// The Gini coefficient of how often each game is shown: 0 where none is.
  package static func gini(of exposures: [Int]) -> Double {
    let total = exposures.reduce(0, +)
    guard total > 0 else { return 0 }
    let count = exposures.count
    var sum = 0.0
    for (index, exposure) in exposures.sorted().enumerated() {
      sum += Double(2 * index + 1 - count) * Double(exposure)
    }
    return sum / (Double(count) * Double(total))
  }
}
