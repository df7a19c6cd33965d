package import FindieDomain
import FindieHistory

/// What a published night drew for exploration, with what became of it, laid against the draw as it would
/// be had it been learned anew since: the one place of a list that is filled with a known probability.
///
/// The players fall into five folds by their ids; for those of one fold the draw is learned from what the
/// players of the others answered, so that no answer judges a draw that has seen it. The draw is that of
/// `ExplorationSlots`; what a game is expected to be liked, for the doubly robust estimate, is the
/// posterior mean of before.
package struct ExplorationReplay: Sendable {
  /// An entry that was published, and what the player said of it.
  package struct Slot: Sendable, Equatable {
    package let game: UInt32
    /// As it was published.
    package var probability: Double
    /// Nil where the player gave no verdict.
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
    ///   - seen: what the player had come across when the slots were drawn.
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

  /// A player's verdict on a new game that the player met since, be it in a slot.
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
  ///   - newGames: those that the night drew among, as little as it knew of them.
  ///   - games: the number of games of its catalogue.
  ///   - likeRate: the prior's mean on that night.
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
  ///   - players: whose slots are known; each once.
  ///   - answers: of all players, one a player and game.
  ///   - isAllowed: what a player's own bounds allow.
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

/// The draws among which one fold's slots are judged, by the players' bounds.
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

  /// Players' own bounds may be as many as players: no more pools than this are kept.
  private static let kept = 512
  /// A published probability has six significant digits.
  private static let rounding = 1e-5

  /// Adds what the player answered; returns how many slots were not drawn as they are explained.
  mutating func add(
    _ player: ExplorationReplay.Player, to choices: inout [LoggedChoice],
    isAllowed: (Int, Eligibility.Preferences) -> Bool
  ) -> Int {
    let preferences = player.preferences
    if pools[preferences] == nil {
      if pools.count == ReplayPools.kept { pools.removeAll() }
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
          predicted: expected[Int(self.drawn.places[Int(slot.game)])],
          expected: learned.mean(of: expected, excluding: gone)))
    }
    return unexplained
  }
}
