package import FindieDomain
import FindieNight
import FindiePublishing
import FindieStore
package import FindieText
package import FindieWorkspace
import Foundation

/// Reads the published night as the app does: through `published/current`.
package struct ListAnswers {
  private let store: PublishedStore
  package let day: Day
  private let workspace: Workspace
  /// Rebuilds players' lists; nil to show them as published.
  private let model: ServedModel?

  /// - Parameter isRefreshing: whether players' lists are rebuilt.
  /// - Throws: `StoreFailure`, `ServedModelFailure`, `NotFound`.
  package init(workspace: Workspace, isRefreshing: Bool = false) throws {
    (store, day, model) = try ServedFolder.read(workspace: workspace) {
      ($0.store, $0.day, isRefreshing ? try $0.model() : nil)
    }
    self.workspace = workspace
  }

  /// One player's list.
  ///
  /// - Parameters:
  ///   - interactions: the player's, since the night, if lists are rebuilt.
  ///   - showsRows: whether the player's rows are shown instead.
  package func recommendations(
    user id: String, since interactions: [SwipeInteraction] = [], limit: Int,
    showsRows: Bool = false
  ) throws -> Answer {
    let found =
      if let model {
        try model.recommendations(userId: id, since: interactions)
      } else {
        try Refresh.lists(of: day, in: workspace)?.recommendationList(userId: id)
          ?? store.recommendationList(userId: id)
      }
    guard let list = found else {
      throw NotFound(player: id, of: try store.catalogue(), on: day)
    }
    if showsRows { return try rows(of: list) }
    let shown = list.with(games: Array(list.games.prefix(limit)), listId: list.listId)
    var table = TextTable(
      ("rank", .right), ("game", .left), ("title", .left), ("score", .right), ("reasons", .left))
    for entry in shown.games {
      table.add(
        "\(entry.rank)", entry.gameId, try title(entry.gameId), sixDigits(entry.score),
        ((entry.promoted == true ? ["promoted"] : [])
          + (try entry.reasons.map { try store.sentence(of: $0) })).joined(separator: "; "))
    }
    let from =
      switch shown.source {
      case .personal: "from the player's actions"
      case .genres: "from the player's favourite genres"
      case .popular: "popular games, since the player has no actions or genres"
      }
    return answer(
      "Recommendations for \(id), night of \(day), \(from)"
        + (shown.arm.map { ", arm \($0)" } ?? ""), table: table,
      empty: "There are no games left to list."
    ) { $0.append(shown) }
  }

  private func rows(of list: RecommendationList) throws -> Answer {
    var table = TextTable(
      ("row", .right), ("key", .left), ("about", .left), ("game", .left), ("title", .left))
    for (index, row) in list.rows.enumerated() {
      for (rank, game) in row.gameIds.enumerated() {
        table.add(
          rank == 0
            ? ["\(index + 1)", row.key.rawValue, row.subject ?? "", game, try title(game)]
            : ["", "", "", game, try title(game)])
      }
    }
    return answer(
      "Rows for \(list.userId), night of \(day)", table: table, empty: "There are no rows."
    ) { $0.append(list.rows, ofPlayer: list.userId) }
  }

  /// The games most similar to one game.
  ///
  /// - Parameter name: the game's id or title.
  package func similar(to name: String, limit: Int) throws -> Answer {
    var found = try store.similarGames(gameId: name)
    if found == nil {
      let game = try store.catalogue().game(name, in: "The night of \(day)")
      found = try store.similarGames(gameId: game.id)
    }
    guard let list = found else {
      throw NotFound("The night of \(day) has no list for the game '\(name)'.")
    }
    let id = list.gameId
    let shown = SimilarGames(
      gameId: list.gameId, date: list.date, games: Array(list.games.prefix(limit)))
    var table = TextTable(
      ("rank", .right), ("game", .left), ("title", .left), ("score", .right), ("carried by", .left))
    for entry in shown.games {
      table.add(
        "\(entry.rank)", entry.gameId, try title(entry.gameId), sixDigits(entry.score),
        entry.carriedBy.rawValue)
    }
    return answer(
      "Games similar to \(try title(id)) (\(id)), night of \(day)", table: table,
      empty: "There are no similar games."
    ) { $0.append(shown) }
  }

  /// Trending games, of one genre or all.
  package func trending(genre: Genre?, limit: Int) throws -> Answer {
    let list = try store.trending(genre: genre)
    let shown = TrendingGames(
      genre: list.genre, date: list.date, games: Array(list.games.prefix(limit)))
    var table = TextTable(
      ("rank", .right), ("game", .left), ("title", .left), ("lift", .right),
      ("lower bound", .right), ("player-days", .right), ("flags", .left))
    for entry in shown.games {
      table.add(
        "\(entry.rank)", entry.gameId, try title(entry.gameId), sixDigits(entry.lift),
        sixDigits(entry.lowerBound), "\(entry.events)",
        entry.flags.map(\.rawValue).joined(separator: ", "))
    }
    return answer(
      "Trending\(genre.map { " in \($0.rawValue)" } ?? ""), night of \(day)", table: table,
      empty: TrendingGames.nothing
    ) { $0.append(shown) }
  }

  /// Popular games, of one genre or all.
  package func popular(genre: Genre?, limit: Int) throws -> Answer {
    let list = try store.popular(genre: genre)
    let shown = PopularGames(
      genre: list.genre, date: list.date, days: list.days, games: Array(list.games.prefix(limit)))
    var table = TextTable(
      ("rank", .right), ("game", .left), ("title", .left), ("players", .right))
    for entry in shown.games {
      table.add("\(entry.rank)", entry.gameId, try title(entry.gameId), "\(entry.players)")
    }
    return answer(
      "Popular\(genre.map { " in \($0.rawValue)" } ?? ""), players of \(shown.window), "
        + "night of \(day)",
      table: table, empty: "No game has enough players."
    ) { $0.append(shown) }
  }

  /// Announced games.
  package func announced(limit: Int) throws -> Answer {
    let games = try store.announcedGames().prefix(limit)
    var table = TextTable(
      ("rank", .right), ("game", .left), ("title", .left), ("release", .left), ("status", .left))
    for game in games {
      table.add(
        "\(game.rank)", game.gameId, try title(game.gameId),
        game.releaseDate?.description ?? "not announced", game.status.rawValue)
    }
    return answer(
      "Announced games, night of \(day)", table: table, empty: "There are no announced games."
    ) { line in for game in games { line.append(game) } }
  }

  /// New releases, with one status or all.
  package func newReleases(status: ReleaseStatus? = nil, limit: Int) throws -> Answer {
    let releases = try store.newReleases(status: status).prefix(limit)
    var table = TextTable(
      ("rank", .right), ("game", .left), ("title", .left), ("released", .left), ("status", .left),
      ("score", .right))
    for release in releases {
      table.add(
        "\(release.rank)", release.gameId, try title(release.gameId),
        release.releaseDate.description, release.status.rawValue, sixDigits(release.score))
    }
    return answer(
      "New releases, night of \(day)", table: table, empty: "There are no new releases."
    ) { line in for release in releases { line.append(release) } }
  }

  /// Games with all words, the best match first.
  package func search(_ words: String, limit: Int) throws -> Answer {
    let games = try store.searchGames(query: words, limit: limit)
    var table = TextTable(("game", .left), ("title", .left), ("studio", .left), ("tags", .left))
    for game in games {
      table.add(
        game.id, game.title, game.studioName ?? game.developerName ?? game.developerId,
        game.tags.joined(separator: ", "))
    }
    return answer(
      "Games with the words '\(words)', night of \(day)", table: table,
      empty: "There is no such game."
    ) { line in for (index, game) in games.enumerated() { line.append(game, rank: index + 1) } }
  }

  private func title(_ id: String) throws -> String {
    try store.fetchGame(id: id)?.title ?? ""
  }

  private func answer(
    _ heading: String, table: TextTable, empty: String, _ append: (inout PublishedLine) -> Void
  ) -> Answer {
    var line = PublishedLine()
    append(&line)
    return Answer(
      text: DisplayText.cleaned(heading) + "\n\n" + (table.isEmpty ? empty : table.text),
      json: String(decoding: line.bytes, as: UTF8.self))
  }
}
