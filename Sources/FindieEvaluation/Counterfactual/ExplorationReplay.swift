package import FindieDomain
import FindieHistory
package import FindieRanking

/// Compares the exploration draws of a published night with those of an updated policy, from the
/// verdicts that followed. Exploration slots are the only list positions with a known propensity.
///
/// Players are split into five folds by their ids; for the players of one fold, the updated policy
/// is learned from the verdicts of the others, so that no verdict evaluates a policy that has used
/// it. Both policies are those of `ExplorationSlots`; the reward model of the doubly robust
/// estimate is the posterior mean before the update.
package struct ExplorationReplay: Sendable {
  /// A published exploration entry, and the player's verdict on it.
  package struct Slot: Sendable, Equatable {
    package let game: UInt32
    /// As it was published.
    package var probability: Double
    /// Nil without a verdict.
    package let isLiked: Bool?

    package init(game: UInt32, probability: Double, isLiked: Bool?) {
      self.game = game
      self.probability = probability
      self.isLiked = isLiked
    }
  }

  package struct Player: Sendable {
    package let id: String
    let preferences: Eligibility.Preferences
    package let seen: [UInt32]
    package var slots: [Slot]

    /// - Parameters:
    ///   - seen: the games that the player had seen when the slots were drawn.
    ///   - slots: in the list's order.
    package init(
      id: String, preferences: Eligibility.Preferences, seen: [UInt32], slots: [Slot]
    ) {
      self.id = id
      self.preferences = preferences
      self.seen = seen
      self.slots = slots
    }
  }

  /// A player's later verdict on a new game, in a slot or elsewhere.
  package struct Answer: Sendable {
    let fold: Int
    package let game: UInt32
    package let isLiked: Bool

    package init(player id: String, game: UInt32, isLiked: Bool) {
      fold = ExplorationReplay.fold(of: id)
      self.game = game
      self.isLiked = isLiked
    }
  }

  private let newGames: [NewGame]
  private let games: Int
  private let likeRate: Double
  private let day: Day
  private let parameters: ExplorationParameters

  /// - Parameters:
  ///   - newGames: the new games of the night, with the evidence it had.
  ///   - games: the number of games in its catalogue.
  ///   - likeRate: the prior's mean of that night.
  ///   - day: that night's.
  package init(
    _ newGames: [NewGame], games: Int, likeRate: Double, on day: Day,
    parameters: ExplorationParameters
  ) {
    self.newGames = newGames
    self.games = games
    self.likeRate = likeRate
    self.day = day
    self.parameters = parameters
  }

  static let folds = 5

  static func fold(of id: String) -> Int { Int(hash64(of: id.utf8.span, seed: 41) % UInt64(folds)) }

  /// - Parameters:
  ///   - players: distinct players with known slots.
  ///   - answers: of all players, one per player and game.
  ///   - isAllowed: whether a player's limits allow a game.
  package func estimate(
    _ players: [Player], answers: [Answer],
    isAllowed: (_ game: Int, Eligibility.Preferences) -> Bool
  ) -> ExplorationEstimate {
    var choices: [LoggedChoice] = []
    var unexplained = 0
    for fold in 0..<ExplorationReplay.folds {
      var pools = ReplayPools(
        drawn: slots(newGames), learned: slots(learned(answers.filter { $0.fold != fold })),
        expected: newGames.map {
          $0.posterior(likeRate: likeRate, strength: parameters.priorStrength).mean
        })
      for player in players where ExplorationReplay.fold(of: player.id) == fold {
        unexplained += pools.add(player, to: &choices, isAllowed: isAllowed)
      }
    }
    return ExplorationEstimate(
      of: day, slots: players.reduce(0) { $0 + $1.slots.count }, unexplained: unexplained, choices)
  }

  private func slots(_ games: [NewGame]) -> ExplorationSlots {
    ExplorationSlots(games, games: self.games, likeRate: likeRate, on: day, parameters: parameters)
  }

  private func learned(_ answers: [Answer]) -> [NewGame] {
    let counts = answers.reduce(into: [UInt32: (shown: Int, likes: Int)]()) { counts, answer in
      counts[answer.game, default: (0, 0)].shown += 1
      counts[answer.game, default: (0, 0)].likes += answer.isLiked ? 1 : 0
    }
    return newGames.map { game in
      let more = counts[game.game] ?? (0, 0)
      return NewGame(
        game: game.game, shown: game.shown + more.shown, likes: game.likes + more.likes)
    }
  }
}

/// The two policies for one fold, by the players' limits.
private struct ReplayPools {
  let drawn: ExplorationSlots
  let learned: ExplorationSlots
  /// By new game.
  let expected: [Double]
  private var pools: [Eligibility.Preferences: (drawn: ExplorationPool, learned: ExplorationPool)] =
    [:]

  init(drawn: ExplorationSlots, learned: ExplorationSlots, expected: [Double]) {
    self.drawn = drawn
    self.learned = learned
    self.expected = expected
  }

  /// The maximum number of cached pools: players' limits may differ for each player.
  private static let maximumCount = 512
  /// A published probability has six significant digits.
  private static let rounding = 1e-5

  /// Adds the player's answered slots; returns the number of slots whose probability differs.
  mutating func add(
    _ player: ExplorationReplay.Player, to choices: inout [LoggedChoice],
    isAllowed: (Int, Eligibility.Preferences) -> Bool
  ) -> Int {
    let preferences = player.preferences
    if pools[preferences] == nil {
      if pools.count == ReplayPools.maximumCount { pools.removeAll() }
      pools[preferences] = (
        drawn.pool { isAllowed($0, preferences) }, learned.pool { isAllowed($0, preferences) }
      )
    }
    guard let (drawn, learned) = pools[preferences] else { return 0 }
    var gone = player.seen
    var unexplained = 0
    for slot in player.slots {
      defer { gone.append(slot.game) }
      guard let probability = drawn.probability(of: slot.game, excluding: gone),
        let newProbability = learned.probability(of: slot.game, excluding: gone),
        abs(probability - slot.probability) <= ReplayPools.rounding * probability
      else {
        unexplained += 1
        continue
      }
      guard let isLiked = slot.isLiked else { continue }
      choices.append(
        LoggedChoice(
          reward: isLiked ? 1 : 0, probability: probability, newProbability: newProbability,
          predicted: expected[Int(self.drawn.newIndices[Int(slot.game)])],
          expected: learned.mean(of: expected, excluding: gone)))
    }
    return unexplained
  }
}
