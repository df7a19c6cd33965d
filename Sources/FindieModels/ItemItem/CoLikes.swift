import Foundation

/// The positives of players and of games, and the weights of players: the input for counting pairs
/// of games.
///
/// X is binary: 1 for a positive, whatever its confidence; 0 for a dislike.
struct CoLikes: Sendable {
  /// Only players with two or more positives are counted, as others have no pairs. If a player has
  /// more than a maximum, that many are sampled uniformly: without a limit a few players would
  /// account for most pairs.
  ///
  /// Source: the interaction cut of Schelter, Boden and Markl, *Scalable Similarity-Based
  /// Neighborhood Methods with MapReduce* (2012), DOI 10.1145/2365952.2365984.
  struct Draw {
    let maximumGames: Int
    let seed: UInt64
  }

  /// X[players, games].
  let byPlayer: SparsePattern
  /// Xᵀ[games, players].
  let byGame: SparsePattern
  /// wᵤ² of each player, in fixed point.
  let weights: [Double]
  /// 1 / ‖xᵢ‖ of each game, with weighted players, ‖xᵢ‖² = Σᵤ wᵤ²; 0 for a game without positives.
  let inverseLengths: [Double]

  /// - Parameters:
  ///   - observed: confidences [players, games].
  ///   - draw: limits the positives per player; nil to count all of them.
  init(_ observed: SparseRows, draw: Draw? = nil) {
    let all = SparsePattern(positivesOf: observed)
    byPlayer = draw.map { all.drawing($0).withoutSingles } ?? all
    byGame = byPlayer.transposed
    // A player's weight depends on all positives, even where only a sample is counted.
    let weights = (0..<all.rows).map { player in
      let weight = log(Double(1 + all.columns) / Double(1 + all.count(ofRow: player)))
      return (weight * weight).inFixedPoint
    }
    inverseLengths = (0..<byGame.rows).map { [byGame] game in
      let sum = byGame.range(ofRow: game).reduce(0.0) {
        $0 + weights[Int(byGame.columnIndices[$1])]
      }
      return sum > 0 ? 1 / sum.squareRoot() : 0
    }
    self.weights = weights
  }

  /// Σᵤ wᵤ² / (‖xᵢ‖ ‖xⱼ‖) over the common players, 0 where one of the games has no positives.
  func cosine(_ game: Int, _ other: Int, _ common: CommonPlayers.Sum) -> Double {
    common.weight * (inverseLengths[game] * inverseLengths[other])
  }
}

extension SparsePattern {
  /// This pattern without the rows of a single column, which form no pairs.
  fileprivate var withoutSingles: SparsePattern {
    filteringRows { _, columns in columns.count > 1 ? Array(columns) : [] }
  }

  /// This pattern with a limited number of columns per row: a longer row is sampled uniformly
  /// (Knuth, *The Art of Computer Programming* 2, algorithm S), each row with its own stream.
  func drawing(_ draw: CoLikes.Draw) -> SparsePattern {
    filteringRows { row, columns in
      guard columns.count > draw.maximumGames else { return Array(columns) }
      var seeds = SplitMix64(seed: draw.seed &+ UInt64(row))
      var random = SplitMix64(seed: seeds.next())
      var drawn: [UInt32] = []
      drawn.reserveCapacity(draw.maximumGames)
      for (position, column) in columns.enumerated() {
        let left = Double(columns.count - position)
        if left * random.nextUniform() < Double(draw.maximumGames - drawn.count) {
          drawn.append(column)
        }
      }
      return drawn
    }
  }
}
