/// What one field of an event must hold, and what becomes of a line that breaks it.
package struct FieldContract: Codable, Sendable, Hashable {
  /// The key in the collection's documents (source document 002).
  package let name: String
  /// Whether a line without the field breaks the contract; null and an empty text count as absent.
  package var isRequired: Bool
  package var type: FieldType
  /// What a number may be; nil for any that a column holds.
  package var range: ClosedRange<Double>?
  /// The only texts that a text, or an element of a list, may be; nil for any.
  package var values: [String]?
  package var breach: Breach
  /// What stands in a broken field's place where `breach` is `standIn`; nil leaves it absent.
  package var standIn: StandIn?

  package init(
    _ name: String, isRequired: Bool = false, _ type: FieldType,
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

  /// What a line does that breaks the contract.
  package enum Breach: String, CaseIterable, Codable, Sendable {
    /// The line goes to the quarantine.
    case reject
    /// The value is kept where its column can hold it, else it counts as absent; counted.
    case warn
    /// The field's stand-in takes its place, or nothing where it has none; counted.
    case standIn = "default"
  }

  /// A value that stands in a broken one's place.
  package enum StandIn: Codable, Sendable, Hashable {
    case text(String)
    case list([String])
    case number(Double)
  }
}

/// What a field holds.
package enum FieldType: String, CaseIterable, Codable, Sendable {
  /// A text that is not empty.
  case id
  case text
  /// An array of texts.
  case list
  /// One of 002's actions, one of its types of events.
  case action, eventType
  /// ISO 8601, an epoch number, or a Firestore timestamp.
  case timestamp
  /// A whole number.
  case integer
  case number
}

extension FieldContract {
  /// Whether the field says which event this is: it must be there and sound, whatever a file says.
  package var isIdentity: Bool {
    switch name {
    case "id", "eventId", "userId", "anonymousUserId", "gameId", "action", "eventType",
      "timestamp":
      true
    default: false
    }
  }

  /// The types that the field's column can hold; the first of them is the default's.
  package var possibleTypes: [FieldType] {
    guard !isIdentity else { return [type] }
    return switch type {
    case .text, .id: [.text, .id]
    case .integer, .number: [.integer, .number]
    case .list, .action, .eventType, .timestamp: [type]
    }
  }
}
