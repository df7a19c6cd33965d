/// The requirements of one field of an event, and the effect of a violation.
package struct FieldContract: Codable, Sendable, Hashable {
  /// The key in the collection's documents (source document 002).
  package let name: String
  /// Whether the field is required; null and an empty text count as absent.
  package var isRequired: Bool
  package var type: FieldType
  /// The range of a number; nil for any that Float32 represents.
  package var range: ClosedRange<Double>?
  /// The allowed values of a text, or of the elements of a list; nil for any.
  package var values: [String]?
  package var breach: Breach
  /// The value that replaces an invalid one if `breach` is `standIn`; nil leaves the field absent.
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

  /// The effect of a violation.
  package enum Breach: String, CaseIterable, Codable, Sendable {
    /// The line is rejected.
    case reject
    /// The value is stored if its column can hold it, else the field counts as absent; counted.
    case warn
    /// The field's default replaces the value, or the field counts as absent if it has none;
    /// counted.
    case standIn = "default"
  }

  /// A value that replaces an invalid one.
  package enum StandIn: Codable, Sendable, Hashable {
    case text(String)
    case list([String])
    case number(Double)
  }
}

/// The type of a field.
package enum FieldType: String, CaseIterable, Codable, Sendable {
  /// A text that is not empty.
  case id
  case text
  /// An array of texts.
  case list
  /// An action or an event type of source document 002.
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
  package var possibleTypes: [FieldType] {
    guard !isIdentity else { return [type] }
    return switch type {
    case .text, .id: [.text, .id]
    case .integer, .number: [.integer, .number]
    case .list, .action, .eventType, .timestamp: [type]
    }
  }
}
