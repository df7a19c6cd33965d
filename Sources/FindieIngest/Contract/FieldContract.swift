import FindieDomain
import FindieHistory

/// The requirements of one field of an event, and the effect of a violation.
package struct FieldContract: Codable, Sendable, Hashable {
  /// The key in the collection's documents.
  package let name: String
  /// Whether the field is required; null and an empty text count as absent.
  package var isRequired: Bool
  package var type: EventFieldType
  /// The range of a number; nil for any that Float32 represents.
  package var range: ClosedRange<Double>?
  /// The allowed values of a text, or of the elements of a list; nil for any.
  package var values: [String]?
  package var breach: Breach
  /// The value that replaces an invalid one if `breach` is `standIn`; nil leaves the field absent.
  package var standIn: StandIn?

  package init(
    _ name: String, isRequired: Bool = false, _ type: EventFieldType,
    range: ClosedRange<Double>? = nil, values: [String]? = nil, breach: Breach = .reject,
    standIn: StandIn? = nil
  ) {
    self.name = name
    self.isRequired = isRequired
    self.type = type
    self.range = range
    self.values = values
    self.breach = breach
    self.standIn = standIn
  }

  /// The effect of a violation.
  package enum Breach: String, CaseIterable, Codable, Sendable {
    /// The line is rejected.
    case reject
    /// The value is stored if its column can hold it, else the field counts as absent; counted.
    case warn
    /// The field's default replaces the value; without one, the field counts as absent; counted.
    case standIn = "default"
  }

  /// A value that replaces an invalid one.
  package enum StandIn: Codable, Sendable, Hashable {
    case text(String)
    case list([String])
    case number(Double)
  }
}

/// The type of a field of an event.
package enum EventFieldType: String, CaseIterable, Codable, Sendable {
  /// A text that is not empty.
  case id
  case text
  /// A code of ISO 3166-1 in any case, or a country's English name; stored as the code.
  case country
  /// An array of texts.
  case list
  /// A `SwipeAction`, or an `EventType`.
  case action, eventType
  /// ISO 8601, an epoch number, or a Firestore timestamp.
  case timestamp
  /// A whole number.
  case integer
  case number
}

extension FieldContract {
  /// Whether the field identifies the event: it is always required, and a violation always rejects
  /// the line.
  package var isIdentity: Bool {
    switch name {
    case "id", "eventId", "userId", "anonymousUserId", "gameId", "action", "eventType",
      "timestamp":
      true
    default: false
    }
  }

  /// The types that the field's column can hold; the first is the default.
  package var possibleTypes: [EventFieldType] {
    guard !isIdentity else { return [type] }
    return switch type {
    case .text, .id: [.text, .id]
    case .integer, .number: [.integer, .number]
    case .country, .list, .action, .eventType, .timestamp: [type]
    }
  }
}

/// The texts that a contract allows in a field.
struct AllowedTexts {
  private var texts = Vocabulary()

  init(_ values: [String]) {
    for value in values { _ = texts.code(of: value.utf8.span) }
  }

  /// The index of a text among the values; nil if it is not one of them.
  func code(of text: Span<UInt8>) -> UInt32? { texts.existingCode(of: text) }

  func contains(_ text: Span<UInt8>) -> Bool { texts.existingCode(of: text) != nil }

  /// Whether every element of a joined list is allowed.
  func containsElements(of joined: Span<UInt8>) -> Bool {
    guard !joined.isEmpty else { return true }
    var start = 0
    for index in 0..<joined.count where joined[index] == TextColumn.separator {
      guard contains(joined.extracting(start..<index)) else { return false }
      start = index + 1
    }
    return contains(joined.extracting(start..<joined.count))
  }
}

/// The texts that stand for a country, with their codes.
enum CountryCode {
  private static let words = Country.codes.sorted { $0.key < $1.key }
  private static let texts = AllowedTexts(words.map(\.key))
  private static let codes = words.map { Array($0.value.utf8) }

  /// The code of a country; nil for other texts.
  static func of(_ text: Span<UInt8>) -> [UInt8]? {
    texts.code(of: text).map { codes[Int($0)] }
  }
}

extension FieldContract {
  /// The default of a column of text as it is stored: a list's elements joined, without empty ones.
  var standInBytes: [UInt8] {
    switch standIn {
    case .text(let text): Array(text.utf8)
    case .list(let texts):
      Array(
        texts.filter { !$0.isEmpty }.map { Array($0.utf8) }
          .joined(separator: [TextColumn.separator]))
    case .number, nil: []
    }
  }
}
