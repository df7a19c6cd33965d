import Foundation

/// A website of a game.
struct IGDBWebsite: Decodable {
  let url: String?
  let type: IGDBReference?
  /// The former name of `type`.
  let category: IGDBReference?

  var isOfficial: Bool { (type ?? category)?.id == IGDBValues.officialWebsite }

  var address: URL? { url.flatMap { IGDBWebsite.address($0) } }

  /// Nil for a text that is not the address of a website.
  static func address(_ text: String) -> URL? {
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
      !(url.host() ?? "").isEmpty
    else { return nil }
    return url
  }
}

/// A game's id in a shop.
struct IGDBExternalGame: Decodable {
  let uid: NumberOrText?
  let url: String?
  let external_game_source: IGDBReference?
  /// The former name of `external_game_source`.
  let category: IGDBReference?

  var source: Int? { (external_game_source ?? category)?.id }

  var steamAppId: Int? {
    source == IGDBLink.steam ? uid.flatMap { Int($0.text) }.flatMap { $0 > 0 ? $0 : nil } : nil
  }
}

extension URL {
  /// The app id of a page in Steam's store.
  var steamAppId: Int? {
    let path = path().split(separator: "/")
    guard host()?.lowercased() == "store.steampowered.com", path.count > 1, path[0] == "app",
      let id = Int(path[1]), id > 0
    else { return nil }
    return id
  }

  /// The address of a game's page on itch.io, such as `https://ada.itch.io/undertow`.
  var itchPage: String? {
    guard let host = host()?.lowercased(), host.hasSuffix(".itch.io"), host != "www.itch.io",
      let name = path().split(separator: "/").first
    else { return nil }
    return "https://\(host)/\(name.lowercased())"
  }
}
