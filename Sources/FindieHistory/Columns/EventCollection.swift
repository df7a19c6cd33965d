/// A collection of dated events and the columns of its days.
package enum EventCollection: String, CaseIterable, Sendable, Codable {
  case interactions
  case analytics

  /// The columns of text, in order; each is dictionary-encoded with its own vocabulary.
  package var textColumns: [TextColumn] {
    switch self {
    case .interactions:
      [.userId, .gameId, .sessionId, .userGenrePreferences, .gameGenres, .gameTags]
    case .analytics:
      [
        .userId, .gameId, .sessionId, .userGenrePreferences, .developerId, .deviceType,
        .appVersion, .shop, .surface, .listId, .campaign,
      ]
    }
  }

  /// The columns of numbers, in order, Float32 with NaN if absent.
  package var numberColumns: [NumberColumn] {
    switch self {
    case .interactions: [.cardPosition, .viewSeconds]
    case .analytics: []
    }
  }
}

/// A column of text of a collection of events.
package enum TextColumn: String, CaseIterable, Sendable, Codable {
  /// The player: `userId` of an interaction, `anonymousUserId` of an analytics event.
  case userId
  case gameId
  case sessionId
  /// Lists are stored as one text, with the elements joined by `TextColumn.separator`.
  case userGenrePreferences
  case gameGenres
  case gameTags
  case developerId
  case deviceType
  case appVersion
  case shop
  case surface
  case listId
  /// Absent in days that were written before events had campaigns.
  case campaign

  /// U+001F, the unit separator, between the elements of a list.
  package static let separator: UInt8 = 0x1F
}

/// A column of numbers of a collection of events.
package enum NumberColumn: String, CaseIterable, Sendable, Codable {
  /// Position in the feed, from 0.
  case cardPosition
  /// Seconds spent on the card.
  case viewSeconds
}
