import FindieModels

/// A player's candidates, each once, with their sources and their products with the player's
/// factor.
struct CandidateSet: ~Copyable {
  private(set) var games: [UInt32] = []
  private(set) var sources: [CandidateSource] = []
  /// By candidate: the inner product of the player's and the game's factors; some may be missing
  /// until `multiply` is called.
  private(set) var products: [Float] = []
  /// By game, its index in `games` plus 1; 0 for no candidate.
  private var numbers: [UInt32]

  init(games: Int) {
    numbers = [UInt32](repeating: 0, count: games)
  }

  func index(of game: UInt32) -> Int { Int(numbers[Int(game)]) - 1 }

  mutating func removeAll() {
    for game in games { numbers[Int(game)] = 0 }
    games.removeAll(keepingCapacity: true)
    sources.removeAll(keepingCapacity: true)
    products.removeAll(keepingCapacity: true)
  }

  /// Adds a source of a game.
  ///
  /// - Parameter product: the game's product, if it is known and all earlier candidates have
  ///   theirs.
  mutating func add(_ game: UInt32, _ source: CandidateSource, product: Float? = nil) {
    let number = numbers[Int(game)]
    if number > 0 {
      sources[Int(number) - 1].formUnion(source)
      return
    }
    games.append(game)
    sources.append(source)
    numbers[Int(game)] = UInt32(games.count)
    if let product { products.append(product) }
  }

  /// Computes the products of the candidates that have none yet.
  mutating func multiply(_ factors: borrowing Matrix, by factor: Span<Float>) {
    let games = games
    factors.appendProducts(
      ofRows: games.span.extracting(products.count...), with: factor, to: &products)
  }
}
