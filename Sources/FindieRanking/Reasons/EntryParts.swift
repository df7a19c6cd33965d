/// Scores of a player's entries as sums of named parts:
///
///     logit = w₀ + Σⱼ partⱼ + popularity + genres + friends + trending + new
///
/// over the player's games j. A game's part is the contribution of the factors, the neighbourhood,
/// EASE and the content together, each with the ranker's weight: with confidence cⱼ,
///
///     partⱼ = w_f cⱼ yⱼᵀ A⁻¹ yᵢ + w_n cⱼ Sⱼᵢ + w_e Bⱼᵢ + w_c cⱼ cos(vⱼ, vᵢ) / Σ c
///
/// exactly, since the player's factor is the solution A⁻¹ Σ cⱼ yⱼ of its own equations. For a
/// player without positives, the factors and the content represent the favourite genres.
///
/// Source: for the factors Hu, Koren and Volinsky (2008), section 5, DOI 10.1109/ICDM.2008.22.
struct EntryParts: Sendable {
  /// The parts that belong to no game.
  enum Fact: Int, CaseIterable {
    case base, taste, popularity, genres, friends, trending, freshness

    static let count = allCases.count
  }

  /// The indices, in the profiles, of the player's positives.
  var evidence: [Int] = []
  /// [entries, evidence], and room for more.
  var ofGames: [Double] = []
  /// [entries, Fact.count].
  var ofFacts: [Double] = []

  /// Resets the parts of games for this number of entries.
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
