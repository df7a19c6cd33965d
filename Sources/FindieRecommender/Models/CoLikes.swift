import FindieLinearAlgebra
import Foundation

/// Who is for what, both ways around, and what a player weighs: what pairs of games are counted from.
///
/// X is binary: 1 where a player is for a game, whatever the confidence; a dislike tells nothing.
struct CoLikes: Sendable {
  /// A player who is for more games counts with so many of them, drawn evenly: few players make most
  /// of the pairs.
  ///
  /// Source: the interaction cut of Schelter, Boden and Markl, *Scalable Similarity-Based Neighborhood
  /// Methods with MapReduce* (2012), DOI 10.1145/2365952.2365984.
  struct Draw {
    let mostGames: Int
    let seed: UInt64
  }

  /// X[players, games].
  let byPlayer: SparsePattern
  /// Xᵀ[games, players].
  let byGame: SparsePattern
  /// wᵤ² of each player.
  let weights: [Double]
  /// 1 / ‖xᵢ‖ of each game, its players weighed, ‖xᵢ‖² = Σᵤ wᵤ²; 0 where nobody is for it.
  let inverseLengths: [Double]

  /// - Parameters:
  ///   - observed: confidences [players, games].
  ///   - draw: how many games of a player count at most; nil for all.
  init(
    _ observed: SparseRows, weighting: NeighborhoodParameters.Weighting, draw: Draw? = nil
  ) {
    let all = SparsePattern(positivesOf: observed)
    byPlayer = draw.map { all.drawing($0) } ?? all
    byGame = byPlayer.transposed
    // A player weighs by all that it is for, also where only some of it is counted.
    let weights = (0..<all.rows).map { player in
      switch weighting {
      case .none: return 1.0
      case .inverseFrequency:
        let weight = log(Double(1 + all.columns) / Double(1 + all.count(ofRow: player)))
        return weight * weight
      }
    }
    inverseLengths = (0..<byGame.rows).map { [byGame] game in
      let sum = byGame.range(ofRow: game).reduce(0.0) {
        $0 + weights[Int(byGame.columnIndices[$1])]
      }
      return sum > 0 ? 1 / sum.squareRoot() : 0
    }
    self.weights = weights
  }

  /// Σᵤ wᵤ² / (‖xᵢ‖ ‖xⱼ‖) over the players of both, 0 where nobody is for one of them.
  func cosine(_ game: Int, _ other: Int, _ common: CommonPlayers.Sum) -> Double {
    common.weight * (inverseLengths[game] * inverseLengths[other])
  }
}

extension SparsePattern {
  /// This pattern with at most so many columns a row: of a longer row, as many drawn evenly (Knuth,
  /// *The Art of Computer Programming* 2, algorithm S), each row with a stream of its own.
  fileprivate func drawing(_ draw: CoLikes.Draw) -> SparsePattern {
    filteringRows { row, columns in
      guard columns.count > draw.mostGames else { return Array(columns) }
      var seeds = SplitMix64(seed: draw.seed &+ UInt64(row))
      var random = SplitMix64(seed: seeds.next())
      var drawn: [UInt32] = []
      drawn.reserveCapacity(draw.mostGames)
      for (position, column) in columns.enumerated() {
        let left = Double(columns.count - position)
        if left * random.nextUniform() < Double(draw.mostGames - drawn.count) {
          drawn.append(column)
        }
      }
      return drawn
    }
  }
}
