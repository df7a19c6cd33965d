package import FindieDomain
import FindieHistory
import Foundation

/// Slots in every list for games with little evidence, drawn with known probabilities.
///
/// ```swift
/// let exploration = ExplorationSlots(newGames, games: catalogue.count, likeRate: rate, on: day,
///   parameters: night.exploration)
/// let pool = exploration.pool { eligibility.allows($0, for: preferences) }
/// let slots = pool.draw(player: "u1", listLength: 50, excluding: seen) { scores(of: $0) }
/// ```
///
/// A new game's score is the posterior mean of its like rate plus c posterior standard deviations;
/// a slot takes game x with probability exp(score / τ) normalized over the remaining games, without
/// replacement. The games that suit the player best (docs/TUNING.md) have nine times their
/// weight. The weights are integers, 2⁴⁰ for the largest and at least 1, so their sums are exact in
/// any order: the stated probability is exactly that of the draw. Each player's draws have their
/// own seed, derived from the seed, the day of the run and the player's id.
///
/// Source: the bonus is that of Auer, Cesa-Bianchi and Fischer, *Finite-time Analysis of the
/// Multiarmed Bandit Problem* (2002), DOI 10.1023/A:1013689704352, with the posterior's deviation
/// in place of their bound; logged probabilities as required by Dudík, Langford and Li, *Doubly
/// Robust Policy Evaluation and Learning* (2011), arXiv 1103.4601.
package struct ExplorationSlots: Sendable {
  /// The largest weight.
  private static let largestMass = 0x1p40
  /// How much more often one of a player's preferred games is drawn than another with its score.
  static let preference: UInt64 = 9
  /// The maximum number of new games among which a player's preferred ones are chosen: as many as
  /// the time per player allows.
  private static let mostScored = 200

  /// [new games], each once.
  let games: [UInt32]
  /// exp(score / τ) in units of (the largest / 2⁴⁰), rounded, at least 1; [new games].
  let masses: [UInt64]
  /// The indices of the games with the largest weights, ascending.
  let scored: [Int]
  let scoredGames: [UInt32]
  /// The index of each game among the new ones, −1 for the others; [games].
  let newIndices: [Int32]
  let slots: Int
  let firstPosition: Int
  /// Derived from the seed and the day of the run.
  let seed: UInt64

  /// - Parameters:
  ///   - newGames: each once.
  ///   - games: the number of games of the catalogue.
  ///   - likeRate: the prior's mean, above 0 and below 1.
  package init(
    _ newGames: [NewGame], games: Int, likeRate: Double, on day: Day,
    parameters: ExplorationParameters
  ) {
    precondition(newGames.count < 1 << 20, "\(newGames.count) new games")
    precondition(likeRate > 0 && likeRate < 1, "a like rate of \(likeRate)")
    self.games = newGames.map(\.game)
    let scores = newGames.map { game in
      let (mean, deviation) = game.posterior(
        likeRate: likeRate, strength: parameters.priorStrength)
      return mean + parameters.uncertaintyWeight * deviation
    }
    let best = scores.max() ?? 0
    masses = scores.map { score in
      let mass = Self.largestMass * exp((score - best) / parameters.temperature)
      return max(1, UInt64(mass.rounded()))
    }
    let masses = masses
    scored = masses.indices.sorted { (masses[$1], $0) < (masses[$0], $1) }
      .prefix(Self.mostScored).sorted()
    scoredGames = scored.map { newGames[$0].game }
    var newIndices = [Int32](repeating: -1, count: games)
    for (index, game) in self.games.enumerated() {
      precondition(newIndices[Int(game)] < 0, "game \(game) is new twice")
      newIndices[Int(game)] = Int32(index)
    }
    self.newIndices = newIndices
    slots = parameters.slots
    firstPosition = parameters.firstPosition
    seed = hash64(parameters.seed, adding: UInt64(bitPattern: Int64(day.daysSinceEpoch)))
  }

  /// The new games that may be shown to players with the same filters: built once for all of them.
  ///
  /// - Complexity: O(new games).
  package func pool(_ isAllowed: (_ game: Int) -> Bool) -> ExplorationPool {
    ExplorationPool(self, isAllowed)
  }
}

/// How new games are explored.
package struct ExplorationParameters: Codable, Sendable, Equatable {
  /// The number of entries of a list that are drawn from the new games.
  package var slots = 2
  /// The first position of a list, from 0, that may be drawn.
  package var firstPosition = 1
  /// A game is new for this number of days after its release …
  package var newDays = 90
  /// … if fewer players than this have seen it.
  package var knownPlayers = 100
  /// The prior's weight in impressions, above 0.
  package var priorStrength = 10.0
  /// c, at least 0: the weight of the posterior's standard deviation relative to its mean.
  package var uncertaintyWeight = 1.0
  /// τ, above 0: if two games' scores differ by τ, one is drawn e times as often as the other.
  package var temperature = 0.05
  package var seed: UInt64 = 31

  package init() {}
}
