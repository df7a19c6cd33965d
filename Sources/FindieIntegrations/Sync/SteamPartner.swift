import FindieDomain

/// Steam: wishlists, prices and details of the app's games.
package struct SteamPartner: Partner {
  private let store: SteamStore
  private let wishlists: SteamWishlists
  /// Nil without a key.
  private let appList: SteamAppList?
  private let countries: [String]

  package init(_ transport: Transport, _ settings: PartnerSettings, _ secrets: PartnerSecrets) {
    store = SteamStore(transport, settings)
    wishlists = SteamWishlists(transport, settings)
    appList = secrets.optional(.steamKey).map { SteamAppList(transport, settings, key: $0) }
    countries = settings.countries
  }

  package func facts(
    for input: SyncInput, progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void
  ) throws -> PartnerFacts {
    var facts = PartnerFacts(.steam)
    let accounts = input.accounts.filter { $0.steamId != nil }
    let games = input.games.compactMap { game in
      input.id(of: game, in: .steam).map { (id: ExactText(game.id), appId: $0) }
    }
    let gameIds = Dictionary(grouping: games, by: \.appId).mapValues { $0.map(\.id) }
    let others = input.games.filter { input.id(of: $0, in: .steam) == nil }
    // In the order of ids, so that the same games share a request on the next day.
    let batches = gameIds.keys.sorted().parts(of: SteamStore.appsPerRequest)
    var steps = RequestProgress(
      of: accounts.count + batches.count * countries.count + games.count + others.count, progress)

    for account in accounts {
      guard let steamId = account.steamId else { continue }
      if let wishes = try facts.add({ try wishlists.wishes(of: steamId) }) {
        facts.wishes[ExactText(account.userId)] = (wishes.value, wishes.receivedAt)
      }
      steps.step()
    }
    for country in countries {
      for batch in batches {
        if let prices = try facts.add({ try store.prices(of: batch, in: country) }) {
          for (appId, price) in prices.value {
            for id in gameIds[appId] ?? [] {
              facts.prices[id, default: []].append((price, prices.receivedAt))
            }
          }
          facts.fail(batch.filter { prices.value[$0] == nil }, of: batch.count, in: country)
        }
        steps.step()
      }
    }
    for game in games {
      if let details = try facts.add({ try store.details(of: game.appId) })?.value {
        facts.games[game.id] = details
      }
      steps.step()
    }
    let listed = try others.isEmpty ? [:] : listedIds(&facts)
    for game in others {
      guard let ids = listed[FoldedText.words(game.title).joined()] else { continue }
      // Unlike the search, the details have the studio and the year.
      let found = try ids.compactMap { id in try facts.add({ try store.details(of: id) })?.value }
      if !found.isEmpty { facts.candidates[ExactText(game.id)] = found }
      steps.step()
    }
    let unlisted = others.filter { listed[FoldedText.words($0.title).joined()] == nil }
    try facts.search(unlisted, &steps) { try store.search($0) }
    return facts
  }

  /// The app ids of all games on Steam, at most five for each title. Empty without a key.
  private func listedIds(_ facts: inout PartnerFacts) throws -> [String: [String]] {
    guard let appList, let games = try facts.add({ try appList.games() })?.value else { return [:] }
    return Dictionary(grouping: games) { FoldedText.words($0.title).joined() }
      .mapValues { $0.prefix(GameMatcher.maximumCandidates).map(\.id) }
  }
}

extension PartnerFacts {
  /// Counts the games of which the price cannot be read; their last one stays.
  fileprivate mutating func fail(_ appIds: [String], of count: Int, in country: String) {
    guard let first = appIds.first else { return }
    fail(
      .invalid(
        "Steam's prices in \(country)",
        detail: "\(appIds.count) of \(count) games have no entry that can be read, such as \(first)"
      ))
  }
}
