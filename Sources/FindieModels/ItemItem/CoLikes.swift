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
  /// wᵤ² of each player.
  let weights: [Double]
  /// 1 / ‖xᵢ‖ of each game, with weighted players, ‖xᵢ‖² = Σᵤ wᵤ²; 0 for a game without positives.
  let inverseLengths: [Double]

  /// - Parameters:
  ///   - observed: confidences [players, games].
  ///   - draw: limits the positives per player; nil to count all of them.
  init(
    _ observed: SparseRows, weighting: NeighborhoodParameters.Weighting, draw: Draw? = nil
  ) {
    let all = SparsePattern(positivesOf: observed)
    byPlayer = draw.map { all.drawing($0).withoutSingles } ?? all
    byGame = byPlayer.transposed
    // A player's weight depends on all positives, even where only a sample is counted.
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

/// A game's row of XᵀX: its common players with every other game. The row is dense; only its
/// touched elements are reset.
///
/// The rows of the product are computed one by one, after Gustavson (1978),
/// DOI 10.1145/355791.355796: there is never a dense matrix. A sum runs over the players in their
/// order, so the sum for (i, j) equals that for (j, i) to the last bit.
///
/// - Complexity: a player with k positives adds k² steps to all rows together.
struct CommonPlayers {
  /// Both numbers are in one vector, so that a step is one addition.
  struct Sum {
    fileprivate(set) var numbers = SIMD2<Double>()

    /// Σᵤ wᵤ² over the players of both games.
    var weight: Double { numbers.x }
    /// The number of players of both games.
    var players: Double { numbers.y }
  }

  /// By game; zero for a game without common players.
  private(set) var sums: [Sum]
  /// One element more than there are games: a step writes where the next one would be.
  private var touchedGames: [UInt32]
  private var touchedCount = 0

  init(games: Int) {
    sums = [Sum](repeating: Sum(), count: games)
    touchedGames = [UInt32](repeating: 0, count: games + 1)
  }

  /// The games whose sum is not zero, in no meaningful order.
  var touched: ArraySlice<UInt32> { touchedGames[..<touchedCount] }

  /// One row of the product.
  mutating func count(game: Int, in coLikes: CoLikes) {
    for other in touched { sums[Int(other)] = Sum() }
    touchedCount = CommonPlayers.count(
      game, coLikes, into: &sums, touched: &touchedGames)
  }

  /// Returns the number of touched games.
  private static func count(
    _ game: Int, _ coLikes: CoLikes, into sums: inout [Sum], touched: inout [UInt32]
  ) -> Int {
    let players = coLikes.byGame.columnIndices.span.extracting(coLikes.byGame.range(ofRow: game))
    let (offsets, weights) = (coLikes.byPlayer.offsets.span, coLikes.weights.span)
    let games = coLikes.byPlayer.columnIndices.span
    var sums = sums.mutableSpan
    var touched = touched.mutableSpan
    var steps = 0
    for position in players.indices {
      steps += coLikes.byPlayer.count(ofRow: Int(players[position]))
    }
    var count = 0
    // For a game with many players, scanning for touched games afterwards is faster than recording
    // them.
    let isDense = steps > 2 * sums.count
    for position in players.indices {
      let player = Int(players[position])
      let step = SIMD2(weights[player], 1)
      if isDense {
        for otherPosition in offsets[player]..<offsets[player + 1] {
          sums[Int(games[otherPosition])].numbers += step
        }
      } else {
        for otherPosition in offsets[player]..<offsets[player + 1] {
          let other = games[otherPosition]
          let before = sums[Int(other)].numbers
          touched[count] = other
          count += before.y == 0 ? 1 : 0
          sums[Int(other)].numbers = before + step
        }
      }
    }
    guard isDense else { return count }
    for other in sums.indices where sums[other].players > 0 {
      touched[count] = UInt32(other)
      count += 1
    }
    return count
  }
}
