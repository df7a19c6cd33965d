import Foundation

/// An address inside the app, such as `findie://game/steam-105600`.
public enum DeepLink: Hashable, Sendable {
  case game(id: String)
  case profile(userId: String)
  case developer(id: String)

  private static let scheme = "findie://"

  /// The link that `text` spells, or nil where it is not one of ours.
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

  /// The link's text; ids are percent-encoded.
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
