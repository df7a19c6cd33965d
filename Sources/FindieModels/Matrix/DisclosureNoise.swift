import Foundation

/// Noise that hides from public lists what one player did.
///
/// Exact lists show what a player had who is forgotten: the similarities that fall most are those
/// between the player's games, and the counts that fall below a multiple of k are counts of these
/// games. So each similarity is multiplied by a random factor, and a count is rounded down further
/// at random. All of it is drawn anew whenever the positives of any player change, so that no
/// difference of two lists is visibly due to one player. It is drawn from the positives themselves:
/// equal positives give equal lists, and nobody can compute the noise who does not know all
/// positives.
///
/// Noise against differences of published statistics: I. Dinur and K. Nissim, *Revealing
/// Information while Preserving Privacy* (2003), DOI 10.1145/773153.773173. The spread is not
/// derived from a bound: `DisclosureNoiseTests` attack lists with it.
package struct DisclosureNoise: Sendable {
  /// How far the logarithm of a factor may be from 0: by the pair, and by each of its games. A
  /// player who leaves changes all similarities of a game alike.
  private static let (pairSpread, gameSpread): (Float, Float) = (0.3, 0.1)

  private let seed: UInt64
  private let k: Int
  private let gameFactors: [Float]

  /// - Parameters:
  ///   - observed: confidences [players, games].
  ///   - counts: other numbers of players that are rounded.
  ///   - minimumPlayers: k. With 1, nothing is hidden and there is no noise.
  package init(hiding observed: SparseRows, _ counts: [UInt32] = [], minimumPlayers k: Int) {
    self.k = k
    guard k > 1 else {
      (seed, gameFactors) = (0, [])
      return
    }
    // Games with fewer than k players change nothing, thus not the noise.
    let isCounted = observed.positives.map { $0 >= k }
    var state: UInt64 = 0
    func add(_ number: UInt64) {
      var mixed = SplitMix64(seed: state ^ number)
      state = mixed.next()
    }
    for row in 0..<observed.rows {
      var hasCounted = false
      for element in observed.range(ofRow: row) where observed.values[element] > 0 {
        let game = observed.columnIndices[element]
        guard isCounted[Int(game)] else { continue }
        add(UInt64(game))
        hasCounted = true
      }
      if hasCounted { add(.max) }
    }
    for count in counts where count >= k { add(UInt64(count)) }
    seed = state
    gameFactors = (0..<observed.columns).map { game in
      var random = SplitMix64(seed: state ^ (UInt64(game) << 32 | UInt64(game)))
      return exp(Self.gameSpread * Float(2 * random.nextUniform() - 1))
    }
  }

  /// The noise of two games; the same in both directions.
  struct Pair {
    /// Multiplies their similarity.
    var factor: Float = 1
    /// Fewer common players count as none: from k to 1.25 k, both included. If it were k for all
    /// pairs, those that fall below it would be pairs of the player who left.
    var minimumPlayers = 0.0
  }

  @inline(__always)
  func pair(_ game: Int, _ other: Int) -> Pair {
    guard k > 1 else { return Pair() }
    let number = UInt64(min(game, other)) << 32 | UInt64(max(game, other))
    var random = SplitMix64(seed: seed ^ number)
    let (first, second) = (random.nextUniform(), random.nextUniform())
    return Pair(
      factor: gameFactors[game] * gameFactors[other]
        * exp(Self.pairSpread * Float(2 * first - 1)),
      minimumPlayers: Double(k) + (second * Double(1 + max(1, k / 4))).rounded(.down))
  }

  /// The largest factor.
  var largestFactor: Float { k > 1 ? exp(Self.pairSpread + 2 * Self.gameSpread) : 1 }

  /// A game's number of players, rounded down to a multiple of k, and sometimes, at random, to the
  /// one below it: the more likely the closer the number is to the multiple. Below k it is 0.
  package func rounded(_ players: Int, of game: Int) -> Int {
    guard k > 1 else { return players }
    // The high half differs from that of each pair.
    var random = SplitMix64(seed: seed ^ (.max << 32 | UInt64(game)))
    return max(0, players - Int(random.nextUniform() * Double(k))) / k * k
  }
}
