import FindieModels

/// Decomposes the scores of a player's entries. Scratch memory: one per thread.
struct ScoreDecomposer: ~Copyable {
  private let models: RankingModels
  private let newGames: NewGameWeights?
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
  private var entryNumbers: [UInt16]
  /// The elements of an item-item model that connect the player's games with the entries.
  private var neighbors: [Connection] = []
  private var easeWeights: [Connection] = []
  private var terms: TermPostings
  /// The parts of the last player.
  private(set) var parts = EntryParts()

  /// - Parameter systems: of the games' factors (`FactorModel.playerSystems`).
  init(
    _ models: RankingModels, _ audience: Audience, weights: RankerWeights,
    systems: SharedSystems
  ) {
    self.models = models
    newGames = models.newGames
    self.audience = audience
    ranker = weights
    als = ImplicitALS(models.factors.parameters)
    self.systems = ExactSystems(systems)
    entryNumbers = [UInt16](repeating: 0, count: models.factors.games.rows)
    terms = TermPostings(terms: models.content.vectors.columns)
  }

  /// Sets `parts` to those of a player's entries.
  ///
  /// - Parameters:
  ///   - finder: with the player's candidates.
  ///   - entries: distinct candidates.
  mutating func decompose(
    _ player: Int, _ finder: borrowing CandidateFinder, entries: [UInt32]
  ) throws(LAPACKFailure) {
    let profiles = audience.profiles
    parts.evidence.removeAll(keepingCapacity: true)
    for offset in profiles.range(ofRow: player) where profiles.values[offset] > 0 {
      parts.evidence.append(offset)
    }
    confidence = parts.evidence.reduce(0.0) { $0 + Double(profiles.values[$1]) }
    let group = ranker.groups[ranker.group(of: finder.kind)]
    (weights, intercept) = (group.weights, group.intercept)
    let count = entries.count * parts.evidence.count
    parts.clearGames(entries: entries.count)
    if count > 0 {
      try addFactors(player, entries)
      for (offset, game) in entries.enumerated() { entryNumbers[Int(game)] = UInt16(offset + 1) }
      let (neighborhood, ease) = (models.itemItem.neighborhood, models.itemItem.ease)
      let (ofNeighbors, ofEASE) = (
        (weights[.neighborhood], weights[.latestNeighborhood]),
        (weights[.ease], weights[.latestEASE])
      )
      let games = parts.evidence.map { profiles.columnIndices[$0] }
      if ofNeighbors != (0, 0) { Self.connect(games, neighborhood, entryNumbers, &neighbors) }
      if let ease, ofEASE != (0, 0) { Self.connect(games, ease, entryNumbers, &easeWeights) }
      add(neighborhood, neighbors, ofNeighbors.0)
      if let ease { add(ease, easeWeights, ofEASE.0) }
      add(neighborhood, neighbors, ofNeighbors.1, shares: finder.shares)
      if let ease { add(ease, easeWeights, ofEASE.1, shares: finder.shares) }
      addNewGames(entries, ofEASE, shares: finder.shares)
      for game in entries { entryNumbers[Int(game)] = 0 }
      addContent(entries)
      addVectors(player, entries)
    }
    addFacts(
      finder.features(of: entries), entries.count,
      hasVector: audience.hints?.direction(ofPlayer: player) != nil)
  }

