import FindieWorkers

/// Candidates of players with held-out positives, on which the ranker's weights are chosen.
package struct RankerSample: Sendable {
  package struct Player: Sendable {
    /// Zᵀ[RankerFeature.count, candidates].
    let features: [Float]
    /// Whether each candidate is a held-out positive.
    let isPositive: [Bool]
    /// Of the profile.
    let kind: PlayerKind
    /// The number of held-out games, candidates or not.
    let relevant: Int

    /// - Parameter features: Z[candidates, RankerFeature.count].
    package init(features: [Float], isPositive: [Bool], kind: PlayerKind, relevant: Int) {
      let (count, width) = (isPositive.count, RankerFeature.count)
      precondition(
        features.count == count * width, "\(features.count) features of \(count) candidates")
      var columns = [Float](repeating: 0, count: features.count)
      for row in 0..<count {
        for feature in 0..<width {
          columns[feature * count + row] = features[row * width + feature]
        }
      }
      self.features = columns
      self.isPositive = isPositive
      self.kind = kind
      self.relevant = relevant
    }

    /// The values of a feature, by candidate.
    func values(_ feature: Int) -> ArraySlice<Float> {
      features[feature * isPositive.count..<(feature + 1) * isPositive.count]
    }

    /// The candidates' weighted sums of features, in Double.
    func scores(_ weights: [Double]) -> [Double] {
      var scores = [Double](repeating: 0, count: isPositive.count)
      for (feature, weight) in weights.enumerated() {
        for (row, value) in values(feature).enumerated() { scores[row] += weight * Double(value) }
      }
      return scores
    }
  }

  package private(set) var players: [Player]

  package init(players: [Player] = []) { self.players = players }

  /// - Parameter heldOut: for each player of the search, the held-out games.
  init(
    _ search: CandidateSearch, heldOut: [[UInt32]], workers: Workers
  ) throws {
    let parts = try search.parts(workers: workers, scratch: {}) {
      players, search, _ in
      var part: [Player] = []
      try search.each(players) { player, finder, _ in
        part.append(Self.player(finder, heldOut: heldOut[player]))
      }
      return part
    }
    players = parts.flatMap(\.self)
  }

  mutating func append(_ other: RankerSample) { players += other.players }

  var candidates: Int { players.reduce(0) { $0 + $1.isPositive.count } }

  var positives: Int { players.reduce(0) { $0 + $1.isPositive.count { $0 } } }

  /// A player's candidates by index, so that ties are ordered as in a list.
  private static func player(
    _ finder: borrowing CandidateFinder, heldOut: [UInt32]
  ) -> Player {
    let games = finder.candidates.games.sorted()
    let relevant = Set(heldOut)
    return Player(
      features: finder.features(of: games), isPositive: games.map { relevant.contains($0) },
      kind: finder.kind, relevant: heldOut.count)
  }

  /// The standard deviation of each feature among a player's candidates, over some players; 0 for a
  /// feature that is constant up to rounding.
  func deviations(of players: [Int]) -> [Double] {
    let width = RankerFeature.count
    var (squares, count) = ([Double](repeating: 0, count: width), 0)
    for player in players {
      let player = self.players[player]
      let rows = player.isPositive.count
      count += rows
      for feature in 0..<width {
        var (sum, own) = (0.0, 0.0)
        for value in player.values(feature) {
          let value = Double(value)
          sum += value
          own += value * value
        }
        squares[feature] += max(0, own - sum * sum / Double(max(1, rows)))
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
