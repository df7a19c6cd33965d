import FindieDomain

/// itch.io: details and prices of the app's games, and players' libraries and exported collections.
package struct ItchPartner: Partner {
  private let site: ItchSite
  /// Nil without a player's API key.
  private let library: ItchLibrary?
  private let countries: [String]
  private let clock: TransportClock

  package init(_ transport: Transport, _ settings: PartnerSettings, _ secrets: PartnerSecrets) {
    site = ItchSite(transport, settings)
    library = secrets.optional(.itchToken).map { ItchLibrary(transport, settings, key: $0) }
    countries = settings.countries
    clock = transport.clock
  }

  package func facts(
    for input: SyncInput, progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void
  ) throws -> PartnerFacts {
    var facts = PartnerFacts(.itch)
    let games = input.games.compactMap { game in
      game.itchioURL.flatMap { ItchGameAddress(url: $0) }.map { (game: game, address: $0) }
    }
    // A game without a page in any shop may be on itch.io.
    let others = input.games.filter {
      $0.itchioURL == nil && input.id(of: $0, in: .steam) == nil
    }
    let accounts = input.accounts.filter { $0.itchioUsername != nil }
    var steps = RequestProgress(of: games.count + others.count + accounts.count, progress)
    for (game, address) in games {
      try addDetails(of: game.id, at: address, to: &facts)
      steps.step()
    }
    // The other games of a studio are on its profile.
    let studios = Dictionary(
      games.map { (ExactText($0.game.developerId), $0.address.author) }
    ) { first, _ in first }
    let byStudio = Dictionary(grouping: others) { studios[ExactText($0.developerId)]?.text ?? "" }
    for (name, games) in byStudio.sorted(by: { $0.key < $1.key }) {
      guard let author = ItchName(name) else { continue }
      let found = try facts.add({ try site.games(of: author) })?.value
      for game in games {
        facts.candidates[ExactText(game.id)] = found
        steps.step()
      }
    }
    try facts.search(byStudio[""] ?? [], &steps) { try site.search($0) }
    for account in accounts {
      try check(account, &facts)
      steps.step()
    }
    try addLists(of: accounts, input.collections, to: &facts)
    return facts
  }

  private func addDetails(
    of gameId: String, at address: ItchGameAddress, to facts: inout PartnerFacts
  ) throws {
    guard let answer = try facts.add({ try site.details(of: address) }), let details = answer.value
    else { return }
    facts.games[ExactText(gameId)] = details
    // itch.io has the same price in all countries.
    for price in details.prices {
      for country in countries {
        let local = ShopPrice(
          country: country, currency: price.currency, price: price.price,
          regularPrice: price.regularPrice)
        facts.prices[ExactText(gameId), default: []].append((local, answer.receivedAt))
      }
    }
  }

  /// Finds out whether a player's name is one of itch.io.
  private func check(_ account: SyncInput.Account, _ facts: inout PartnerFacts) throws {
    let name = account.itchioUsername.flatMap { ItchName($0) }
    let exists = try name.map { name in try facts.add({ try site.exists(name) })?.value ?? true }
    if !(exists ?? false) { facts.unknownAccounts.insert(ExactText(account.userId)) }
  }

  // MARK: - Lists of players

  private func addLists(
    of accounts: [SyncInput.Account], _ collections: [String: ItchCollection],
    to facts: inout PartnerFacts
  ) throws {
    // A collection may name games by their pages only.
    let ids = Dictionary(
      facts.games.values.compactMap { game in game.url.map { ($0, game.id) } }
    ) { $1 }
    let owned = try ownedGames(accounts, &facts)
    for account in accounts {
      let collection = account.itchioUsername.flatMap { collections[$0] }
      let player = ExactText(account.userId)
      let library = player == owned?.player ? owned?.wishes : nil
      guard collection != nil || library != nil else { continue }
      let ownedIds = Set((library ?? []).map(\.shopId))
      let wished = (collection?.entries ?? []).compactMap { entry in
        let id = entry.gameId ?? entry.address.map { ids[$0.url] ?? $0.url }
        return id.map { ShopWish(shopId: $0, addedAt: entry.addedAt) }
      }
      let wishes = (library ?? []) + wished.filter { !ownedIds.contains($0.shopId) }
      facts.wishes[player] = (wishes, clock.now())
    }
  }

  /// The library of the player with the API key; nil without a key, an answer or such a player.
  private func ownedGames(
    _ accounts: [SyncInput.Account], _ facts: inout PartnerFacts
  ) throws -> (player: ExactText, wishes: [ShopWish])? {
    guard let library, let owner = try facts.add({ try library.owner() })?.value.lowercased(),
      let account = accounts.first(where: { $0.itchioUsername == owner }),
      let games = try facts.add({ try library.games() })?.value
    else { return nil }
    let wishes = games.filter(\.game.isGame).map {
      ShopWish(shopId: $0.game.id, addedAt: $0.addedAt, owned: true)
    }
    return (ExactText(account.userId), wishes)
  }
}
