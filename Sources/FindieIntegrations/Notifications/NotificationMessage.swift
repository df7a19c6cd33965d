import FindieBatch
package import FindieDomain

/// A message to a player, before it is put in words.
package struct NotificationMessage: Codable, Hashable, Sendable {
  package struct GameName: Codable, Hashable, Sendable {
    package let id: String
    package let title: String

    package init(id: String, title: String) {
      (self.id, self.title) = (id, title)
    }
  }

  /// The same for the same kind, player and subjects.
  package let id: String
  package let userId: String
  package let kind: NotificationKind
  /// What a player is notified of at most once, such as a game with its price.
  package let subjects: [String]
  /// Not empty.
  package let games: [GameName]
  /// Of the first game, with its currency; nil if the message is not about a price.
  package let price: String?
  /// By how many percent that price is lower.
  package let percent: Int?
  package private(set) var createdAt: Timestamp

  package init(
    to userId: String, _ kind: NotificationKind, subjects: [String], games: [GameName],
    price: String? = nil, percent: Int? = nil, createdAt: Timestamp
  ) {
    id = String(
      Fingerprint(of: canonicalJSON([kind.rawValue, userId] + subjects)).hexadecimal.prefix(32))
    self.userId = userId
    self.kind = kind
    self.subjects = subjects
    self.games = games
    self.price = price
    self.percent = percent
    self.createdAt = createdAt
  }

  /// The message with another time at which it was new.
  package func created(at time: Timestamp) -> NotificationMessage {
    var message = self
    message.createdAt = time
    return message
  }
}
