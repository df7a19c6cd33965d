import FindieLinearAlgebra

/// What one game has in common with every other: a dense row of XᵀX, of which only what was touched is
/// reset.
///
/// The rows of the product are made one by one, after Gustavson (1978), DOI 10.1145/355791.355796:
/// there is never a dense matrix. A sum runs over the players in their order, so that of i with j it
/// is, to the last bit, that of j with i.
///
/// - Complexity: a player of k games adds k² steps to all rows together.
struct CommonPlayers {
  /// Both numbers stand in one vector, so that a step is one addition.
  struct Sum {
    fileprivate(set) var numbers = SIMD2<Double>()

    /// Σᵤ wᵤ² over the players of both games.
    var weight: Double { numbers.x }
    /// How many they are.
    var players: Double { numbers.y }
  }

  /// By game; zero where no player has both.
  private(set) var sums: [Sum]
  /// A place more than there are games: a step writes where the next one would stand.
  private var touchedGames: [UInt32]
  private var touchedCount = 0

  init(games: Int) {
    sums = [Sum](repeating: Sum(), count: games)
    touchedGames = [UInt32](repeating: 0, count: games + 1)
  }

  /// The games whose sum is not zero, in no order that means anything.
  var touched: ArraySlice<UInt32> { touchedGames[..<touchedCount] }

  /// One row of the product.
  mutating func count(game: Int, in coLikes: CoLikes) {
    for other in touched { sums[Int(other)] = Sum() }
    touchedCount = CommonPlayers.count(
      game, coLikes, into: &sums, touched: &touchedGames)
  }

  /// Returns how many games were touched.
  private static func count(
    _ game: Int, _ coLikes: CoLikes, into sums: inout [Sum], touched: inout [UInt32]
  ) -> Int {
    let players = coLikes.byGame.columnIndices.span.extracting(coLikes.byGame.range(ofRow: game))
    let (offsets, weights) = (coLikes.byPlayer.offsets.span, coLikes.weights.span)
    let games = coLikes.byPlayer.columnIndices.span
    var sums = sums.mutableSpan
    var touched = touched.mutableSpan
    var steps = 0
    for place in players.indices {
      steps += coLikes.byPlayer.count(ofRow: Int(players[place]))
    }
    var count = 0
    // Of a game of many players, what was touched is found faster afterwards than on the way.
    let isDense = steps > 2 * sums.count
    for place in players.indices {
      let player = Int(players[place])
      let step = SIMD2(weights[player], 1)
      if isDense {
        for otherPlace in offsets[player]..<offsets[player + 1] {
          sums[Int(games[otherPlace])].numbers += step
        }
      } else {
        for otherPlace in offsets[player]..<offsets[player + 1] {
          let other = games[otherPlace]
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
