import FindieDomain

/// What players like: vectors of genres and tags, and the probability that a match becomes a like.
///
/// All is whole numbers, so that no processor's rounding can show. A vector has eight parts and a
/// length of 1,024; logits are counted in 1/256.
struct Taste {
  typealias Vector = SIMD8<Int32>

  static let length = 1024.0
  /// The logit of a like where nothing speaks for or against it: -0.9.
  static let base = -230
  /// What a perfect match adds to the logit: 3.5.
  static let slope = 896
  /// The standard deviation of a game's quality, 0.6, and of a player's generosity, 0.4.
  static let qualitySpread = 154
  static let generositySpread = 102

  private let genres: [Genre: Vector]
  private let seed: UInt64
  /// The logistic function of -8 to 8 in steps of 1/256.
  private let logistic: [Probability]

  init(seed: UInt64) {
    self.seed = seed
    logistic = (0..<4096).map {
      Probability(1 / (1 + PortableMath.exp(-Double($0 - 2048) / 256)))
    }
    genres = Dictionary(
      uniqueKeysWithValues: Genre.allCases.enumerated().map { index, genre in
        var random = RandomStream(seed: seed, .taste, index)
        return (genre, Taste.noise(&random))
      })
  }

  /// A vector of chance alone, each part with a standard deviation of 1,024.
  static func noise(_ random: inout RandomStream) -> Vector {
    var vector = Vector.zero
    for part in vector.indices { vector[part] = Int32(random.bell(spread: 1024)) }
    return vector
  }

  /// The direction of a game: its genres, its tags at half weight, and what no label says.
  func vector(of game: Game, _ random: inout RandomStream) -> Vector {
    var sum = Taste.noise(&random)
    for genre in game.genres { sum &+= 2 &* (genres[genre] ?? .zero) }
    for tag in game.tags { sum &+= vector(ofTag: tag) }
    return Taste.normalized(sum)
  }

  /// The direction of a player: the favourite genres, and what the player did not say.
  func vector(ofPlayerWith favorites: [Genre], _ random: inout RandomStream) -> Vector {
    var sum = Taste.noise(&random)
    for genre in favorites { sum &+= genres[genre] ?? .zero }
    return Taste.normalized(sum)
  }

  /// The match of two directions, -1,048,576 to 1,048,576.
  static func match(_ left: Vector, _ right: Vector) -> Int {
    Int((left &* right).wrappedSum())
  }

  /// The probability of a like at the feed's first place.
  func likeProbability(match: Int, quality: Int, generosity: Int) -> Probability {
    let logit = Taste.base + ((match * Taste.slope) >> 20) + quality + generosity
    return logistic[max(0, min(4095, logit + 2048))]
  }

  /// The probability that `player` likes `game` where it stands first.
  func likeProbability(
    of game: Int, for player: Int, _ shelf: Shelf, _ population: Population
  ) -> Probability {
    shelf.planted.twinProbability(of: game, for: player)
      ?? likeProbability(
        match: Taste.match(population.vectors[player], shelf.vectors[game]),
        quality: shelf.qualities[game], generosity: Int(population.generosities[player]))
  }

  private func vector(ofTag tag: String) -> Vector {
    // FNV-1a: a tag's direction depends on its name only, in any catalogue.
    let hash = tag.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
    }
    var random = RandomStream(seed: seed, .words, Int(truncatingIfNeeded: hash))
    return Taste.noise(&random)
  }

  private static func normalized(_ vector: Vector) -> Vector {
    var squares = 0
    for part in vector.indices { squares += Int(vector[part]) * Int(vector[part]) }
    guard squares > 0 else { return vector }
    let scale = length / Double(squares).squareRoot()
    var result = Vector.zero
    for part in vector.indices { result[part] = Int32((Double(vector[part]) * scale).rounded()) }
    return result
  }
}
