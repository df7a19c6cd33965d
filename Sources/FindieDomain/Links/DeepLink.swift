/// A page of the app, and its link, such as `findie://game/steam-105600`.
///
/// ```swift
/// DeepLink("findie://game/steam-105600")              // .game(id: "steam-105600")
/// DeepLink("https://findie.app/game/42?utm_source=x") // .game(id: "42")
/// DeepLink.developer(id: "a/b").text                  // "findie://developer/a%2Fb"
/// ```
///
/// ``SharedLink`` has the other forms of links, and their campaigns.
public enum DeepLink: Hashable, Sendable {
  /// The page of a game.
  case game(id: String)
  /// The page of a player.
  case profile(userId: String)
  /// The page of a developer.
  case developer(id: String)

  /// Parses a link of any form. Nil if `text` is not a link to one of these pages.
  public init?(_ text: String) {
    guard let link = SharedLink(text) else { return nil }
    self = link.page
  }

  /// The link as text. Ids are percent-encoded.
  public var text: String { SharedLink(page: self).text(in: .app) }

  init?(kind: String, id: String) {
    guard LinkParts.isText(id) else { return nil }
    switch kind {
    case "game": self = .game(id: id)
    case "profile": self = .profile(userId: id)
    case "developer": self = .developer(id: id)
    default: return nil
    }
  }

  /// The kind and the encoded id.
  var path: String {
    switch self {
    case .game(let id): "game/" + LinkParts.encoded(id)
    case .profile(let id): "profile/" + LinkParts.encoded(id)
    case .developer(let id): "developer/" + LinkParts.encoded(id)
    }
  }
}
