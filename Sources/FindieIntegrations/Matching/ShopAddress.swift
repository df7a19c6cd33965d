import Foundation

/// A game's page in a shop, by which records of one game are found without a guess.
enum ShopAddress: Hashable, Sendable {
  /// By app id.
  case steam(String)
  /// By host and path in lower case, such as `ada.itch.io/undertow`.
  case itch(String)

  var shop: Shop {
    switch self {
    case .steam: .steam
    case .itch: .itch
    }
  }

  /// The page of an address such as `https://store.steampowered.com/app/10/Title/` or
  /// `https://ada.itch.io/undertow?ref=x`; nil for any other address.
  init?(url text: String) {
    guard let url = URL(string: text.trimmingCharacters(in: .whitespaces)),
      let host = url.host()?.lowercased()
    else { return nil }
    let path = url.path().split(separator: "/").map { $0.lowercased() }
    if ["store.steampowered.com", "steamcommunity.com", "www.steampowered.com"].contains(host) {
      guard path.count >= 2, ["app", "games"].contains(path[0]),
        path[1].wholeMatch(of: /[1-9][0-9]{0,9}/) != nil
      else { return nil }
      self = .steam(path[1])
    } else if host.hasSuffix(".itch.io"), host != "www.itch.io", let page = path.first {
      self = .itch("\(host)/\(page)")
    } else {
      return nil
    }
  }

  /// The pages that a shop's record names, in its own shop and in others.
  static func all(of game: ShopGame) -> [ShopAddress] {
    var addresses: [ShopAddress] = []
    if game.shop == .steam { addresses.append(.steam(game.id)) }
    if game.shop == .itch, let page = game.url.flatMap({ ShopAddress(url: $0) }) {
      addresses.append(page)
    }
    for (shop, id) in game.otherIds.sorted(by: { $0.key < $1.key }) where shop != game.shop {
      if let address = ShopAddress(url: id), address.shop == shop {
        addresses.append(address)
      } else if shop == .steam, id.wholeMatch(of: /[1-9][0-9]{0,9}/) != nil {
        addresses.append(.steam(id))
      }
    }
    return addresses
  }
}
