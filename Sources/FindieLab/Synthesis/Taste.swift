import FindieDomain

/// Vectors of players and games, and the probability that a player likes a game.
///
/// All values are integers, so that rounding cannot differ between processors. A vector has eight
/// components and a length of 1,024; logits are in units of 1/256.
struct Taste {
  typealias Vector = SIMD8<Int32>

  private static let length = 1024.0
  /// The logit of a like when player and game do not match: -0.9.
  private static let base = -230
  /// What a perfect match adds to the logit: 3.5.
  private static let slope = 896

  private let genres: [Genre: Vector]
  private let seed: UInt64
  /// The logistic function from -8 to 8 in steps of 1/256.
  private let logistic: [Probability]

  init(seed: UInt64) {
    self.seed = seed
    logistic = (0..<4096).map {
      Probability(1 / (1 + PortableMath.exp(-Double($0 - 2048) / 256)))
    }
    genres = Dictionary(
      uniqueKeysWithValues: Genre.allCases.enumerated().map { index, genre in
        var random = RandomStream(seed: seed, .taste, index)
        return (genre, Self.noise(&random))
      })
  }

  /// The vector of a game: its genres, its tags at half weight, and noise.
  func vector(of game: Game, _ random: inout RandomStream) -> Vector {
    var sum = Self.noise(&random)
    for genre in game.genres { sum &+= 2 &* (genres[genre] ?? .zero) }
    for tag in game.tags { sum &+= vector(ofTag: tag) }
    return Self.normalized(sum)
  }

  /// The vector of a player: the favorite genres and noise.
  func vector(ofPlayerWith favorites: [Genre], _ random: inout RandomStream) -> Vector {
    var sum = Self.noise(&random)
    for genre in favorites { sum &+= genres[genre] ?? .zero }
    return Self.normalized(sum)
  }

  /// The dot product of two vectors, -1,048,576 to 1,048,576.
  static func match(_ left: Vector, _ right: Vector) -> Int {
    Int((left &* right).wrappedSum())
  }

  /// The probability that `player` likes `game` at position 0.
  func likeProbability(of game: Int, for player: Player, _ catalogue: WorldCatalogue) -> Probability
  {
    if let probability = catalogue.planted.twinProbability(of: game, for: player.number) {
      return probability
    }
    var logit = Self.base + player.generosity
    if catalogue.parameters.null == nil {
      let match = Self.match(player.vector, catalogue.vectors[game])
      logit += ((match * Self.slope) >> 20) + catalogue.qualities[game]
    }
    return logistic[max(0, min(4095, logit + 2048))]
  }

  private func vector(ofTag tag: String) -> Vector {
    // FNV-1a: the vector of a tag depends on its name only, in any catalogue.
    let hash = tag.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
    }
    var random = RandomStream(seed: seed, .words, Int(truncatingIfNeeded: hash))
    return Self.noise(&random)
  }

  /// A random vector; each component has a standard deviation of 1,024.
  private static func noise(_ random: inout RandomStream) -> Vector {
    var vector = Vector.zero
    for index in vector.indices { vector[index] = Int32(random.bell(spread: 1024)) }
    return vector
  }

  private static func normalized(_ vector: Vector) -> Vector {
    var squares = 0
    for index in vector.indices { squares += Int(vector[index]) * Int(vector[index]) }
    guard squares > 0 else { return vector }
    let scale = length / Double(squares).squareRoot()
    var result = Vector.zero
    for index in vector.indices { result[index] = Int32((Double(vector[index]) * scale).rounded()) }
    return result
  }
}
