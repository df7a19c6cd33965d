package import FindieDomain
import FindieStore
package import Foundation

/// Answers from the published night, as the app reads it: through `published/current`.
package struct PublishedLists {
  private let store: PublishedStore
  private let day: Day
  /// What makes players' lists again; nil where they are taken as published.
  private let model: ServedModel?

  /// - Parameter isRefreshing: whether players' lists are made again.
  /// - Throws: `StoreFailure`, `ServedModelFailure`, or `NothingPublished` where no night was published.
  package init(workspace: URL, isRefreshing: Bool = false) throws {
    (store, day, model) = try ServedFolder.read(workspace: workspace) {
      ($0.store, $0.day, isRefreshing ? try $0.model() : nil)
    }
  }

  /// One player's list.
  ///
  /// - Parameter interactions: the player's since the night, where lists are made again.
  package func recommendations(
    user id: String, since interactions: [SwipeInteraction] = [], limit: Int
  ) throws -> Answer {
    let found =
      if let model {
        try model.recommendations(userId: id, since: interactions)
      } else {
        try store.recommendationList(userId: id)
      }
    guard let list = found else {
      throw NothingPublished(
        "there is no list for the player '\(id)' in the night of \(day); check the id")
    }
    let shown = RecommendationList(
      userId: list.userId, date: list.date, source: list.source,
      games: Array(list.games.prefix(limit)))
    var table = TextTable(
      ("rank", .right), ("game", .left), ("title", .left), ("score", .right), ("why", .left))
    for entry in shown.games {
      table.add(
        "\(entry.rank)", entry.gameId, try title(entry.gameId), sixDigits(entry.score),
        entry.reasons.joined(separator: "; "))
    }
    let from =
      switch shown.source {
      case .personal: "from what the player did"
      case .genres: "from the player's favourite genres"
      case .popular: "what is popular, since nothing is known of the player"
      }
    return answer(
      "Recommendations for \(id), night of \(day), \(from)", table,
      empty: "No game is left to show."
    ) { $0.append(shown) }
  }

  /// The games most like one game.
  package func similar(to id: String, limit: Int) throws -> Answer {
    guard let list = try store.similarGames(gameId: id) else {
      throw NothingPublished(
        "there is no game '\(id)' in the night of \(day); check the id")
    }
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
      "Games like \(try title(id)) (\(id)), night of \(day)", table,
      empty: "No game has anything in common with it."
    ) { $0.append(shown) }
  }

  /// What rises, in one genre or in all.
  package func trending(genre: Genre?, limit: Int) throws -> Answer {
    let list = try store.trending(genre: genre)
    let shown = TrendingGames(
      genre: list.genre, date: list.date, games: Array(list.games.prefix(limit)))
    var table = TextTable(
      ("rank", .right), ("game", .left), ("title", .left), ("lift", .right),
      ("at least", .right), ("player-days", .right), ("flags", .left))
    for entry in shown.games {
      table.add(
        "\(entry.rank)", entry.gameId, try title(entry.gameId), sixDigits(entry.lift),
        sixDigits(entry.lowerBound), "\(entry.events)",
        entry.flags.map(\.rawValue).joined(separator: ", "))
    }
    return answer(
      "Trending\(genre.map { " in \($0.rawValue)" } ?? ""), night of \(day)", table,
      empty: "No game rises against its own past."
    ) { $0.append(shown) }
  }

  /// What is announced.
  package func announced(limit: Int) throws -> Answer {
    let games = try store.announcedGames().prefix(limit)
    var table = TextTable(
      ("rank", .right), ("game", .left), ("title", .left), ("comes", .left), ("status", .left))
    for game in games {
      table.add(
        "\(game.rank)", game.gameId, try title(game.gameId),
        game.releaseDate?.description ?? "some day", game.status.rawValue)
    }
    return answer(
      "Announced games, night of \(day)", table, empty: "Nothing is announced."
    ) { line in for game in games { line.append(game) } }
  }

  /// What came out lately; of one status alone where asked.
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
      "New releases, night of \(day)", table, empty: "Nothing came out lately."
    ) { line in for release in releases { line.append(release) } }
  }

  private func title(_ id: String) throws -> String {
    try store.fetchGame(id: id)?.title ?? ""
  }

  private func answer(
    _ heading: String, _ table: TextTable, empty: String,
    _ append: (inout PublishedLine) -> Void
  ) -> Answer {
    var line = PublishedLine()
    append(&line)
    return Answer(
      text: printable(heading) + "\n\n" + (table.isEmpty ? empty : table.text),
      json: String(decoding: line.bytes, as: UTF8.self))
  }
}
