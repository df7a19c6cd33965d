/// The ranker: a game's score is the log-odds that it becomes a positive of the player,
///
///     logit = w₀ + Σ w_f · feature_f
///
/// with weights that depend on the number of the player's positives, and on whether these have
/// dates.
package struct RankerWeights: Codable, Sendable, Equatable {
  /// The weights for players with a similar number of positives.
  package struct Group: Codable, Sendable, Equatable {
    /// The smallest number of positives; the range ends where the next group starts.
    package let minimumPositives: Int
    package let intercept: Double
    /// In the order of `RankerFeature`.
    package fileprivate(set) var weights: [Double]
    /// The standard deviation of each feature among a player's candidates: weights are comparable
    /// after multiplying by it.
    package let deviations: [Double]
    /// How much the score increases per unit of the popularity feature among a player's candidates,
    /// at least 0: `discovery` discounts it.
    package fileprivate(set) var popularitySlope: Double
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
  /// By ascending `minimumPositives`, from 0; then, from `firstUndated` on, those of players whose
  /// positives mostly have no date, again ascending.
  package private(set) var groups: [Group]
  /// Nil if these players have no groups of their own.
  package let firstUndated: Int?
  /// The best single model on the validation; nil if the weights were not learned.
  package let bestModel: String?
  /// The window of `RecentPositives`, in days, whose popularity ranked best on its own; nil if none
  /// was compared.
  package let recentDays: Int?
  /// The amount of variety that costs little relevance.
  package var variety: VarietyLevel
  /// The split whose held-out positives the weights were chosen on; nil for default weights.
  package let validation: SplitDesign?
  package let players: Int
  package let candidates: Int
  package let positives: Int
  /// What counts of the suggestions in the input; nil if it has none.
  package var suggestions: SuggestionUse?

  package init(
    groups: [Group], firstUndated: Int? = nil, bestModel: String? = nil, recentDays: Int? = nil,
    variety: VarietyLevel = .full,
    validation: SplitDesign? = nil, players: Int, candidates: Int, positives: Int
  ) {
    precondition(
      groups.first?.minimumPositives == 0
        && groups.indices.dropFirst().allSatisfy {
          $0 == firstUndated || groups[$0 - 1].minimumPositives < groups[$0].minimumPositives
        }
        && groups.allSatisfy { $0.weights.count == RankerFeature.count },
      "weights of \(groups.count) groups")
    features = RankerFeature.allCases.map(\.name)
    self.groups = groups
    self.firstUndated = firstUndated
    self.bestModel = bestModel
    self.recentDays = recentDays
    self.variety = variety
    self.validation = validation
    self.players = players
    self.candidates = candidates
    self.positives = positives
  }

  /// Whether these weights have the features of the current ranker; an older version's may not.
  package var hasCurrentFeatures: Bool { features == RankerFeature.allCases.map(\.name) }

  /// The index of the group of a kind of player.
  package func group(of kind: PlayerKind) -> Int {
    let first = firstUndated ?? groups.count
    let own = kind.isUndated && first < groups.count ? groups[first...] : groups[..<first]
    return own.lastIndex { $0.minimumPositives <= kind.positives } ?? own.startIndex
  }

  /// The weights of skips from which the search starts, and which remain where skips are constant
  /// among the candidates to learn from. A skipped game sinks, and rises as the skip ages.
  static let ignoredGames: [RankerFeature: Double] = [.skips: -2, .recentSkips: -8]

  /// Default weights of factors and popularity, for too little history to learn from.
  package static let unlearned: RankerWeights = {
    let given: [RankerFeature: Double] = [
      .factors: 4, .content: 1, .popularity: 0.05, .genres: 0.5, .friends: 0.5, .trending: 0.05,
      .freshness: 0.1, .recent7: 0.05, .recent28: 0.05, .skips: ignoredGames[.skips] ?? 0,
      .recentSkips: ignoredGames[.recentSkips] ?? 0,
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
    var discounted = self
    for group in groups.indices {
      discounted.groups[group].weights[.popularity] -= discovery * groups[group].popularitySlope
      discounted.groups[group].popularitySlope *= 1 - discovery
    }
    return discounted
  }

  /// Whether any score depends on the order of the player's positives.
  var usesLatest: Bool {
    groups.contains {
      $0.weights[.latestNeighborhood] != 0 || $0.weights[.latestEASE] != 0
    }
  }

  /// By group and game, the part of a score that does not depend on the player.
  func gameScores(_ signals: GameSignals) -> [[Double]] {
    groups.map { group in
      let weights = RankerFeature.ofGame.map { group.weights[$0] }
      return signals.isListed.indices.map { game in
        var sum = group.intercept
        for index in weights.indices {
          sum += weights[index] * Double(signals.features[game * weights.count + index])
        }
        return sum
      }
    }
  }

  /// Adds the scores of some of the candidates, summed in Double.
  ///
  /// - Parameter gameScores: of `gameScores(_:)`.
  func score(
    _ finder: borrowing CandidateFinder, in candidates: Range<Int>, _ gameScores: [[Double]],
    into order: inout ScoreOrder
  ) {
    let group = group(of: finder.kind)
    let (games, ofGames) = (finder.candidates.games, gameScores[group])
    var scores = [Double](repeating: 0, count: candidates.count)
    var sums = scores.mutableSpan
    for index in sums.indices { sums[index] = ofGames[Int(games[candidates.lowerBound + index])] }
    for feature in RankerFeature.ofPlayer where groups[group].weights[feature] != 0 {
      let weight = groups[group].weights[feature]
      let values = finder.feature(feature).extracting(candidates)
      // There are as many values as sums.
      for index in values.indices {
        unsafe sums[unchecked: index] += weight * Double(values[unchecked: index])
      }
    }
    for index in sums.indices {
      order.add(games[candidates.lowerBound + index], Float(sums[index]))
    }
  }
}
