package import FindieDomain

/// The games that a user of itch.io owns.
///
/// Source: `GET /profile/owned-keys` of itch.io's server-side API, with the user's API key. There
/// is no way to ask for another user's games, or for wishlists.
package struct ItchLibrary: Sendable {
  private let transport: Transport
  private let settings: PartnerSettings
  private let key: Secret

  /// The maximum number of pages that are read.
  private static let maximumPages = 1000

  /// - Parameter key: a user's API key.
  package init(_ transport: Transport, _ settings: PartnerSettings, key: Secret) {
    self.transport = transport
    self.settings = settings
    self.key = key
  }

  /// A game that a user owns.
  package struct OwnedGame: Hashable, Sendable {
    package let game: ShopGame
    package let addedAt: Timestamp?
  }

  /// The name of the user with the key.
  ///
  /// - Throws: `PartnerFailure`, `SyncStopped`.
  package func owner() throws -> Fetched<String> {
    struct Profile: Decodable {
      struct User: Decodable {
        let username: String
      }

      let user: User
    }
    return try fetch("profile") { try $0.json(Profile.self).user.username }
  }

  /// The games of the user with the key, by id, each once.
  ///
  /// - Throws: `PartnerFailure`, `SyncStopped`.
  package func games() throws -> Fetched<[OwnedGame]> {
    var owned: [String: OwnedGame] = [:]
    var skipped = 0
    // Only an empty page is the last one: itch.io leaves hidden games out of a page.
    for page in 1...ItchLibrary.maximumPages {
      let keys = try fetch("profile/owned-keys", query: ["page": "\(page)"]) { answer in
        let page: ItchOwnedKeys = try answer.json()
        skipped += page.skipped
        return page.games(checkedAt: answer.receivedAt)
      }
      guard !keys.value.isEmpty else {
        let games = owned.sorted { (Int64($0.key) ?? 0, $0.key) < (Int64($1.key) ?? 0, $1.key) }
        // Without the skipped games, they would seem to be no longer owned.
        guard skipped == 0 else {
          throw PartnerFailure.invalid(
            "GET profile/owned-keys", detail: "\(skipped) entries cannot be read")
        }
        return Fetched(
          value: games.map(\.value), receivedAt: keys.receivedAt, origin: keys.origin)
      }
      for key in keys.value where owned[key.game.id] == nil { owned[key.game.id] = key }
    }
    throw PartnerFailure.invalid("GET profile/owned-keys", detail: "its pages do not end")
  }

  /// No answer is stored: the addresses are the same for all users.
  private func fetch<Value: Sendable>(
    _ path: String, query: KeyValuePairs<String, String> = [:],
    decode: (PartnerAnswer) throws -> Value
  ) throws -> Fetched<Value> {
    var request = PartnerRequest(settings.endpoint(.itchAPI), path: path, query: query)
    request.isPersonal = true
    request.secretHeaders = ["Authorization": Secret("Bearer \(key.revealed)")]
    return try transport.fetch(request, maximumAge: nil, decode: decode)
  }
}

/// A page of `owned-keys`.
package struct ItchOwnedKeys: Decodable, Sendable {
  private struct Key: Decodable {
    let game_id: NumberOrText
    let created_at: String?
    let game: Game?
  }

  private struct Game: Decodable {
    let title: String
    let url: String?
    let short_text: String?
    let cover_url: String?
    let classification: String?
  }

  private let owned_keys: LuaArray<Key>

  /// The number of keys that cannot be read.
  var skipped: Int { owned_keys.skipped }

  package func games(checkedAt: Timestamp) -> [ItchLibrary.OwnedGame] {
    owned_keys.elements.map { key in
      var game = ShopGame(
        shop: .itch, id: key.game_id.text, title: key.game?.title.decodingEntities ?? "",
        checkedAt: checkedAt)
      game.url = key.game?.url.flatMap { ItchGameAddress(url: $0) }?.url
      game.shortDescription = key.game?.short_text?.decodingEntities
      game.coverImageURL = key.game?.cover_url
      game.platforms = [.itchio]
      // Others are tools, assets, books and soundtracks.
      game.isGame = (key.game?.classification ?? "game") == "game"
      return ItchLibrary.OwnedGame(
        game: game, addedAt: key.created_at.flatMap { Timestamp(iso8601: $0) })
    }
  }
}
