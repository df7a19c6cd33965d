package import FindieDomain
import Foundation

/// itch.io: details and prices of the app's games, and players' libraries and exported collections.
package struct ItchPartner: Partner {
  private let site: ItchSite
  /// Nil without a player's API key.
  private let library: ItchLibrary?
  private let countries: [String]
  private let clock: TransportClock
  private let transport: Transport
  private let collections: ItchCollections

  /// - Parameter collections: those that players exported.
  package init(
    _ transport: Transport, _ settings: PartnerSettings, _ secrets: PartnerSecrets,
    collections: ItchCollections = ItchCollections()
  ) {
    self.collections = collections
    site = ItchSite(transport, settings)
    library = secrets.optional(.itchToken).map { ItchLibrary(transport, settings, key: $0) }
    countries = settings.countries
    clock = transport.clock
    self.transport = transport
  }

  package func facts(
    for input: SyncInput, progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void
  ) throws -> PartnerFacts {
    var facts = PartnerFacts(.itch)
    let listed = input.games.compactMap { game in
      game.itchioURL.flatMap { ItchGameAddress(url: $0) }.map { (game: game, address: $0) }
    }
    let games = transport.inTurn(listed) { site.dataRequest(of: $0.address) }
    // A game without a page in any shop may be on itch.io.
    let others = input.games.filter {
      $0.itchioURL == nil && input.id(of: $0, in: .steam) == nil
    }
    let accounts = input.accounts.filter { $0.itchioUsername != nil }
    for failure in collections.failures { facts.fail(failure) }
    var steps = RequestProgress(of: games.count + others.count + accounts.count, progress)
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
    let names = accounts.compactMap { account in
      account.itchioUsername.flatMap { ItchName($0) }.map {
        (userId: ExactText(account.userId), name: $0)
      }
    }
    for (userId, name) in transport.inTurn(names, { site.profile(of: $0.name) }) {
      let exists = try facts.add({ try site.exists(name) })?.value ?? true
      if !exists { facts.unknownAccounts.insert(userId) }
      steps.step()
    }
    // Other texts cannot be itch.io names.
    facts.unknownAccounts.formUnion(
      Set(accounts.map { ExactText($0.userId) }).subtracting(names.map(\.userId)))
    try addLists(of: accounts, to: &facts)
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

  // MARK: - Lists of players

  private func addLists(
    of accounts: [SyncInput.Account], to facts: inout PartnerFacts
  ) throws {
    // A collection may identify games by page only.
    let ids = Dictionary(
      facts.games.values.compactMap { game in game.url.map { ($0, game.id) } }
    ) { $1 }
    let owned = try ownedGames(accounts, &facts)
    for account in accounts {
      let collection = account.itchioUsername.flatMap { collections.byName[$0] }
      let player = ExactText(account.userId)
      let library = player == owned?.player ? owned?.wishes : nil
      guard collection != nil || library != nil else { continue }
      let wished = collection?.entries.compactMap { entry in
        let id = entry.gameId ?? entry.address.map { ids[$0.url] ?? $0.url }
        return id.map { ShopWish(shopId: $0, addedAt: entry.addedAt) }
      }
      facts.wishes[player] = ShopLists(
        wished: wished, owned: library, isPartial: !(collection?.skippedRows ?? []).isEmpty,
        at: clock.now())
    }
  }

  /// The library of the player with the API key; nil if there is no key, answer or such player.
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

/// The name of a user of itch.io, as in the host `name.itch.io`.
package struct ItchName: Hashable, Sendable {
  package let text: String

  /// Nil for a text that cannot be a name, and for hosts of itch.io itself.
  package init?(_ text: String) {
    guard text.wholeMatch(of: /[a-z0-9_-]{1,63}/) != nil, !text.hasPrefix("-"),
      !text.hasSuffix("-"), !ItchName.hosts.contains(text)
    else { return nil }
    self.text = text
  }

  private static let hosts: Set = ["www", "api", "img", "static", "blog", "docs"]
}

/// The address of a game's page on itch.io, `https://name.itch.io/game`.
package struct ItchGameAddress: Hashable, Sendable {
  package let author: ItchName
  /// The last part of the address.
  package let game: String

  /// Nil for any other address.
  package init?(url text: String) {
    guard let url = URL(string: text.trimmingCharacters(in: .whitespacesAndNewlines)),
      ["https", "http"].contains(url.scheme), url.port == nil,
      let host = url.host()?.lowercased(), host.hasSuffix(".itch.io"),
      let author = ItchName(String(host.dropLast(".itch.io".count)))
    else { return nil }
    let parts = url.path().split(separator: "/").map { $0.lowercased() }
    guard let game = parts.first, game.wholeMatch(of: /[a-z0-9_-]{1,200}/) != nil else {
      return nil
    }
    self.author = author
    self.game = game
  }

  package var url: String { "https://\(author.text).itch.io/\(game)" }
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
    var game = ShopGame(shop: .itch, id: id.text, title: title, checkedAt: checkedAt)
    game.url = links?.`self`.flatMap { ItchGameAddress(url: $0) }?.url ?? address.url
    game.developers = authors?.elements.map(\.name) ?? []
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
