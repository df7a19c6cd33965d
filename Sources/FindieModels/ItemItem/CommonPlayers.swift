/// A game's row of XᵀX: its common players with every other game. The row is dense; only its
/// touched elements are reset.
///
/// The rows of the product are computed one by one, after Gustavson (1978),
/// DOI 10.1145/355791.355796: there is never a dense matrix. Weights are in fixed point: sums are
/// exact in any order of the players, and the sum for (i, j) equals that for (j, i).
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
    touchedCount = Self.count(
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
