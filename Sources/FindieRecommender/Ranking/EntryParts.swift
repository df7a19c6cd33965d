/// Scores of a player's entries as sums of named parts:
///
///     logit = w₀ + Σⱼ partⱼ + popularity + genres + friends + trending + new
///
/// over the player's games j. A game's part is what the factors, the counts, EASE, and genres and tags
/// say of it together, each by the ranker's weight: with confidence cⱼ,
///
///     partⱼ = w_f cⱼ yⱼᵀ A⁻¹ yᵢ + w_n cⱼ Sⱼᵢ + w_e Bⱼᵢ + w_c cⱼ cos(vⱼ, vᵢ) / Σ c
///
/// exactly, since the player's factor is the solution A⁻¹ Σ cⱼ yⱼ of its own equations. Where nothing is
/// known of what a player did, the factors and the content speak for the genres that it named.
///
/// Source: for the factors Hu, Koren and Volinsky (2008), section 5, DOI 10.1109/ICDM.2008.22.
struct EntryParts: Sendable {
  /// What is no game's part.
  enum Fact: Int, CaseIterable {
    case base, taste, popularity, genres, friends, trending, freshness

    static let count = allCases.count
  }

  /// The places, in the profiles, of the games that the player is for.
  var evidence: [Int] = []
  /// [entries, evidence], and room for more.
  var ofGames: [Double] = []
  /// [entries, Fact.count].
  var ofFacts: [Double] = []

  /// Makes what the games say of this many entries 0.
  mutating func clearGames(entries: Int) {
    let count = entries * evidence.count
    guard ofGames.count >= count else {
      ofGames = [Double](repeating: 0, count: 2 * count)
      return
    }
    var games = ofGames.mutableSpan
    for index in 0..<count { games[index] = 0 }
  }

  func ofGames(_ entry: Int) -> ArraySlice<Double> {
    ofGames[entry * evidence.count..<(entry + 1) * evidence.count]
  }

  func of(_ fact: Fact, _ entry: Int) -> Double { ofFacts[entry * Fact.count + fact.rawValue] }

  /// The entry's score: the sum of all parts.
  func score(_ entry: Int) -> Double {
    let (games, facts) = (ofGames.span, ofFacts.span)
    var sum = 0.0
    for index in 0..<evidence.count { sum += games[entry * evidence.count + index] }
    var sumOfFacts = 0.0
    for fact in 0..<Fact.count { sumOfFacts += facts[entry * Fact.count + fact] }
    return sum + sumOfFacts
  }
}
