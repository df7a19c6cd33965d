import FindieDomain

/// Steam: wishlists, prices and details of the app's games.
package struct SteamPartner: Partner {
  private let store: SteamStore
  private let wishlists: SteamWishlists
  /// Nil without a key.
  private let appList: SteamAppList?
  private let countries: [String]
  private let transport: Transport
  private let progress: RequestProgress.Report

  package init(_ context: PartnerContext) {
    let settings = context.settings
    transport = context.transport
    progress = context.progress
    store = SteamStore(transport, settings)
    wishlists = SteamWishlists(transport, settings)
    appList = context.secrets.optional(.steamKey).map { [transport] key in
      SteamAppList(transport, settings, key: key)
    }
    countries = settings.countries
  }

  package func facts(for input: SyncInput) throws -> PartnerFacts {
    var facts = PartnerFacts(.steam)
    let accounts = transport.inTurn(
      input.accounts.compactMap { account in
        account.ids[.steam].flatMap { SteamId($0) }.map { (ExactText(account.userId), $0) }
      }
    ) { wishlists.request(of: $0.1) }
    let listed = input.games.compactMap { game in
      input.id(of: game, in: .steam).map { (id: ExactText(game.id), appId: $0) }
    }
    let games = transport.inTurn(listed) { store.detailsRequest(of: $0.appId) }
    let gameIds = Dictionary(grouping: games, by: \.appId).mapValues { $0.map(\.id) }
    let others = input.games.filter { input.id(of: $0, in: .steam) == nil }
    // Sorted by id, so that the same games share a request the next day.
    let batches = gameIds.keys.sorted().parts(of: SteamStore.appsPerRequest)
    var steps = RequestProgress(
      of: accounts.count + batches.count * countries.count + games.count + others.count, progress)

    for (userId, steamId) in accounts {
      if let wishes = try facts.add({ try wishlists.wishes(of: steamId) }) {
        facts.wishes[userId] = ShopWishlist(wishes: wishes.value, at: wishes.receivedAt)
      }
      steps.step()
    }
    // A game without a price is free or not for sale; only its details say which.
    var unpriced: [ExactText: [(country: String, at: Timestamp)]] = [:]
    for country in countries {
      for batch in transport.inTurn(batches, { store.pricesRequest(of: $0, in: country) }) {
        if let prices = try facts.add({ try store.prices(of: batch, in: country) }) {
          for appId in batch {
            for id in gameIds[appId] ?? [] {
              if let price = prices.value[appId], price.price != nil {
                facts.prices[id, default: []].append((price, prices.receivedAt))
              } else if prices.value[appId] != nil {
                unpriced[id, default: []].append((country, prices.receivedAt))
              }
            }
          }
          facts.fail(batch.filter { prices.value[$0] == nil }, of: batch.count, in: country)
        }
        steps.step()
      }
    }
    for game in games {
      let details = try details(of: game.appId, game.id, unpriced[game.id] ?? [], &facts)
      if let details = details?.value { facts.games[game.id] = details }
      if let details {
        for (country, at) in unpriced[game.id] ?? [] {
          let isFree = details.value?.isFree ?? false
          facts.prices[game.id, default: []].append(
            (isFree ? .free(in: country) : .notForSale(in: country), at))
        }
      }
      steps.step()
    }
    let appIds = try others.isEmpty ? [:] : listedIds(&facts)
    for game in others {
      guard let ids = appIds[FoldedText.words(game.title).joined()] else { continue }
      // Unlike the search, the details have the studio and the year.
      let found = try ids.compactMap { id in
        try facts.add(about: [ExactText(game.id)], { try store.details(of: id) })?.value
      }
      if !found.isEmpty { facts.candidates[ExactText(game.id)] = found }
      steps.step()
    }
    let unlisted = others.filter { appIds[FoldedText.words($0.title).joined()] == nil }
    let searches = transport.inTurn(unlisted) { store.searchRequest(for: $0.title) }
    try facts.search(searches, &steps) { try store.search($0) }
    return facts
  }

  /// A game's details. If a newer answer says that the game has no price and they contradict it,
  /// they are requested again.
  private func details(
    of appId: String, _ gameId: ExactText, _ unpriced: [(country: String, at: Timestamp)],
    _ facts: inout PartnerFacts
  ) throws -> Fetched<ShopGame?>? {
    let details = try facts.add(about: [gameId], { try store.details(of: appId) })
    guard let known = details, let game = known.value, !(game.isFree ?? false),
      game.releaseStatus != .upcoming,
      unpriced.contains(where: { $0.country == countries[0] && known.receivedAt < $0.at })
    else { return details }
    return try facts.add(
      about: [gameId],
      {
        try store.details(of: appId, isSoonOutdated: true)
      })
  }

  /// The app ids of all games on Steam, at most five for each title. Empty without a key.
  private func listedIds(_ facts: inout PartnerFacts) throws -> [String: [String]] {
    guard let appList, let games = try facts.add({ try appList.games() })?.value else { return [:] }
    return Dictionary(grouping: games) { FoldedText.words($0.title).joined() }
      .mapValues { $0.prefix(GameMatcher.maximumCandidates).map(\.id) }
  }
}

extension PartnerFacts {
  /// Counts the games whose price cannot be read. They keep their last price.
  fileprivate mutating func fail(_ appIds: [String], of count: Int, in country: String) {
    guard let first = appIds.first else { return }
    fail(
      .invalid(
        "Steam's prices in \(country)",
        detail: "\(appIds.count) of \(count) games have no entry that can be read, such as \(first)"
      ))
  }
}
