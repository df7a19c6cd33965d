package import FindieDomain
package import FindieModels
import FindieRanking
import FindieWorkers
package import FindieWorkspace

/// The players to whom the launches of games are announced.
package struct LaunchAudiences: JSONArtifact {
  package static var grain: String { "one row per game whose launch players get a message about" }
  package static var formatVersion: Int { 1 }

  let audiences: [GameAudience]

  package var counts: [String: Int] {
    ["games": audiences.count, "players": audiences.reduce(0) { $0 + $1.players.count }]
  }
}

extension Stage<LaunchAudiences> {
  /// Finds the players most likely to like each game with `launchPlayers`, by the models that
  /// computed the lists.
  package static func findAudiences(
    from data: ModelData, _ models: TrainedModels, _ choice: ListChoice,
    _ lists: Stage<ListsToPublish>, _ champion: Stage<Champion>, _ night: Night
  ) -> Stage {
    Stage(
      "audiences", from: data, models, choice, lists, champion, parameters: NoParameters()
    ) {
      context, data, models, choice, lists, champion in
      let (catalogue, players) = (data.catalogue.records, data.matrix.players)
      let games = catalogue.games
      let launches = games.indices.filter { games[$0].hasLaunch(on: data.history.day) }
      guard !launches.isEmpty else { return LaunchAudiences(audiences: []) }
      let isWilling = catalogue.areWilling(players)
      if !isWilling.contains(true) {
        context.warn(
          "no player gets messages about launches: none has notificationsEnabled in users")
      }
      let recommender =
        try
        (lists.champion == nil
        ? ListModels(models, data, lists.settings)
        : ListModels(champion.serving(), data, night)).recommender(data, choice)
      return LaunchAudiences(
        audiences: launches.map { game in
          recommender.audience(
            ofGame: game, in: games, limit: games[game].launchPlayers ?? 0, isWilling: isWilling,
            workers: night.workers)
        })
    }
  }
}

extension Catalogue {
  /// Whether each of these players wants messages, has a profile to be chosen by, and counts.
  package func areWilling(_ players: Identifiers) -> [Bool] {
    var areWilling = [Bool](repeating: false, count: players.count)
    for user in packedUsers where user.hasProfile && user.notificationsEnabled ?? false {
      if let player = players.index(of: user.id) { areWilling[player] = true }
    }
    for account in uncounted {
      if let player = players.index(of: account.id) { areWilling[player] = false }
    }
    return areWilling
  }
}
