/// What a message is about, as the app's notifications name it (source document 002).
package enum NotificationKind: String, Codable, CaseIterable, Sendable {
  // In the order in which a player's messages are sent.
  case gameOnSale, gameReleased, weeklyDigest
}
