package import FindieDomain

/// What the events and parameters of Google Analytics' export mean.
///
/// The defaults are those of the app.
package struct GA4Mapping: Codable, Sendable, Hashable {
  /// What an event is.
  package enum Meaning: Codable, Sendable, Hashable {
    case type(EventType)
    /// The value of the parameter `action` says it.
    case action
    case ignored
  }

  /// By the event's name. Others are ignored.
  package var events: [String: Meaning] = [
    "view_item": .type(.gameView), "like_game": .type(.gameLike),
    "add_to_wishlist": .type(.gameWishlist), "share": .type(.gameShare), "swipe_action": .action,
  ]
  /// By the value of the parameter `action`.
  package var actions: [String: EventType] = [
    "like": .gameLike, "superLike": .gameLike, "dislike": .gameDislike,
    "wishlist": .gameWishlist, "share": .gameShare, "viewDetails": .gameClick, "skip": .gameView,
  ]
  /// The parameters that a field is read from: the first that an event has counts. `gameId` is read
  /// from them only if no item names a game.
  ///
  /// - Invariant: the keys are `fields`.
  package var parameters: [String: [String]] = Dictionary(
    uniqueKeysWithValues: Self.fields.map { ($0, Self.defaultParameters[$0] ?? []) })

  package init() {}

  /// The fields of an analytics event that parameters may fill, and `action`.
  package static let fields = [
    "gameId", "action", "sessionId", "developerId", "shop", "surface", "listId", "campaign",
  ]

  private static let defaultParameters = [
    "gameId": ["item_id", "game_id"], "action": ["action"], "sessionId": ["ga_session_id"],
  ]

  /// The parser can search for at most 64 parameters.
  package static let maximumParameters = 64 / fields.count
}
