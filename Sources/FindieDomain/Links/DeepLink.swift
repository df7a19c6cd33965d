import Foundation

/// A link to a page of the app, such as `findie://game/steam-105600`.
///
/// ```swift
/// DeepLink("findie://game/steam-105600")   // .game(id: "steam-105600")
/// DeepLink.developer(id: "a/b").text       // "findie://developer/a%2Fb"
/// ```
public enum DeepLink: Hashable, Sendable {
  /// The page of a game.
  case game(id: String)
  /// The page of a player.
  case profile(userId: String)
  /// The page of a developer.
  case developer(id: String)

  private static let scheme = "findie://"

  /// Parses a link. Nil if `text` is not a link to one of these pages.
  public init?(_ text: String) {
    guard text.hasPrefix(DeepLink.scheme) else { return nil }
    let parts = text.dropFirst(DeepLink.scheme.count)
      .split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let id = String(parts[1]).removingPercentEncoding, !id.isEmpty else {
      return nil
    }
    switch parts[0] {
    case "game": self = .game(id: id)
    case "profile": self = .profile(userId: id)
    case "developer": self = .developer(id: id)
    default: return nil
    }
  }

  /// The link as text. Ids are percent-encoded.
  public var text: String {
    switch self {
    case .game(let id): DeepLink.scheme + "game/" + DeepLink.encoded(id)
    case .profile(let id): DeepLink.scheme + "profile/" + DeepLink.encoded(id)
    case .developer(let id): DeepLink.scheme + "developer/" + DeepLink.encoded(id)
    }
  }

  private static func encoded(_ id: String) -> String {
    var unreserved = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\0"..."~"))
    unreserved.insert(charactersIn: "-._~")
    return id.addingPercentEncoding(withAllowedCharacters: unreserved) ?? id
  }
}
