/// Properties of lists beyond accuracy: coverage of the catalogue, evenness of exposure, novelty
/// and diversity.
package struct ListShape: Codable, Sendable, Equatable {
  /// The share of the games that may be listed that are on some list.
  package let coverage: Double
  /// The Gini coefficient of exposure over the games that may be listed: 0 if all are shown equally
  /// often, near 1 if one game has all positions.
  ///
  /// Source: Fleder and Hosanagar, *Blockbuster culture's next rise or fall* (2009),
  /// DOI 10.1287/mnsc.1080.0974.
  package let gini: Double
  /// The mean over lists and their games of −log₂(share of training players with a positive for the
  /// game), in bits; a game without positives counts as having one.
  ///
  /// Source: Zhou et al., *Solving the apparent diversity-accuracy dilemma of recommender systems*
  /// (2010), DOI 10.1073/pnas.1000488107.
  package let novelty: Double
  /// The mean over lists of 1 − the mean cosine of two games of the list; nil without features.
  ///
  /// Source: Ziegler et al., *Improving recommendation lists through topic diversification* (2005),
  /// DOI 10.1145/1060745.1060754.
  package let intraListDistance: Double?
  /// The listed games' popularity over that of the profiles' games, minus one. Each is a mean over
  /// players of the mean number of positives per game. Above zero, lists are more popular than the
  /// players' profiles.
  ///
  /// Source: Abdollahpouri et al., *The unfairness of popularity bias in recommendation* (2019),
  /// arXiv 1907.13286.
  package let popularityShift: Double
}

extension ListShape {
  /// The Gini coefficient of counts; 0 if all are 0.
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