  /// - Parameter hasVector: whether the player has an own vector.
  private mutating func addFacts(_ features: [Float], _ entries: Int, hasVector: Bool) {
    let isKnown = !parts.evidence.isEmpty
    parts.ofFacts.removeAll(keepingCapacity: true)
    parts.ofFacts.append(contentsOf: repeatElement(0, count: entries * ScoreFact.count))
    let (weights, intercept) = (weights, intercept)
    let recent = RankerFeature.recent
    var facts = parts.ofFacts.mutableSpan
    for entry in 0..<entries {
      let start = entry * RankerFeature.count
      func part(_ feature: RankerFeature) -> Double {
        weights[feature] * Double(features[start + feature.rawValue])
      }
      func at(_ fact: ScoreFact) -> Int { entry * ScoreFact.count + fact.rawValue }
      facts[at(.base)] = intercept
      facts[at(.taste)] = isKnown ? 0 : part(.factors) + part(.content)
      facts[at(.popularity)] = part(.popularity) + part(.likeRate)
      facts[at(.recent)] = recent.reduce(0) { $0 + part($1) }
      facts[at(.genres)] = part(.genres)
      facts[at(.friends)] = part(.friends)
      facts[at(.trending)] = part(.trending)
      facts[at(.freshness)] = part(.freshness) + part(.youth)
      facts[at(.skips)] = part(.skips) + part(.recentSkips)
      facts[at(.model)] = part(.candidates) + (hasVector ? part(.vectors) : 0)
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
    var target = parts.ofGames.mutableSpan
    for entry in entries.indices {
      let (row, first) = (entry * evidence.count, entry * range.count - range.lowerBound)
      for index in evidence.indices {
        target[row + index] = weight * Double(products[first + evidence[index]])
      }
    }
  }

  /// Adds what EASE's weights say about new games.
  private mutating func addNewGames(
    _ entries: [UInt32], _ weights: (all: Double, latest: Double), shares: [Float]
  ) {
    guard let newGames, weights != (0, 0) else { return }
    for (entry, game) in entries.enumerated() where newGames.isNew[Int(game)] {
      for (index, offset) in parts.evidence.enumerated() {
        let own = Int(audience.profiles.columnIndices[offset])
        let latest = shares.isEmpty ? 0 : weights.latest * Double(shares[index])
        parts.ofGames[entry * parts.evidence.count + index] +=
          (weights.all + latest) * Double(newGames.weight(from: own, to: Int(game)))
      }
    }
  }

  private struct Connection {
    /// Of the player's game in `parts.evidence`.
    let index: Int32
    let entry: UInt16
    let weight: Float
  }

  /// Finds the elements of a model that connect the player's games with the entries.
  ///
  /// - Parameter entryNumbers: by game, its position among the entries plus 1.
  private static func connect(
    _ games: [UInt32], _ model: ItemItemModel, _ entryNumbers: [UInt16],
    _ found: inout [Connection]
  ) {
    found.removeAll(keepingCapacity: true)
    let (columns, values) = (model.weights.columnIndices.span, model.weights.values.span)
    let numbers = entryNumbers.span
    for (index, game) in games.enumerated() {
      for other in model.weights.range(ofRow: Int(game)) {
        let number = numbers[Int(columns[other])]
        guard number > 0 else { continue }
        found.append(
          Connection(index: Int32(index), entry: number - 1, weight: values[other]))
      }
    }
  }

  private mutating func add(
    _ model: ItemItemModel, _ connections: [Connection], _ weight: Double, shares: [Float]? = nil
  ) {
    guard weight != 0 else { return }
    let voices = parts.evidence.enumerated().map { index, offset in
      weight * Double((shares?[index] ?? 1) * model.voice(audience.profiles.values[offset]))
    }
    Self.add(connections, voices, to: &parts.ofGames)
  }

  private static func add(
    _ connections: [Connection], _ voices: [Double], to parts: inout [Double]
  ) {
    var parts = parts.mutableSpan
    for connection in connections {
      let index = Int(connection.index)
      parts[Int(connection.entry) * voices.count + index] +=
        voices[index] * Double(connection.weight)
    }
  }

  private mutating func addVectors(_ player: Int, _ entries: [UInt32]) {
    let weight = weights[.vectors]
    guard weight != 0, let embeddings = models.content.embeddings else { return }
    guard let length = audience.taste(of: player, by: embeddings).length, length > 0 else { return }
    let profiles = audience.profiles
    let vectors = embeddings.vectors
    let own = vectors.gathering(parts.evidence.map { Int(profiles.columnIndices[$0]) })
    let listed = vectors.gathering(entries.map { Int($0) })
    var cosines = Matrix(rows: listed.rows, columns: own.rows)
    cosines.withElements {
      BLAS.products(
        ofRows: listed.elements.span, listed.rows, withRows: own.elements.span, own.rows,
        columns: vectors.columns, into: &$0)
    }
    for (index, offset) in parts.evidence.enumerated() {
      let share = weight * Double(profiles.values[offset]) / length
      for entry in entries.indices {
        parts.ofGames[entry * own.rows + index] += share * Double(cosines[entry, index])
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
