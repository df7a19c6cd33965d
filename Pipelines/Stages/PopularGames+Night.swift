package import FindieDomain
package import FindieModels

extension PopularGames {
  /// The list of all genres, then one per genre. A list has the games whose rounded number of
  /// players with a positive action is not 0, most players first.
  ///
  /// A list counts the players of the shortest window that gives it ten games: from `recentDays`
  /// on, at last all positives. So a quiet week has a list too. Window, editions and order depend
  /// on rounded numbers of players only. Ties go to the later release, then to the smaller id.
  ///
  /// - Parameters:
  ///   - games: those of the matrix, ordered by id.
  ///   - isListed: by game, whether the lists may show it.
  ///   - recentDays: the first window, in days; nil for 28.
  ///   - rounded: rounds a game's number of players: `DisclosureNoise.rounded`.
  /// - Complexity: O(genres × windows × games).
  package static func lists(
    from matrix: InteractionMatrix, games: [Game], isListed: [Bool], recentDays: Int?,
    rounded: (_ players: Int, _ game: Int) -> Int, listLength: Int, on day: Day
  ) -> [PopularGames] {
    let windows: [Int?] =
      RecentPositives.windows.filter { $0 >= recentDays ?? Self.defaultDays } + [nil]
    let counts = windows.map { days in
      let window = RecentPositives.windows.firstIndex { $0 == days }
      let players = window.map(matrix.recent.counts(window:)) ?? matrix.positives
      return players.enumerated().map { rounded($0.element, $0.offset) }
    }
    let editions = Editions(games)
    let releases = games.map { $0.releaseDate?.day.daysSinceEpoch ?? .min }
    return ([nil] + Genre.allCases.map(Optional.some)).map { genre in
      let isOfGenre = zip(games, isListed).map { game, isListed in
        isListed && genre.map(game.genres.contains) ?? true
      }
      func ranked(_ players: [Int]) -> [Int] {
        let isKnown = zip(isOfGenre, players).map { $0 && $1 > 0 }
        let best = editions.best(of: isKnown, evidence: players)
        return games.indices.filter { best[$0] }.sorted {
          (players[$1], releases[$1], $0) < (players[$0], releases[$0], $1)
        }
      }
      let enough = min(Self.enoughGames, listLength)
      let rankings = counts.lazy.map(ranked)
      let window = rankings.firstIndex { $0.count >= enough } ?? counts.count - 1
      let entries = rankings[window].prefix(listLength).enumerated().map { position, game in
        Entry(gameId: games[game].id, rank: position + 1, players: counts[window][game])
      }
      return PopularGames(genre: genre, date: day, days: windows[window], games: entries)
    }
  }

  private static let defaultDays = 28
  private static let enoughGames = 10
}
