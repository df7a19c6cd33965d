package import FindieDomain

/// Which games the lists of a night may show: those that meet every condition. An empty condition
/// excludes no game.
///
/// It limits lists only: models are trained on all games, and all games are reported.
package struct EligibleGames: Codable, Sendable, Equatable {
  /// The game has one of these genres.
  package var genres: [Genre] = []
  /// The game has one of these tags, by name.
  package var tags: [String] = []
  /// The game has one of these statuses.
  package var releaseStatuses: [ReleaseStatus] = []
  /// The game's studio has at most this many games in the catalogue, not counting deleted ones. A
  /// game without a developer counts as a studio of its own.
  package var maximumStudioGames = 1_000_000
  /// The game is one of these.
  package var ids: [String] = []

  package init() {}

  /// Whether each game may be shown.
  ///
  /// - Parameter games: the whole catalogue.
  package func isEligible(_ games: [Game]) -> [Bool] {
    var studioGames: [ExactText: Int] = [:]
    for game in games where game.isActive {
      studioGames[ExactText(game.developerId), default: 0] += 1
    }
    let genres = GenreSet(genres)
    let (tags, ids) = (Set(tags.map { ExactText($0) }), Set(ids.map { ExactText($0) }))
    return games.map { game in
      let isOfSmallStudio =
        game.developerId.isEmpty
        || studioGames[ExactText(game.developerId), default: 0] <= maximumStudioGames
      return isOfSmallStudio
        && (genres.isEmpty || !genres.isDisjoint(with: GenreSet(game.genres)))
        && (tags.isEmpty || game.tags.contains { tags.contains(ExactText($0)) })
        && (releaseStatuses.isEmpty || releaseStatuses.contains(game.releaseStatus))
        && (ids.isEmpty || ids.contains(ExactText(game.id)))
    }
  }

  /// The conditions' tags that no game has, and their ids that no game has.
  package func unknown(in games: [Game]) -> (tags: [String], ids: [String]) {
    // Without such conditions, the games are not read.
    let used = tags.isEmpty ? [] : Set(games.lazy.flatMap(\.tags).map { ExactText($0) })
    let known = ids.isEmpty ? [] : Set(games.map { ExactText($0.id) })
    return (
      tags.filter { !used.contains(ExactText($0)) }, ids.filter { !known.contains(ExactText($0)) }
    )
  }
}
