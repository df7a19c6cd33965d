import FindieWorkers

/// The ranker: a game's score is the log-odds that it becomes a positive of the player,
///
///     logit = w₀ + Σ w_f · feature_f
///
/// with weights that depend on the number of the player's positives.
package struct RankerWeights: Codable, Sendable, Equatable {
  /// The weights for players with a similar number of positives.
  package struct Group: Codable, Sendable, Equatable {
    /// The smallest number of positives; the range ends where the next group starts.
    package let minimumPositives: Int
    package let intercept: Double
    /// In the order of `RankerFeature`.
    package let weights: [Double]
    /// The standard deviation of each feature among a player's candidates: weights are comparable
    /// after multiplying by it.
    package let deviations: [Double]
    /// How much the score increases per unit of the popularity feature among a player's candidates,
    /// at least 0: `discovery` discounts it.
    package let popularitySlope: Double
    /// The number of validation players.
    package let players: Int
    /// The best single model's mean nDCG for these players, and the ranker's; nil if they were not
    /// compared.
    package let bestModelNDCG: Double?
    package let nDCG: Double?

    package init(
      minimumPositives: Int, intercept: Double, weights: [Double],
      deviations: [Double]? = nil, popularitySlope: Double = 0, players: Int = 0,
      bestModelNDCG: Double? = nil, nDCG: Double? = nil
    ) {
      self.minimumPositives = minimumPositives
      self.intercept = intercept
      self.weights = weights
      self.deviations = deviations ?? weights.map { _ in 1 }
      self.popularitySlope = popularitySlope
      self.players = players
      self.bestModelNDCG = bestModelNDCG
      self.nDCG = nDCG
    }
  }

  /// The names of the features, in the order of the weights.
  package let features: [String]
  /// By ascending `minimumPositives`, from 0.
  package let groups: [Group]
  /// The best single model on the validation, from which the weight search started; nil if the
  /// weights were not learned.
  package let bestModel: String?
  /// The amount of variety that costs little relevance.
  package var variety: VarietyLevel
  /// The split whose held-out positives the weights were chosen on; nil for default weights.
  package let validation: SplitDesign?
  package let players: Int
  package let candidates: Int
  package let positives: Int

  package init(
    groups: [Group], bestModel: String? = nil, variety: VarietyLevel = .full,
    validation: SplitDesign? = nil, players: Int, candidates: Int, positives: Int
  ) {
    precondition(
      groups.first?.minimumPositives == 0
        && zip(groups, groups.dropFirst()).allSatisfy { $0.minimumPositives < $1.minimumPositives }
        && groups.allSatisfy { $0.weights.count == RankerFeature.count },
      "weights of \(groups.count) groups")
    features = RankerFeature.allCases.map(\.name)
    self.groups = groups
    self.bestModel = bestModel
    self.variety = variety
    self.validation = validation
    self.players = players
    self.candidates = candidates
    self.positives = positives
  }

  /// Whether these weights have the features of the current ranker; an older version's may not.
  package var hasCurrentFeatures: Bool { features == RankerFeature.allCases.map(\.name) }

  /// The index of the group of a player with this number of positives.
  func group(positives: Int) -> Int {
    (groups.lastIndex { $0.minimumPositives <= positives }) ?? 0
  }

  /// Default weights of factors and popularity, for too little history to learn from.
  package static let unlearned: RankerWeights = {
    let given: [RankerFeature: Double] = [
      .factors: 4, .content: 1, .popularity: 0.05, .genres: 0.5, .friends: 0.5, .trending: 0.05,
      .freshness: 0.1,
    ]
    return RankerWeights(
      groups: [
        Group(
          minimumPositives: 0, intercept: -4,
          weights: RankerFeature.allCases.map { given[$0] ?? 0 })
      ],
      players: 0, candidates: 0, positives: 0)
  }()

  /// These weights with popularity discounted.
  ///
  /// - Parameter discovery: from 0 to 1; at 1 a score no longer increases with popularity among a
  ///   player's candidates, on average.
  package func discounted(discovery: Double) -> RankerWeights {
    guard discovery > 0 else { return self }
    return RankerWeights(
      groups: groups.map { group in
        var weights = group.weights
        weights[RankerFeature.popularity.rawValue] -= discovery * group.popularitySlope
        return Group(
          minimumPositives: group.minimumPositives, intercept: group.intercept, weights: weights,
          deviations: group.deviations, popularitySlope: (1 - discovery) * group.popularitySlope,
          players: group.players, bestModelNDCG: group.bestModelNDCG, nDCG: group.nDCG)
      },
      bestModel: bestModel, variety: variety, validation: validation, players: players,
      candidates: candidates, positives: positives)
  }

  /// Adds the scores of the candidates from an index on, summed in Double.
  func score(_ finder: borrowing CandidateFinder, from first: Int, into order: inout ScoreOrder) {
    let group = groups[self.group(positives: finder.positives)]
    let (features, values) = (finder.features.span, group.weights.span)
    let games = finder.candidates.games.span
    let width = values.count
    var position = first
    while position < games.count {
      var sum = group.intercept
      for index in 0..<width { sum += values[index] * Double(features[position * width + index]) }
      order.add(games[position], Float(sum))
      position += 1
    }
  }
}

