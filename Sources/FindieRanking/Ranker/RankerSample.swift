import FindieWorkers

/// Candidates of players with held-out positives, on which the ranker's weights are chosen.
package struct RankerSample: Sendable {
  package struct Player: Sendable {
    let candidates: Range<Int>
    /// Of the profile.
    let kind: PlayerKind
    /// The number of held-out games, candidates or not.
    let relevant: Int

    package init(candidates: Range<Int>, kind: PlayerKind, relevant: Int) {
      self.candidates = candidates
      self.kind = kind
      self.relevant = relevant
    }
  }

  package private(set) var players: [Player] = []
  /// Z[candidates, RankerFeature.count].
  private(set) var features: [Float] = []
  /// Whether a candidate is a held-out positive.
  private(set) var isPositive: [Bool] = []

  /// - Parameter heldOut: for each player of the search, the held-out games.
  init(
    _ search: CandidateSearch, heldOut: [[UInt32]], workers: Workers
  ) throws {
    let parts = try search.parts(workers: workers, scratch: {}) {
      players, search, _ in
      var part = RankerSample()
      try search.each(players) { player, finder, _ in
        part.append(finder, heldOut: heldOut[player])
      }
      return part
    }
    // No larger than necessary, since it is the largest array of the stage.
    features.reserveCapacity(parts.reduce(0) { $0 + $1.features.count })
    for part in parts { append(part) }
  }

  init() {}

  mutating func append(_ other: RankerSample) {
    let start = isPositive.count
    players += other.players.map {
      Player(
        candidates: start + $0.candidates.lowerBound..<start + $0.candidates.upperBound,
        kind: $0.kind, relevant: $0.relevant)
    }
    features += other.features
    isPositive += other.isPositive
  }

  /// - Parameters:
  ///   - features: Z[candidates, RankerFeature.count].
  ///   - isPositive: by candidate.
  package init(players: [Player], features: [Float], isPositive: [Bool]) {
    precondition(
      features.count == isPositive.count * RankerFeature.count,
      "\(features.count) features of \(isPositive.count) candidates")
    self.players = players
    self.features = features
    self.isPositive = isPositive
  }

  /// Adds a player's candidates by index, so that ties are ordered as in a list.
  private mutating func append(_ finder: borrowing CandidateFinder, heldOut: [UInt32]) {
    let start = isPositive.count
    let games = finder.candidates.games.sorted()
    features += finder.features(of: games)
    let relevant = Set(heldOut)
    isPositive += games.map { relevant.contains($0) }
    players.append(
      Player(
        candidates: start..<isPositive.count, kind: finder.kind, relevant: heldOut.count))
  }

  /// The standard deviation of each feature among a player's candidates, over some players; 0 for a
  /// feature that is constant up to rounding.
  func deviations(of players: [Int]) -> [Double] {
    let width = RankerFeature.count
    var (squares, count) = ([Double](repeating: 0, count: width), 0)
    for player in players {
      let range = self.players[player].candidates
      count += range.count
      for feature in 0..<width {
        var (sum, own) = (0.0, 0.0)
        for row in range {
          let value = Double(features[row * width + feature])
          sum += value
          own += value * value
        }
        squares[feature] += max(0, own - sum * sum / Double(max(1, range.count)))
      }
    }
    return squares.map {
      let deviation = ($0 / Double(max(1, count))).squareRoot()
      return deviation > Self.smallestDeviation ? deviation : 0
    }
  }

  /// Features are of the order of 1. Smaller variation, such as that of products of factors that
  /// vanish on small data, is rounding.
  private static let smallestDeviation = 1e-6
}
