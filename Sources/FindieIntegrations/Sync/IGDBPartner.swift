import FindieDomain

/// IGDB: genres, themes, dates, companies and websites of the app's games.
package struct IGDBPartner: Partner {
  private let igdb: IGDB

  package init(_ transport: Transport, _ settings: PartnerSettings, _ secrets: PartnerSecrets) {
    igdb = IGDB(transport, settings, secrets)
  }

  package func facts(
    for input: SyncInput, progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void
  ) throws -> PartnerFacts {
    var facts = PartnerFacts(.igdb)
    let games = input.games.compactMap { game in
      input.id(of: game, in: .steam).map { (id: ExactText(game.id), appId: $0) }
    }
    let gameIds = Dictionary(grouping: games, by: \.appId).mapValues { $0.map(\.id) }
    let others = input.games.filter { input.id(of: $0, in: .steam) == nil }
    let batches = gameIds.keys.sorted().parts(of: IGDB.appIdsPerCall)
    var steps = RequestProgress(of: batches.count + others.count, progress)
    for batch in batches {
      if let found = try facts.add({ try igdb.games(steamAppIds: batch) }) {
        for (appId, details) in found.value {
          for id in gameIds[appId] ?? [] { facts.games[id] = details }
        }
      }
      steps.step()
    }
    try facts.search(others, &steps) { try igdb.search($0) }
    return facts
  }
}
