/// The types of analytics events that the app records (source document 002, section 7).
public enum EventType: String, Codable, CaseIterable, Sendable {
  case gameView, gameClick, gameLike, gameDislike, gameWishlist, gameShare, externalLinkClick

  /// The type's index in `allCases`: its code in the columns of the event history.
  public var code: UInt8 {
    switch self {
    case .gameView: 0
    case .gameClick: 1
    case .gameLike: 2
    case .gameDislike: 3
    case .gameWishlist: 4
    case .gameShare: 5
    case .externalLinkClick: 6
    }
  }
}
