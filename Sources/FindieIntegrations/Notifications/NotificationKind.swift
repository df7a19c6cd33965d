/// What a message is about, as the app's notifications name it (source document 002).
package enum NotificationKind: String, Codable, CaseIterable, Sendable {
  // In the order in which a player's messages are sent.
  case gameOnSale, gameReleased, weeklyDigest

  /// The `type` of the message that the app receives. Source document 000 names that of a release; the others have
  /// the app's names.
  package var type: String { self == .gameReleased ? "game_release" : rawValue }
}
