import FindieDomain
import Foundation

/// A game's page in a shop. Records with the same page are matched without guessing.
struct ShopAddress: Hashable, Sendable {
  let shop: Shop
  /// What identifies the game in the address: Steam's app id; for itch.io host and path in lower
  /// case, such as `ada.itch.io/undertow`.
  private let key: String

  /// The page of an address such as `https://store.steampowered.com/app/10/Title/` or
  /// `https://ada.itch.io/undertow?ref=x`; nil for any other address.
  init?(url text: String) {
    guard let url = URL(string: text.trimmingCharacters(in: .whitespaces)),
      let host = url.host()?.lowercased()
    else { return nil }
    let path = url.path().split(separator: "/").map { $0.lowercased() }
    for shop in Shop.allCases {
      guard let key = shop.fields?.key(host, path) else { continue }
      (self.shop, self.key) = (shop, key)
      return
    }
    return nil
  }

  /// The page of the game with an id; nil if the shop's addresses have no ids.
  private init?(of id: String, in shop: Shop) {
    guard let key = shop.fields?.keyOfId(id) else { return nil }
    (self.shop, self.key) = (shop, key)
  }

  /// The game's id in the shop; nil if the address does not have it.
  var gameId: String? { shop.fields?.keyOfId(key) }

  /// The pages of one of the app's games.
  static func all(of game: Game) -> [ShopAddress] {
    Shop.allCases.compactMap { shop in
      shop.fields.flatMap { game[keyPath: $0.page] }.flatMap { ShopAddress(url: $0) }
    }
  }

  /// The pages that a shop's record names, in its own shop or in others.
  static func all(of game: ShopGame) -> [ShopAddress] {
    var addresses: [ShopAddress] = []
    func add(_ id: String, _ url: String?, in shop: Shop) {
      let address = url.flatMap { ShopAddress(url: $0) }
      if let address, address.shop == shop {
        addresses.append(address)
      } else if let address = ShopAddress(of: id, in: shop) {
        addresses.append(address)
      }
    }
    add(game.id, game.url, in: game.shop)
    for (shop, id) in game.otherIds.sorted(by: { $0.key < $1.key }) where shop != game.shop {
      add(id, id, in: shop)
    }
    return addresses
  }
}
