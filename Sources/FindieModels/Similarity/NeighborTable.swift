package import FindieDomain

/// All games' lists of similar games, in columns.
///
/// Grain: one row per game and rank; games by index, best first.
package struct NeighborTable: Sendable, Equatable {
  /// Game i's neighbours are at `offsets[i]..<offsets[i + 1]`.
  package let offsets: [Int]
  package let games: [UInt32]
  package let scores: [Float]
  /// The index in `SimilarGames.Carrier.allCases`.
  package let carriers: [UInt8]

  package init(_ neighbors: [[SimilarityModel.Neighbor]]) {
    offsets = neighbors.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.count) }
    let all = neighbors.joined()
    games = all.map { UInt32($0.game) }
    scores = all.map(\.score)
    carriers = all.map { UInt8(SimilarGames.Carrier.allCases.firstIndex(of: $0.carriedBy) ?? 0) }
  }

  /// The table of these columns; nil if they are inconsistent.
  package init?(offsets: [Int], games: [UInt32], scores: [Float], carriers: [UInt8]) {
    guard offsets.first == 0, offsets.last == games.count,
      zip(offsets, offsets.dropFirst()).allSatisfy({ $0 <= $1 }),
      games.allSatisfy({ $0 < offsets.count - 1 }), scores.count == games.count,
      carriers.count == games.count,
      carriers.allSatisfy({ $0 < SimilarGames.Carrier.allCases.count })
    else { return nil }
    self.offsets = offsets
    self.games = games
    self.scores = scores
    self.carriers = carriers
  }

  /// The number of games; a list may be empty.
  package var count: Int { offsets.count - 1 }

  /// One game's list as the app reads it.
  package func list(ofGame game: Int, date: Day, games catalogue: [Game]) -> SimilarGames {
    let range = offsets[game]..<offsets[game + 1]
    return SimilarGames(
      gameId: catalogue[game].id, date: date,
      games: range.map { position in
        SimilarGames.Entry(
          gameId: catalogue[Int(games[position])].id, rank: position - range.lowerBound + 1,
          score: Double(scores[position]),
          carriedBy: SimilarGames.Carrier.allCases[Int(carriers[position])])
      })
  }
}
