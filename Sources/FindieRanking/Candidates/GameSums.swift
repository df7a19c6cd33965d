/// Two sums per game, mostly 0: a dense array of which only touched elements are reset.
struct GameSums {
  /// By game: the sum of all addends, and that of their shares.
  private(set) var values: [SIMD2<Float>]
  /// By game: 1 if it is touched, else 0.
  private var marks: [UInt8]
  /// The touched games, and room for all.
  private var list: [UInt32]
  private var count = 0

  init(games: Int) {
    values = [SIMD2<Float>](repeating: .zero, count: games)
    marks = [UInt8](repeating: 0, count: games)
    list = [UInt32](repeating: 0, count: games + 1)
  }

  var touched: Span<UInt32> {
    @_lifetime(borrow self) get { list.span.extracting(first: count) }
  }

  /// Adds 1 to the first sum of a game.
  mutating func add(_ game: UInt32) {
    values[Int(game)].x += 1
    list[count] = game
    count += 1 - Int(marks[Int(game)])
    marks[Int(game)] = 1
  }

  mutating func reset() {
    Self.set(&values, .zero, list, count)
    Self.set(&marks, 0, list, count)
    count = 0
  }

  private static func set<Value>(
    _ values: inout [Value], _ value: Value, _ games: [UInt32], _ count: Int
  ) {
    let games = games.span
    var values = values.mutableSpan
    for position in 0..<count { values[Int(games[position])] = value }
  }

  /// Adds each of `factors` times each value to the sums of its game.
  mutating func add(_ added: Span<Float>, times factors: SIMD2<Float>, to games: Span<UInt32>) {
    Self.add(
      added, times: factors, to: games, values: &values, marks: &marks, list: &list,
      count: &count)
  }

  private static func add(
    _ added: Span<Float>, times factors: SIMD2<Float>, to games: Span<UInt32>,
    values: inout [SIMD2<Float>], marks: inout [UInt8], list: inout [UInt32], count: inout Int
  ) {
    precondition(added.count == games.count, "\(added.count) values of \(games.count) games")
    var values = values.mutableSpan
    var marks = marks.mutableSpan
    var list = list.mutableSpan
    for position in games.indices {
      let game = unsafe Int(games[unchecked: position])
      // The check of this index holds for the marks too, and each game is listed once: the list
      // has room for all games and one more.
      values[game] += unsafe factors * added[unchecked: position]
      unsafe list[unchecked: count] = UInt32(truncatingIfNeeded: game)
      unsafe count += Int(1 &- marks[unchecked: game])
      unsafe marks[unchecked: game] = 1
    }
  }
}
