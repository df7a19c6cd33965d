import FindieDomain

/// The fields of the app's export about a shop, and the form of its addresses.
struct ShopFields {
  /// The address of a game's page in the shop, and the name of the field.
  let page: WritableKeyPath<Game, String?>
  let pageName: String
  /// A game's id in the shop, in a wishlist.
  let gameId: WritableKeyPath<WishlistItem, String?>
  let lastSynced: WritableKeyPath<Wishlist, Timestamp?>
  let isSyncEnabled: WritableKeyPath<Wishlist, Bool>
  /// A player's id or name in the shop; nil if there is none.
  let account: (User) -> String?
  /// What identifies a game in an address, by its host and the parts of its path in lower case; nil
  /// for another address.
  let key: (_ host: String, _ path: [String]) -> String?
  /// What identifies a game in its address, from its id; nil if addresses have no ids.
  let keyOfId: (String) -> String?
  /// The page of a game with an id; nil if the id does not say.
  let pageOfId: (String) -> String?
  /// Another id of a game in players' lists, from the address of its page; nil if there is none.
  let otherId: (_ page: String) -> String?
}

extension Shop {
  /// Nil if the app's export has nothing about the shop.
  var fields: ShopFields? {
    switch self {
    case .steam:
      ShopFields(
        page: \.steamURL, pageName: "steamURL", gameId: \.steamAppId, lastSynced: \.steamLastSynced,
        isSyncEnabled: \.steamSyncEnabled, account: { $0.steamId.flatMap { SteamId($0)?.text } },
        key: { host, path in
          let hosts = ["store.steampowered.com", "steamcommunity.com", "www.steampowered.com"]
          guard hosts.contains(host), path.count >= 2, ["app", "games"].contains(path[0]) else {
            return nil
          }
          return SteamId.appId(path[1])
        },
        keyOfId: { SteamId.appId($0) },
        pageOfId: { "https://store.steampowered.com/app/\($0)/" }, otherId: { _ in nil })
    case .itch:
      ShopFields(
        page: \.itchioURL, pageName: "itchioURL", gameId: \.itchioGameId,
        lastSynced: \.itchioLastSynced, isSyncEnabled: \.itchioSyncEnabled,
        account: { $0.itchioUsername?.lowercased() },
        // Such as `ada.itch.io/undertow`.
        key: { host, path in
          host.hasSuffix(".itch.io") && host != "www.itch.io"
            ? path.first.map { "\(host)/\($0)" } : nil
        },
        keyOfId: { _ in nil }, pageOfId: { _ in nil },
        // A collection may identify a game by its page.
        otherId: { ItchGameAddress(url: $0)?.url })
    case .igdb: nil
    }
  }
}
