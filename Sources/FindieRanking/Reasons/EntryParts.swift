/// Scores of a player's entries as sums of named parts:
///
///     logit = w₀ + Σⱼ partⱼ + popularity + recent + genres + friends + trending + new + skips
///             + model
///
/// over the player's games j. A game's part is the contribution of the factors, the neighbourhood,
/// EASE, the content and the games' vectors e together, each with the ranker's weight: with
/// confidence cⱼ,
///
///     partⱼ = w_f cⱼ yⱼᵀ A⁻¹ yᵢ + (w_n + w_n' oⱼ) cⱼ Sⱼᵢ + (w_e + w_e' oⱼ) Bⱼᵢ
///             + w_c cⱼ cos(vⱼ, vᵢ) / Σ c + w_v cⱼ cos(eⱼ, eᵢ) / |Σ c e|
///
/// with oⱼ by `ProfileOrder` and Bⱼᵢ of a new game i by `NewGameWeights`. It is exact, since the
/// player's factor is the solution A⁻¹ Σ cⱼ yⱼ of its own equations. For a player without
/// positives, the factors and the content represent the favourite genres. The part `model` is what
/// the operator's own model says: the candidates and, instead of the addend of w_v, the cosine with
/// the player's own vector.
///
/// Source: for the factors Hu, Koren and Volinsky (2008), section 5, DOI 10.1109/ICDM.2008.22.
struct EntryParts: Sendable {
  /// The indices, in the profiles, of the player's positives.
  var evidence: [Int] = []
  /// [entries, evidence], and room for more.
  var ofGames: [Double] = []
  /// [entries, ScoreFact.count].
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

  func of(_ fact: ScoreFact, _ entry: Int) -> Double {
    ofFacts[entry * ScoreFact.count + fact.rawValue]
  }

  /// The entry's score: the sum of all parts.
  func score(_ entry: Int) -> Double {
    let (games, facts) = (ofGames.span, ofFacts.span)
    var sum = 0.0
    for index in 0..<evidence.count { sum += games[entry * evidence.count + index] }
    var sumOfFacts = 0.0
    for fact in 0..<ScoreFact.count { sumOfFacts += facts[entry * ScoreFact.count + fact] }
    return sum + sumOfFacts
  }

  /// The parts of an entry that are not 0: the base first, then the player's games.
  ///
  /// - Parameter games: of the elements of the profiles.
  func named(_ entry: Int, profiles games: [UInt32]) -> [ScorePart] {
    let facts = ScoreFact.allCases.map { ScorePart(kind: .fact($0), value: of($0, entry)) }
    let ofGames = zip(evidence, ofGames(entry)).map {
      ScorePart(kind: .game(games[$0]), value: $1)
    }
    return (facts.prefix(1) + ofGames + facts.dropFirst()).filter { $0.value != 0 }
  }
}

/// A part of a score that belongs to no game.
package enum ScoreFact: Int, CaseIterable, Sendable {
  /// The ranker's intercept, the same for all.
  case base
  /// The favourite genres of a player without positives.
  case taste
  case popularity
  /// The popularity of the last days.
  case recent
  /// The player's favourite genres.
  case genres
  case friends
  case trending
  /// The time since the release.
  case freshness
  /// The player skipped the game.
  case skips
  /// The operator's own model.
  case model

  static let count = allCases.count

  package var name: String {
    switch self {
    case .base: "base"
    case .taste: "players of the favourite genres"
    case .popularity: "popularity"
    case .recent: "popularity of the last days"
    case .genres: "favourite genres"
    case .friends: "friends"
    case .trending: "trending"
    case .freshness: "new"
    case .skips: "skips"
    case .model: "similar by your model"
    }
  }
}

/// One addend of a score.
package struct ScorePart: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    /// The part of one of the player's games, by its index.
    case game(UInt32)
    case fact(ScoreFact)
  }

  package let kind: Kind
  package let value: Double
}
