import FindieModels
import FindieWorkers

/// A candidate with its sources, and its score as a sum.
package struct ScoredCandidate: Sendable, Equatable {
  package let game: UInt32
  package let sources: CandidateSource
  /// The parts that are not 0: the base first, then the player's games by index.
  package let parts: [ScorePart]
  /// The sum of the parts.
  package let score: Double
}

extension Recommender {
  /// All candidates of one player, the highest score first, ties by index.
  package func candidates(of player: Int) throws -> [ScoredCandidate] {
    let audience = search.audience
    let systems = try search.playerSystems(workers: Workers(threads: 1))
    let found = try search.parts(
      of: player..<player + 1, workers: Workers(threads: 1),
      scratch: { ListScratch(self, systems: systems) }
    ) { players, search, scratch in
      var found: [ScoredCandidate] = []
      try search.each(
        players, draw: { draw(for: $0, $1, &scratch) },
        promoted: { promotions(for: $0).map(\.game) }
      ) { player, finder, _ in
        let games = finder.candidates.games
        try scratch.parts.decompose(player, finder, entries: games)
        let parts = scratch.parts.parts
        found = finder.candidates.games.indices.map { position in
          ScoredCandidate(
            game: finder.candidates.games[position], sources: finder.candidates.sources[position],
            parts: parts.named(position, profiles: audience.profiles.columnIndices),
            score: parts.score(position))
        }
      }
      return found
    }
    return found.joined().sorted { ($1.score, $0.game) < ($0.score, $1.game) }
  }
}
