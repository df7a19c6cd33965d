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
        .appVersion, .shop, .surface, .listId, .campaign, .country,
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
  /// The code of ISO 3166-1. Absent in days that were written before events had countries.
  case country

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

// The names of the files that a history writes. Only such files are removed.

extension EventCollection {
  /// Whether a name is that of a day's file of any checksum: `2016-09-18-3f2a.findie`.
  static func isDayFile(_ name: some StringProtocol) -> Bool {
    String(name).wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9a-f]+\.findie/) != nil
  }

  /// Whether a name is that of a file of the index of ids: `analytics-3f2a.ids`.
  static func isIdFile(_ name: String) -> Bool {
    name.wholeMatch(of: /(?:interactions|analytics)-[0-9a-f]+\.ids/) != nil
  }

  /// Whether a name is that of a file of a staging: `interactions-0-2016-09-18`,
  /// `analytics-3f2a.merged`.
  static func isStagedFile(_ name: String) -> Bool {
    if name == stagedForgottenName { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let words = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    return parts.count <= 2
      && (parts.count == 1 || ["ids", "index", "merged", "without"].contains(parts[1]))
      && EventCollection(rawValue: String(words[0])) != nil
      && words.dropFirst().allSatisfy { word in
        !word.isEmpty
          && word.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
      }
  }

  static let forgottenPrefix = "forgotten-"
  /// The name of new counts in a staging.
  static let stagedForgottenName = "forgotten"

  /// Whether a name is that of a file of counts of forgotten players' events:
  /// `forgotten-3f2a.json`.
  static func isForgottenFile(_ name: String) -> Bool {
    name.wholeMatch(of: /forgotten-[0-9a-f]+\.json/) != nil
  }
}
