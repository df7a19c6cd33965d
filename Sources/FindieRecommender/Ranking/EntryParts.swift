import FindieLinearAlgebra

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
  }

  /// The places, in the profiles, of the games that the player is for.
  let evidence: [Int]
  /// [entries, evidence].
  private(set) var ofGames: [Double]
  /// [entries, Fact.allCases.count].
  private(set) var ofFacts: [Double]

  func ofGames(_ entry: Int) -> ArraySlice<Double> {
    ofGames[entry * evidence.count..<(entry + 1) * evidence.count]
  }

  func of(_ fact: Fact, _ entry: Int) -> Double {
    ofFacts[entry * Fact.allCases.count + fact.rawValue]
  }

  /// The entry's score: the sum of all parts.
  func score(_ entry: Int) -> Double {
    let facts = Fact.allCases.count
    return ofGames(entry).reduce(0, +)
      + ofFacts[entry * facts..<(entry + 1) * facts].reduce(0, +)
  }
}

/// Takes scores apart: scratch, one a thread.
struct PartMaker: ~Copyable {
  private let models: RankingModels
  private let audience: Audience
  private let weights: RankerWeights
  private let weightedGramian: Matrix
  private var equation: NormalEquation
  /// By game, its place among the entries plus 1.
  private var places: [UInt32]
  /// An entry's content, by term.
  private var terms: [Float]

  init(_ models: RankingModels, _ audience: Audience, _ weights: RankerWeights, gramian: Matrix) {
    self.models = models
    self.audience = audience
    self.weights = weights
    weightedGramian = gramian
    equation = NormalEquation(rank: models.factors.games.columns)
    places = [UInt32](repeating: 0, count: models.factors.games.rows)
    terms = [Float](repeating: 0, count: models.content.vectors.columns)
  }

  /// - Parameters:
  ///   - entries: distinct games.
  ///   - features: of each entry [entries, RankerFeature.count].
  mutating func parts(
    of player: Int, entries: [UInt32], features: [Float]
  ) throws -> EntryParts {
    let profiles = audience.profiles
    let evidence = profiles.range(ofRow: player).filter { profiles.values[$0] > 0 }
    var ofGames = [Double](repeating: 0, count: entries.count * evidence.count)
    if !evidence.isEmpty, !entries.isEmpty {
      try addFactors(player, entries, evidence, to: &ofGames)
      for (place, game) in entries.enumerated() { places[Int(game)] = UInt32(place + 1) }
      add(models.itemItem.neighborhood, weights[.neighborhood], evidence, to: &ofGames)
      if let ease = models.itemItem.ease { add(ease, weights[.ease], evidence, to: &ofGames) }
      for game in entries { places[Int(game)] = 0 }
      addContent(entries, evidence, to: &ofGames)
    }
    return EntryParts(
      evidence: evidence, ofGames: ofGames,
      ofFacts: facts(features, entries.count, hasEvidence: !evidence.isEmpty))
  }

  private func facts(_ features: [Float], _ entries: Int, hasEvidence: Bool) -> [Double] {
    (0..<entries).flatMap { entry in
      func part(_ feature: RankerFeature) -> Double {
        weights[feature] * Double(features[entry * RankerFeature.count + feature.rawValue])
      }
      return EntryParts.Fact.allCases.map { fact in
        switch fact {
        case .base: weights.intercept
        case .taste: hasEvidence ? 0 : part(.factors) + part(.content)
        case .popularity: part(.popularity)
        case .genres: part(.genres)
        case .friends: part(.friends)
        case .trending: part(.trending)
        case .freshness: part(.freshness)
        }
      }
    }
  }

  private mutating func addFactors(
    _ player: Int, _ entries: [UInt32], _ evidence: [Int], to parts: inout [Double]
  ) throws {
    let weight = weights[.factors]
    guard weight != 0 else { return }
    let (profiles, games) = (audience.profiles, models.factors.games)
    let range = profiles.range(ofRow: player)
    try models.factors.project(
      games: profiles.columnIndices[range], confidences: profiles.values[range],
      weightedGramian: weightedGramian, into: &equation)
    var solved = games.gathering(entries.map { Int($0) })
    solved.withElements { equation.solve(rightHandSides: &$0, count: entries.count) }
    let own = games.gathering(evidence.map { Int(profiles.columnIndices[$0]) })
    var products = Matrix(rows: entries.count, columns: evidence.count)
    products.withElements {
      BLAS.products(
        ofRows: solved.elements.span, entries.count, withRows: own.elements.span, evidence.count,
        columns: games.columns, into: &$0)
    }
    let values = products.elements
    for entry in entries.indices {
      for (index, place) in evidence.enumerated() {
        let at = entry * evidence.count + index
        parts[at] += weight * Double(profiles.values[place]) * Double(values[at])
      }
    }
  }

  private func add(
    _ model: ItemItemModel, _ weight: Double, _ evidence: [Int], to parts: inout [Double]
  ) {
    guard weight != 0 else { return }
    let profiles = audience.profiles
    for (index, place) in evidence.enumerated() {
      let voice = Double(model.voice(profiles.values[place]))
      for other in model.weights.range(ofRow: Int(profiles.columnIndices[place])) {
        let entry = places[Int(model.weights.columnIndices[other])]
        guard entry > 0 else { continue }
        parts[(Int(entry) - 1) * evidence.count + index] +=
          weight * voice * Double(model.weights.values[other])
      }
    }
  }

  private mutating func addContent(
    _ entries: [UInt32], _ evidence: [Int], to parts: inout [Double]
  ) {
    let weight = weights[.content]
    guard weight != 0 else { return }
    let profiles = audience.profiles
    let total = evidence.reduce(0.0) { $0 + Double(profiles.values[$1]) }
    for (entry, game) in entries.enumerated() {
      models.content.add(Int(game), weight: 1, to: &terms)
      for (index, place) in evidence.enumerated() {
        let cosine = models.content.dot(Int(profiles.columnIndices[place]), terms.span)
        parts[entry * evidence.count + index] +=
          weight * Double(profiles.values[place]) / total * Double(cosine)
      }
      models.content.add(Int(game), weight: -1, to: &terms)
    }
  }
}
