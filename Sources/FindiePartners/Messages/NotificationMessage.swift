package import FindieDomain
import FindieWorkspace
package import Foundation

/// A message to a player, before it is put into words.
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
  /// What the player is notified about at most once, such as a game with its price.
  package let subjects: [String]
  /// Not empty.
  package let games: [GameName]
  /// The first game's price, with its currency; nil if the message is not about a price.
  package let price: String?
  /// How many percent lower that price is.
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

  /// The message with another creation time.
  package func created(at time: Timestamp) -> NotificationMessage {
    var message = self
    message.createdAt = time
    return message
  }
}

/// What a message is about, as the app's notifications name it.
package enum NotificationKind: String, Codable, CaseIterable, Sendable {
  // In the order in which a player's messages are sent.
  case gameOnSale, gameReleased, launch, weeklyDigest

  /// The `type` of the message that the app receives. For a release, the app expects another word.
  package var type: String { self == .gameReleased ? "game_release" : rawValue }
}

/// A device that receives a player's messages.
package struct Device: Hashable, Sendable {
  package let userId: String
  package let token: Secret
  package let timeZone: TimeZone
  /// Such as `de` or `de-AT`; empty for English.
  package let language: String

  /// - Parameter timeZone: an IANA name; UTC for one that is absent or unknown.
  package init(userId: String, token: String, timeZone: String?, language: String?) {
    self.userId = userId
    self.token = Secret(token)
    self.timeZone = timeZone.flatMap { TimeZone(identifier: $0) } ?? .gmt
    self.language = language ?? ""
  }

  /// Identifies the device in files without its token.
  package var id: String { String(Fingerprint(of: token.revealed).hexadecimal.prefix(32)) }
}
