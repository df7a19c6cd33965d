import FindieModels

/// Decomposes the scores of a player's entries. Scratch memory: one per thread.
struct ScoreDecomposer: ~Copyable {
  private let models: RankingModels
  private let audience: Audience
  private let ranker: RankerWeights
  /// The ranker's weights for the last player, in the order of its features.
  private var weights: [Double] = []
  private var intercept = 0.0
  /// The sum of the last player's positive confidences.
  private var confidence = 0.0
  private let als: ImplicitALS
  private var systems: ExactSystems
  /// What each of the player's games adds to the entries' scores by factors, [entries, profile].
  private var products: [Float] = []
  /// By game, its position among the entries plus 1.
  private var entryNumbers: [UInt32]
  private var terms: TermPostings
  /// The parts of the last player.
  private(set) var parts = EntryParts()

  /// - Parameter systems: of the games' factors (`FactorModel.playerSystems`).
  init(
    _ models: RankingModels, _ audience: Audience, weights: RankerWeights,
    systems: SharedSystems
  ) {
    self.models = models
    self.audience = audience
    ranker = weights
    als = ImplicitALS(models.factors.parameters)
    self.systems = ExactSystems(systems)
    entryNumbers = [UInt32](repeating: 0, count: models.factors.games.rows)
    terms = TermPostings(terms: models.content.vectors.columns)
  }

  /// Sets `parts` to those of a player's entries.
  ///
  /// - Parameters:
  ///   - entries: distinct games.
  ///   - features: of each entry [entries, RankerFeature.count].
  mutating func decompose(
    _ player: Int, entries: [UInt32], features: [Float]
  ) throws(LAPACKFailure) {
    let profiles = audience.profiles
    parts.evidence.removeAll(keepingCapacity: true)
    for offset in profiles.range(ofRow: player) where profiles.values[offset] > 0 {
      parts.evidence.append(offset)
    }
    confidence = parts.evidence.reduce(0.0) { $0 + Double(profiles.values[$1]) }
    let group = ranker.groups[ranker.group(of: audience.kind(of: player))]
    (weights, intercept) = (group.weights, group.intercept)
    let count = entries.count * parts.evidence.count
    parts.clearGames(entries: entries.count)
    if count > 0 {
      try addFactors(player, entries)
      for (offset, game) in entries.enumerated() { entryNumbers[Int(game)] = UInt32(offset + 1) }
      add(models.itemItem.neighborhood, weights[.neighborhood])
      if let ease = models.itemItem.ease { add(ease, weights[.ease]) }
      if ranker.usesLatest {
        let shares = ProfileOrder(ofPlayer: player, audience).shares
        add(
          models.itemItem.neighborhood, weights[.latestNeighborhood],
          shares: shares)
        if let ease = models.itemItem.ease {
          add(ease, weights[.latestEASE], shares: shares)
        }
      }
      for game in entries { entryNumbers[Int(game)] = 0 }
      addContent(entries)
    }
    addFacts(features, entries.count)
  }

  private mutating func addFacts(_ features: [Float], _ entries: Int) {
    let isKnown = !parts.evidence.isEmpty
    parts.ofFacts.removeAll(keepingCapacity: true)
    parts.ofFacts.append(contentsOf: repeatElement(0, count: entries * ScoreFact.count))
    for entry in 0..<entries {
      let start = entry * RankerFeature.count
      func part(_ feature: RankerFeature) -> Double {
        weights[feature] * Double(features[start + feature.rawValue])
      }
      for fact in ScoreFact.allCases {
        parts.ofFacts[entry * ScoreFact.count + fact.rawValue] =
          switch fact {
          case .base: intercept
          case .taste: isKnown ? 0 : part(.factors) + part(.content)
          case .popularity: part(.popularity) + part(.likeRate)
          case .recent: RankerFeature.recent.reduce(0) { $0 + part($1) }
          case .genres: part(.genres)
          case .friends: part(.friends)
          case .trending: part(.trending)
          case .freshness: part(.freshness) + part(.youth)
          case .skips: part(.skips) + part(.recentSkips)
          }
      }
    }
  }

  private mutating func addFactors(
    _ player: Int, _ entries: [UInt32]
  ) throws(LAPACKFailure) {
    let weight = weights[.factors]
    guard weight != 0 else { return }
    let profiles = audience.profiles
    let range = profiles.range(ofRow: player)
    try systems.parts(
      ofRow: player, of: profiles,
      regularization: als.regularization(rowLength: range.count, otherSide: profiles.columns),
      with: entries, into: &products)
    let (evidence, products) = (parts.evidence, products)
    let own = evidence.count
    var target = parts.ofGames.mutableSpan
    for entry in entries.indices {
      for (index, offset) in evidence.enumerated() {
        target[entry * own + index] =
          weight * Double(products[entry * range.count + offset - range.lowerBound])
      }
    }
  }

  private mutating func add(_ model: ItemItemModel, _ weight: Double, shares: [Float]? = nil) {
    guard weight != 0 else { return }
    let profiles = audience.profiles
    let (columns, values) = (model.weights.columnIndices.span, model.weights.values.span)
    let (evidence, entryNumbers) = (parts.evidence, entryNumbers)
    let own = evidence.count
    var target = parts.ofGames.mutableSpan
    for (index, offset) in evidence.enumerated() {
      let voice =
        weight * Double((shares?[index] ?? 1) * model.voice(profiles.values[offset]))
      for other in model.weights.range(ofRow: Int(profiles.columnIndices[offset])) {
        let entry = Int(entryNumbers[Int(columns[other])])
        guard entry > 0 else { continue }
        target[(entry - 1) * own + index] += voice * Double(values[other])
      }
    }
  }

  /// How much the genres and tags alone contribute to the part of one of the last player's games.
  ///
  /// - Parameter index: in `parts.evidence`.
  func contentPart(_ index: Int, of game: UInt32) -> Double {
    let weight = weights[.content]
    guard weight != 0 else { return 0 }
    let (profiles, offset) = (audience.profiles, parts.evidence[index])
    return weight * Double(profiles.values[offset]) / confidence
      * models.content.cosine(profiles.columnIndices[offset], game)
  }

  private mutating func addContent(_ entries: [UInt32]) {
    let weight = weights[.content]
    guard weight != 0 else { return }
    let profiles = audience.profiles
    let own = parts.evidence.count
    terms.fill(with: entries, of: models.content)
    for (index, offset) in parts.evidence.enumerated() {
      terms.addCosines(
        of: profiles.columnIndices[offset], in: models.content,
        times: weight * Double(profiles.values[offset]) / confidence, to: &parts.ofGames, at: index,
        stride: own)
    }
  }
}
