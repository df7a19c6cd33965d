import FindieDomain

/// The games of a world with what only the world knows of them.
///
/// Arrays are by the game's place in `games`.
struct Shelf {
  let games: [Game]
  let vectors: [Taste.Vector]
  /// In 1/256 of a logit.
  let qualities: [Int]
  /// The place in the order of popularity, 0 the most popular.
  let ranks: [Int]
  let weights: [Double]
  let ids: [[UInt8]]
  /// `"gameGenres":[…],"gameTags":[…]}` and a newline: how the game's interaction lines end.
  let tails: [[UInt8]]
  /// `","developerId":"…` of the game's analytics lines.
  let makers: [[UInt8]]
  let planted: Planted

  init(
    _ games: [Game], _ parameters: WorldParameters, _ taste: Taste
  ) throws(SynthesisFailure) {
    self.games = games
    var order = Array(games.indices)
    var random = RandomStream(seed: parameters.seed, .catalogue)
    random.shuffle(&order)
    var ranks = [Int](repeating: 0, count: games.count)
    for (rank, game) in order.enumerated() { ranks[game] = rank }
    self.ranks = ranks
    weights = ranks.map {
      PortableMath.power(Double($0 + 3), -parameters.popularityExponent)
    }
    let firstDay = parameters.firstDay
    let established = order.filter { games[$0].availability(on: firstDay) == .out }
    planted = try Planted(parameters, established: established)

    var vectors: [Taste.Vector] = []
    var qualities: [Int] = []
    for (index, game) in games.enumerated() {
      var random = RandomStream(seed: parameters.seed, .taste, index, 1)
      vectors.append(taste.vector(of: game, &random))
      qualities.append(random.bell(spread: Taste.qualitySpread))
    }
    // Whoever sees the trending game likes it: a logit of 1.5 above the common.
    qualities[planted.trend] = 384
    self.vectors = vectors
    self.qualities = qualities
    ids = games.map { Shelf.inner($0.id) }
    tails = games.map {
      var bytes = Array("\"gameGenres\":".utf8)
      bytes.appendJSON($0.genres.lazy.map(\.rawValue))
      bytes.append(",\"gameTags\":")
      bytes.appendJSON($0.tags)
      bytes.append("}\n")
      return bytes
    }
    makers = games.map { Array("\",\"developerId\":\"".utf8) + Shelf.inner($0.developerId) }
  }

  /// `text` as it stands between a JSON string's quotes.
  private static func inner(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendJSON(text)
    return Array(bytes[1..<bytes.count - 1])
  }
}
