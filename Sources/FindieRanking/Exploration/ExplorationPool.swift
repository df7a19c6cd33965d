package import FindieDomain
import FindieHistory
import FindieModels
import Foundation

/// A drawn entry of a list, as opposed to a ranked one.
package struct ExplorationSlot: Sendable, Equatable {
  /// The entry's position in the list, from 0.
  package let position: Int
  package let game: UInt32
  /// The probability that this game was drawn, given the player's filters, the excluded games and
  /// the list's earlier slots: mass(game) / Σ mass(x) over the games x that remain. Each slot is a
  /// separate decision with its own propensity.
  package let probability: Double
}

/// The new games for players with the same filters, and the draws from them.
package struct ExplorationPool: Sendable {
  private let exploration: ExplorationSlots
  /// bounds[i] is the mass of the new games before the ith one; games that are not allowed have
  /// mass 0.
  private let bounds: [UInt64]

  init(_ exploration: ExplorationSlots, _ isAllowed: (_ game: Int) -> Bool) {
    self.exploration = exploration
    var bounds: [UInt64] = [0]
    bounds.reserveCapacity(exploration.games.count + 1)
    var sum: UInt64 = 0
    for (game, mass) in zip(exploration.games, exploration.masses) {
      if isAllowed(Int(game)) { sum += mass }
      bounds.append(sum)
    }
    self.bounds = bounds
  }

  /// The slots of one player's list, by position; fewer than configured if fewer games remain.
  ///
  /// The list from `firstPosition` on is divided into as many parts as there are slots; each part
  /// has one slot, at a uniformly drawn position. A list that is too short has its slots at the
  /// end. If only seen games are excluded, the draws do not depend on the ranked entries: draw
  /// first, then rank without the drawn games.
  ///
  /// - Parameters:
  ///   - listLength: the number of the list's entries, slots included.
  ///   - excluded: games that cannot be drawn, in any order, new or not: those that the player has
  ///     seen.
  /// - Complexity: O(excluded + e log e + slots (e + log new games)) for e excluded new games.
  package func draw(
    player: String, listLength: Int, excluding excluded: some Sequence<UInt32>
  ) -> [ExplorationSlot] {
    var random = SplitMix64(seed: hash64(of: player.utf8.span, seed: exploration.seed))
    var gone = removedIndices(excluded)
    var rest = rest(without: gone)
    var drawn: [(game: UInt32, probability: Double)] = []
    while drawn.count < min(exploration.slots, listLength), rest > 0 {
      let index = index(of: random.next(upperBound: rest), without: gone)
      let mass = mass(index)
      drawn.append((exploration.games[index], Double(mass) / Double(rest)))
      rest -= mass
      gone.insert(index, at: gone.firstIndex { $0 > index } ?? gone.count)
    }
    let first = min(exploration.firstPosition, listLength - drawn.count)
    let length = listLength - first
    return drawn.enumerated().map { slot, entry in
      let start = slot * length / drawn.count
      let end = (slot + 1) * length / drawn.count
      return ExplorationSlot(
        position: first + start + Int(random.next(upperBound: UInt64(end - start))),
        game: entry.game, probability: entry.probability)
    }
  }

  /// The remaining mass.
  private func rest(without gone: [Int]) -> UInt64 {
    bounds[bounds.count - 1] - gone.reduce(0) { $0 + mass($1) }
  }

  private func mass(_ index: Int) -> UInt64 { bounds[index + 1] - bounds[index] }

  /// The indices of excluded games that could otherwise be drawn, ascending and distinct.
  private func removedIndices(_ excluded: some Sequence<UInt32>) -> [Int] {
    var found: [Int] = []
    for game in excluded {
      let index = Int(exploration.newIndices[Int(game)])
      if index >= 0, mass(index) > 0 { found.append(index) }
    }
    found.sort()
    var gone: [Int] = []
    for index in found where gone.last != index { gone.append(index) }
    return gone
  }

  /// The index of the game that owns the `number`th unit of the remaining mass.
  private func index(of number: UInt64, without gone: [Int]) -> Int {
    // The unit's number, counting the removed mass before it.
    var unit = number
    for index in gone {
      guard unit >= bounds[index] else { break }
      unit += mass(index)
    }
    // The last bound that is not above the unit, since a game of mass 0 has the same bound as the
    // next one.
    return bounds.indices.bisect { bounds[$0] <= unit } - 1
  }
}

/// Slots in every list for games with little evidence, drawn with known probabilities.
///
/// ```swift
/// let exploration = ExplorationSlots(newGames, games: catalogue.count, likeRate: rate, on: day,
///   parameters: night.exploration)
/// let pool = exploration.pool { eligibility.allows($0, for: preferences) }
/// let slots = pool.draw(player: "u1", listLength: 50, excluding: seen)
/// ```
///
/// A new game's score is the posterior mean of its like rate plus c posterior standard deviations;
/// a slot takes game x with probability exp(score / τ) normalized over the remaining games, without
/// replacement. The weights are integers, 2⁴⁰ for the largest and at least 1, so their sums are
/// exact in any order: the stated probability is exactly that of the draw. Each player's draws have
/// their own seed, derived from the seed, the day of the run and the player's id.
///
/// Source: the bonus is that of Auer, Cesa-Bianchi and Fischer, *Finite-time Analysis of the
/// Multiarmed Bandit Problem* (2002), DOI 10.1023/A:1013689704352, with the posterior's deviation
/// in place of their bound; logged probabilities as required by Dudík, Langford and Li, *Doubly
/// Robust Policy Evaluation and Learning* (2011), arXiv 1103.4601.
package struct ExplorationSlots: Sendable {
  /// The largest weight.
  private static let largestMass = 0x1p40

  /// [new games], each once.
  let games: [UInt32]
  /// exp(score / τ) in units of (the largest / 2⁴⁰), rounded, at least 1; [new games].
  let masses: [UInt64]
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

/// A new game and its evidence.
package struct NewGame: Sendable, Equatable {
  package let game: UInt32
  /// The numbers of players who saw it and who liked it.
  package let shown: Int
  package let likes: Int

  /// - Precondition: 0 ≤ likes ≤ shown.
  package init(game: UInt32, shown: Int, likes: Int) {
    precondition(0 <= likes && likes <= shown, "\(likes) likes of \(shown)")
    self.game = game
    self.shown = shown
    self.likes = likes
  }

  /// The mean and the standard deviation of the like rate's posterior Beta(a, b) with a = m n₀ +
  /// likes and b = (1 − m) n₀ + shown − likes:
  ///
  ///     a / (a + b)   and   √(a b / ((a + b)² (a + b + 1)))
  ///
  /// - Parameters:
  ///   - likeRate: m, above 0 and below 1: the prior mean of the like rate.
  ///   - strength: n₀, above 0.
  package func posterior(likeRate: Double, strength: Double) -> (mean: Double, deviation: Double) {
    let a = likeRate * strength + Double(likes)
    let b = (1 - likeRate) * strength + Double(shown - likes)
    let n = a + b
    return (a / n, (a * b / (n * n * (n + 1))).squareRoot())
  }
}
