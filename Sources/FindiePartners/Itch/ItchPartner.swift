package import FindieDomain

/// itch.io: details and prices of the app's games, and collections that players exported.
package struct ItchPartner: Partner {
  private let site: ItchSite
  private let countries: [String]
  private let transport: Transport
  private let progress: RequestProgress.Report
  /// Nil if no folder of collections is named.
  private let collections: ItchCollections?

  /// - Parameter context: its file is a folder of collections that players exported.
  /// - Throws: `FileFailure` if the folder cannot be listed.
  package init(_ context: PartnerContext) throws {
    let settings = context.settings
    transport = context.transport
    progress = context.progress
    collections = try context.file.map { try ItchCollections(in: $0) }
    site = ItchSite(transport, settings)
    countries = settings.countries
  }

  package func facts(for input: SyncInput) throws -> PartnerFacts {
    var facts = PartnerFacts(.itch)
    let listed = input.games.compactMap { game in
      game.itchioURL.flatMap { ItchGameAddress(url: $0) }.map { (game: game, address: $0) }
    }
    let games = transport.inTurn(listed) { site.dataRequest(of: $0.address) }
    // A game without a page in any shop may be on itch.io.
    let others = input.games.filter {
      $0.itchioURL == nil && input.id(of: $0, in: .steam) == nil
    }
    for failure in collections?.failures ?? [] { facts.fail(failure) }
    var steps = RequestProgress(of: games.count + others.count, progress)
    for (game, address) in games {
      try addDetails(of: game.id, at: address, to: &facts)
      steps.step()
    }
    // The other games of a studio are on its profile.
    let studios = Dictionary(
      listed.map { (ExactText($0.game.developerId), $0.address.author) }
    ) { first, _ in first }
    let byStudio = Dictionary(grouping: others) { studios[ExactText($0.developerId)]?.text ?? "" }
    let authors = byStudio.keys.sorted().compactMap { ItchName($0) }
    for author in transport.inTurn(authors, site.profile(of:)) {
      let games = byStudio[author.text] ?? []
      let found = try facts.add(
        about: games.map { ExactText($0.id) }, { try site.games(of: author) })?.value
      for game in games {
        facts.candidates[ExactText(game.id)] = found
        steps.step()
      }
    }
    let searches = transport.inTurn(byStudio[""] ?? []) { site.searchRequest(for: $0.title) }
    try facts.search(searches, &steps) { try site.search($0) }
    addWishes(of: input.accounts, to: &facts)
    return facts
  }

  private func addDetails(
    of gameId: String, at address: ItchGameAddress, to facts: inout PartnerFacts
  ) throws {
    guard let answer = try facts.add(about: [ExactText(gameId)], { try site.details(of: address) }),
      let details = answer.value
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

  private func addWishes(of accounts: [SyncInput.Account], to facts: inout PartnerFacts) {
    // A collection may identify games by page only.
    let ids = Dictionary(
      facts.games.values.compactMap { game in game.url.map { ($0, game.id) } }
    ) { $1 }
    for account in accounts {
      guard let collection = account.ids[.itch].flatMap({ collections?.byName[$0] }) else {
        continue
      }
      let wishes = collection.entries.compactMap { entry in
        let id = entry.gameId ?? entry.address.map { ids[$0.url] ?? $0.url }
        return id.map { ShopWish(shopId: $0, addedAt: entry.addedAt) }
      }
      facts.wishes[ExactText(account.userId)] = ShopWishlist(
        wishes: wishes, isPartial: !collection.skippedRows.isEmpty, at: transport.clock.now())
    }
  }
}

/// The `data.json` of a game's page on itch.io.
///
/// Source: https://itch.io/docs/api/javascript, the data of a game.
package struct ItchGameData: Decodable, Sendable {
  private struct Author: Decodable {
    let name: String
  }

  private struct Links: Decodable {
    let `self`: String?
  }

  private let id: NumberOrText
  private let title: String
  private let price: String?
  private let original_price: String?
  private let cover_image: String?
  private let authors: LuaArray<Author>?
  private let tags: LuaArray<String>?
  private let links: Links?

  package func game(
    at address: ItchGameAddress, country: String, checkedAt: Timestamp
  ) -> ShopGame {
    var game = ShopGame(
      shop: .itch, id: id.text, title: title.decodingEntities, checkedAt: checkedAt)
    game.url = links?.`self`.flatMap { ItchGameAddress(url: $0) }?.url ?? address.url
    game.developers = authors?.elements.map(\.name.decodingEntities) ?? []
    if game.developers.isEmpty { game.developers = [address.author.text] }
    game.tags = (tags?.elements ?? []).map { ItchWords.hyphenated($0) }
    game.coverImageURL = cover_image
    game.platforms = [.itchio]
    // A game without a price is free.
    game.setPrice(price ?? "free", regular: original_price.map { .text($0) } ?? .same, country)
    return game
  }
}

/// An array, or `{}`: itch.io is written in Lua, where an empty array is an empty table.
struct LuaArray<Element: Decodable & Sendable>: Decodable, Sendable {
  let elements: [Element]
  let skipped: Int

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    do {
      let array = try LenientArray<Element>(from: decoder)
      (elements, skipped) = (array.elements, array.skipped)
    } catch {
      guard try decoder.container(keyedBy: Key.self).allKeys.isEmpty else { throw error }
      (elements, skipped) = ([], 0)
    }
  }
}
