import FindieDomain

/// IGDB: genres, themes, dates, companies and websites of the app's games.
package struct IGDBPartner: Partner {
  private let igdb: IGDB
  private let transport: Transport
  private let progress: RequestProgress.Report

  package static let secrets: [PartnerSecrets.Name] = [.twitchClientId, .twitchClientSecret]

  package init(_ context: PartnerContext) {
    transport = context.transport
    progress = context.progress
    igdb = IGDB(transport, context.settings, context.secrets)
  }

  package func facts(for input: SyncInput) throws -> PartnerFacts {
    var facts = PartnerFacts(.igdb)
    let games = input.games.compactMap { game in
      input.id(of: game, in: .steam).map { (id: ExactText(game.id), appId: $0) }
    }
    let gameIds = Dictionary(grouping: games, by: \.appId).mapValues { $0.map(\.id) }
    let others = input.games.filter { input.id(of: $0, in: .steam) == nil }
    let batches = gameIds.keys.sorted().parts(of: IGDB.appIdsPerCall)
    var steps = RequestProgress(of: batches.count + others.count, progress)
    for batch in transport.inTurn(batches, { igdb.request(of: $0) }) {
      let ids = batch.flatMap { gameIds[$0] ?? [] }
      let known = batch.count { appId in
        gameIds[appId]?.contains { input.isKnown($0.text, to: .igdb) } ?? false
      }
      let found = try facts.add(about: ids) { try igdb.games(steamAppIds: batch, known: known) }
      if let found {
        for (appId, details) in found.value {
          for id in gameIds[appId] ?? [] { facts.games[id] = details }
        }
      }
      steps.step()
    }
    let searches = transport.inTurn(others) { igdb.searchRequest(for: $0.title) }
    try facts.search(searches, &steps) { try igdb.search($0) }
    return facts
  }
}
