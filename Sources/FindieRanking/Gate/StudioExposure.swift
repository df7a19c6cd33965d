package import FindieDomain

/// The share of list entries that studios of one size have; the size is the number of their games
/// that may be listed.
package struct StudioExposure: Sendable, Equatable, Codable {
  /// In words: `1 game`, `2 to 5 games`.
  package let size: String
  package let studios: Int
  /// The share of all games that may be listed.
  package let shareOfGames: Double
  /// The share of all list entries.
  package let shareOfEntries: Double
  /// The share of all top positions.
  package let shareOfTopPositions: Double

  private static let sizes: [(name: String, range: ClosedRange<Int>)] = [
    ("1 game", 1...1), ("2 to 5 games", 2...5), ("6 to 20 games", 6...20),
    ("more than 20 games", 21...Int.max),
  ]

  /// One row for each size that occurs; a game without a developer is a studio of its own.
  ///
  /// - Parameters:
  ///   - games: in the order of their indices.
  ///   - isListed: by game, whether lists may hold it at all.
  package static func bySize(
    in table: RecommendationTable, games: [Game], isListed: [Bool]
  ) -> [StudioExposure] {
    var entries = [Int](repeating: 0, count: games.count)
    var topPositions = entries
    for game in table.games { entries[Int(game)] += 1 }
    for player in 0..<table.count {
      if let first = table.games(ofPlayer: player).first { topPositions[Int(first)] += 1 }
    }
    var studios: [ExactText: [Int]] = [:]
    var alone: [[Int]] = []
    for game in games.indices where isListed[game] {
      if games[game].developerId.isEmpty {
        alone.append([game])
      } else {
        studios[ExactText(games[game].developerId), default: []].append(game)
      }
    }
    let all = Array(studios.values) + alone
    func share(_ counts: [Int], of games: [Int]) -> Double {
      Double(games.reduce(0) { $0 + counts[$1] }) / Double(max(1, counts.reduce(0, +)))
    }
    return sizes.compactMap { name, range in
      let own = all.filter { range.contains($0.count) }
      guard !own.isEmpty else { return nil }
      let games = Array(own.joined())
      return StudioExposure(
        size: name, studios: own.count,
        shareOfGames: Double(games.count) / Double(isListed.count { $0 }),
        shareOfEntries: share(entries, of: games),
        shareOfTopPositions: share(topPositions, of: games))
    }
  }
}
