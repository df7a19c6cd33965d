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

/// The 64-bit id of an individual Steam account, such as 76561197960287930.
package struct SteamId: Hashable, Sendable {
  package let text: String

  /// Nil if the text is not such an id.
  ///
  /// Source: Valve's documentation of SteamID: universe 1, type 1 (individual), instance 1.
  package init?(_ text: String) {
    let firstAccount: UInt64 = 0x0110_0001_0000_0000
    guard let number = UInt64(text), number >> 32 == firstAccount >> 32, number > firstAccount,
      "\(number)" == text
    else { return nil }
    self.text = text
  }

  /// The text if it is a Steam app id, such as 413150; else nil.
  static func appId(_ text: String) -> String? {
    text.wholeMatch(of: /[1-9][0-9]{0,9}/) == nil ? nil : text
  }
}

/// The name of a user of itch.io, as in the host `name.itch.io`.
package struct ItchName: Hashable, Sendable {
  package let text: String

  /// Nil for a text that cannot be a name, and for hosts of itch.io itself.
  package init?(_ text: String) {
    guard text.wholeMatch(of: /[a-z0-9_-]{1,63}/) != nil, !text.hasPrefix("-"),
      !text.hasSuffix("-"), !Self.hosts.contains(text)
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
