package import FindieDomain

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
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let words = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    return parts.dropFirst() == ["findie"] && words.count == 4 && isHexadecimal(words[3])
      && Day(words[..<3].joined(separator: "-")) != nil
  }

  /// Whether a name is that of a file of the index of ids: `analytics-3f2a.ids`.
  static func isIdFile(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let words = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    return parts.dropFirst() == ["ids"] && words.count == 2 && isHexadecimal(words[1])
      && EventCollection(rawValue: String(words[0])) != nil
  }

  /// Whether a name is that of a file of a staging: `interactions-0-2016-09-18`,
  /// `analytics-3f2a.merged`.
  static func isStagedFile(_ name: String) -> Bool {
    if name == stagedForgottenName { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let words = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    return parts.count <= 2 && (parts.count == 1 || suffixes.contains(parts[1]))
      && EventCollection(rawValue: String(words[0])) != nil
      && words.dropFirst().allSatisfy(isHexadecimal)
  }

  static let forgottenPrefix = "forgotten-"
  /// The name of new counts in a staging.
  static let stagedForgottenName = "forgotten"

  /// Whether a name is that of a file of counts of forgotten players' events:
  /// `forgotten-3f2a.json`.
  static func isForgottenFile(_ name: String) -> Bool {
    name.hasPrefix(forgottenPrefix) && name.hasSuffix(".json")
      && isHexadecimal(name.dropFirst(forgottenPrefix.count).dropLast(".json".count))
  }

  private static let suffixes: Set<Substring> = ["ids", "index", "merged", "without"]

  private static func isHexadecimal(_ text: some StringProtocol) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}

/// Events in columns: row i of every column is one event.
///
/// ```swift
/// let events = try history.events(.interactions, before: day)
/// let games = events[.gameId]
/// for row in 0..<events.count where events.actions[row] == .like {
///   likes[Int(games.codes[row])] += 1
/// }
/// ```
///
/// - Invariant: all columns have `count` elements.
package struct EventTable: Sendable {
  package let collection: EventCollection

  /// The code of a `SwipeAction` or of an `EventType`.
  package var kinds: [UInt8] = []
  /// Milliseconds since 1970.
  package var milliseconds: [Int64] = []
  private var texts: [TextColumn: CodedText] = [:]
  private var numbers: [NumberColumn: [Float]] = [:]

  package init(_ collection: EventCollection) {
    self.init(collection, texts: collection.textColumns, numbers: collection.numberColumns)
  }

  /// - Parameters:
  ///   - textColumns: those of the collection's columns that the table has.
  ///   - numberColumns: likewise.
  init(
    _ collection: EventCollection, texts textColumns: [TextColumn],
    numbers numberColumns: [NumberColumn]
  ) {
    self.collection = collection
    for column in textColumns { texts[column] = CodedText() }
    for column in numberColumns { numbers[column] = [] }
  }

  /// The columns of text that the table has, in their order.
  var textColumns: [TextColumn] { collection.textColumns.filter { texts[$0] != nil } }

  /// The columns of numbers that the table has, in their order.
  var numberColumns: [NumberColumn] { collection.numberColumns.filter { numbers[$0] != nil } }

  /// Reserves room for rows, so that no column is copied when it grows.
  mutating func reserve(_ rows: Int) {
    kinds.reserveCapacity(rows)
    milliseconds.reserveCapacity(rows)
    for column in texts.keys { texts[column]?.codes.reserveCapacity(rows) }
    for column in numbers.keys { numbers[column]?.reserveCapacity(rows) }
  }

  /// Removes the rows; the vocabularies stay.
  mutating func removeRows() {
    kinds.removeAll(keepingCapacity: true)
    milliseconds.removeAll(keepingCapacity: true)
    for column in texts.keys { texts[column]?.codes.removeAll(keepingCapacity: true) }
    for column in numbers.keys { numbers[column]?.removeAll(keepingCapacity: true) }
  }

  package var count: Int { kinds.count }

  /// The column of text.
  /// - Precondition: the table has that column.
  package subscript(column: TextColumn) -> CodedText {
    get {
      guard let text = texts[column] else {
        preconditionFailure("\(column.rawValue) of \(collection.rawValue) was not read")
      }
      return text
    }
    _modify { yield &texts[column, default: CodedText()] }
  }

  /// The column of numbers, NaN if absent.
  /// - Precondition: the table has that column.
  package subscript(column: NumberColumn) -> [Float] {
    get {
      guard let values = numbers[column] else {
        preconditionFailure("\(column.rawValue) of \(collection.rawValue) was not read")
      }
      return values
    }
    _modify { yield &numbers[column, default: []] }
  }

  package func day(_ row: Int) -> Day { Timestamp(milliseconds: milliseconds[row]).day }

  /// The action of an interaction.
  /// - Precondition: the collection is `interactions`.
  package func action(_ row: Int) -> SwipeAction {
    precondition(collection == .interactions, "\(collection.rawValue) has no actions")
    return SwipeAction.allCases[Int(kinds[row])]
  }

  /// The type of an analytics event.
  /// - Precondition: the collection is `analytics`.
  package func eventType(_ row: Int) -> EventType {
    precondition(collection == .analytics, "\(collection.rawValue) has no event types")
    return EventType.allCases[Int(kinds[row])]
  }
}

/// A column of text: one code per row, into a vocabulary.
package struct CodedText: Sendable {
  package var vocabulary = Vocabulary()
  package var codes: [UInt32] = []

  package init() {}

  package mutating func append(_ text: Span<UInt8>) {
    codes.append(vocabulary.code(of: text))
  }

  package func text(_ row: Int) -> String { vocabulary.text(codes[row]) }
}
