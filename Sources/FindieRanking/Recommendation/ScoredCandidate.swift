import FindieLinearAlgebra
import FindieWorkers

/// One addend of a score.
package struct ScorePart: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    /// The same for all: the ranker's intercept.
    case base
    /// The part of one of the player's games, by its index.
    case game(UInt32)
    /// The part of the favourite genres of a player without positives.
    case taste
    case popularity
    /// The player's favourite genres.
    case genres
    case friends
    case trending
    case new
  }

  package let kind: Kind
  package let value: Double
}

/// A candidate with its sources, and its score as a sum.
package struct ScoredCandidate: Sendable, Equatable {
  package let game: UInt32
  package let sources: CandidateSource
  /// Those that are not 0, the base first, then the player's games by index.
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
      try search.each(players, draw: { draw(for: $0, &scratch) }) { player, finder, _ in
        try scratch.parts.decompose(player, entries: finder.games, features: finder.features)
        let parts = scratch.parts.parts
        found = finder.games.indices.map { position in
          ScoredCandidate(
            game: finder.games[position], sources: finder.sources[position],
            parts: parts.named(position, profiles: audience.profiles.columnIndices),
            score: parts.score(position))
        }
      }
      return found
    }
    return found.joined().sorted { ($1.score, $0.game) < ($0.score, $1.game) }
  }
}

extension EntryParts {
  fileprivate func named(_ entry: Int, profiles games: [UInt32]) -> [ScorePart] {
    func fact(_ fact: Fact, _ kind: ScorePart.Kind) -> [ScorePart] {
      let value = of(fact, entry)
      return value == 0 ? [] : [ScorePart(kind: kind, value: value)]
    }
    let ofGames = zip(evidence, ofGames(entry)).filter { $1 != 0 }
      .map { ScorePart(kind: .game(games[$0]), value: $1) }
    return fact(.base, .base) + ofGames + fact(.taste, .taste) + fact(.popularity, .popularity)
      + fact(.genres, .genres) + fact(.friends, .friends) + fact(.trending, .trending)
      + fact(.freshness, .new)
  }
}