/// Candidates of players with held-out positives, on which the ranker's weights are chosen.
package struct RankerSample: Sendable {
  package struct Player: Sendable {
    let candidates: Range<Int>
    /// The number of positives of the profile.
    let positives: Int
    /// The number of held-out games, candidates or not.
    let relevant: Int

    package init(candidates: Range<Int>, positives: Int, relevant: Int) {
      self.candidates = candidates
      self.positives = positives
      self.relevant = relevant
    }
  }

  package private(set) var players: [Player] = []
  /// Z[candidates, RankerFeature.count].
  private(set) var features: [Float] = []
  /// Whether a candidate is a held-out positive.
  private(set) var isPositive: [Bool] = []

  /// - Parameter heldOut: for each player of the search, the held-out games.
  init(
    _ search: CandidateSearch, heldOut: [[UInt32]], workers: Workers,
    progress: @Sendable (Int) throws -> Void = { _ in }
  ) throws {
    let parts = try search.parts(workers: workers, progress: progress, scratch: {}) {
      players, search, _ in
      var part = RankerSample()
      try search.each(players) { player, finder, _ in
        part.append(finder, heldOut: heldOut[player])
      }
      return part
    }
    // No larger than necessary, since it is the largest array of the stage.
    features.reserveCapacity(parts.reduce(0) { $0 + $1.features.count })
    for part in parts {
      let start = isPositive.count
      players += part.players.map {
        Player(
          candidates: start + $0.candidates.lowerBound..<start + $0.candidates.upperBound,
          positives: $0.positives, relevant: $0.relevant)
      }
      features += part.features
      isPositive += part.isPositive
    }
  }

  private init() {}

  /// - Parameters:
  ///   - features: Z[candidates, RankerFeature.count].
  ///   - isPositive: by candidate.
  package init(players: [Player], features: [Float], isPositive: [Bool]) {
    precondition(
      features.count == isPositive.count * RankerFeature.count,
      "\(features.count) features of \(isPositive.count) candidates")
    self.players = players
    self.features = features
    self.isPositive = isPositive
  }

  /// Adds a player's candidates by index, so that ties are ordered as in a list.
  private mutating func append(_ finder: borrowing CandidateFinder, heldOut: [UInt32]) {
    let start = isPositive.count
    let games = finder.candidates.games.sorted()
    features += finder.features(of: games)
    let relevant = Set(heldOut)
    isPositive += games.map { relevant.contains($0) }
    players.append(
      Player(
        candidates: start..<isPositive.count, positives: finder.positives,
        relevant: heldOut.count))
  }

  /// The standard deviation of each feature among a player's candidates, over some players; 0 for a
  /// feature that is constant up to rounding.
  func deviations(of players: [Int]) -> [Double] {
    let width = RankerFeature.count
    var (squares, count) = ([Double](repeating: 0, count: width), 0)
    for player in players {
      let range = self.players[player].candidates
      count += range.count
      for feature in 0..<width {
        var (sum, own) = (0.0, 0.0)
        for row in range {
          let value = Double(features[row * width + feature])
          sum += value
          own += value * value
        }
        squares[feature] += max(0, own - sum * sum / Double(max(1, range.count)))
      }
    }
    return squares.map {
      let deviation = ($0 / Double(max(1, count))).squareRoot()
      return deviation > RankerSample.smallestDeviation ? deviation : 0
    }
  }

  /// Features are of the order of 1. Smaller variation, such as that of products of factors that
  /// vanish on small data, is rounding.
  private static let smallestDeviation = 1e-6
}
