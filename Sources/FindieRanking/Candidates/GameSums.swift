/// A sum per game, mostly 0: a dense array of which only touched elements are reset.
struct GameSums {
  private(set) var values: [Float]
  private var isTouched: [Bool]
  private(set) var touched: [UInt32] = []

  init(games: Int) {
    values = [Float](repeating: 0, count: games)
    isTouched = [Bool](repeating: false, count: games)
  }

  mutating func reset() {
    for game in touched {
      values[Int(game)] = 0
      isTouched[Int(game)] = false
    }
    touched.removeAll(keepingCapacity: true)
  }

  mutating func add(_ value: Float, to game: UInt32) {
    values[Int(game)] += value
    if !isTouched[Int(game)] {
      isTouched[Int(game)] = true
      touched.append(game)
    }
  }

  /// Adds `factor` times each value to the sum of its game.
  mutating func add(_ added: Span<Float>, times factor: Float, to games: Span<UInt32>) {
    Self.add(
      added, times: factor, to: games, values: &values, isTouched: &isTouched, touched: &touched)
  }

  private static func add(
    _ added: Span<Float>, times factor: Float, to games: Span<UInt32>, values: inout [Float],
    isTouched: inout [Bool], touched: inout [UInt32]
  ) {
    var values = values.mutableSpan
    var isTouched = isTouched.mutableSpan
    for position in games.indices {
      let game = Int(games[position])
      values[game] += factor * added[position]
      if !isTouched[game] {
        isTouched[game] = true
        touched.append(games[position])
      }
    }
  }
}
