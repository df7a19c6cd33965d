package import Foundation

/// The value of one field, in the form that documents, the store and digests share.
package enum FieldValue: Sendable {
  case absent
  case text(String)
  case flag(Bool)
  case number(Int)
  case time(Timestamp)
  case decimal(Decimal)
  case texts([String])
}

/// The type of a field's values.
package enum CatalogueFieldType: Sendable {
  /// The id of a record: text that is not empty.
  case id
  case text
  /// An ISO code, such as a currency: upper case, without blanks around it.
  case code
  case flag
  case number
  /// A number that is not negative.
  case count
  case time
  case decimal
  case texts
  /// One of these words.
  case word([String])
  /// Any of these words, in order.
  case words([String])
  /// A list of numbers, as text: see `ModelVector`.
  case vector
}

extension CatalogueFieldType {
  /// The word of this type that a text matches, ignoring case, hyphens, underscores, dots and
  /// blanks: `Early Access` and `early_access` are `earlyAccess`. Nil if none matches.
  package func word(_ text: String) -> String? {
    switch self {
    case .word(let words), .words(let words):
      if words.contains(text) { return text }
      let key = Self.key(of: text)
      return words.first { Self.key(of: $0) == key }
    case .id, .text, .code, .flag, .number, .count, .time, .decimal, .texts, .vector: return nil
    }
  }

  private static func key(of text: String) -> String {
    text.lowercased().filter { !"_-. ".contains($0) }
  }
}

/// The type of a property that can be a field of a catalogue record.
package protocol FieldConvertible: Sendable {
  static var fieldType: CatalogueFieldType { get }
  /// Whether `absent` is a value of the type.
  static var isOptional: Bool { get }
  var fieldValue: FieldValue { get }

  /// Fails if the type has no such value.
  init?(fieldValue: FieldValue)
}

extension FieldConvertible {
  package static var isOptional: Bool { false }
}

/// A field type that is a single text, and that can form lists.
package protocol FieldText: FieldConvertible {
  var fieldText: String { get }
  init?(fieldText: String)
}

extension FieldText {
  package var fieldValue: FieldValue { .text(fieldText) }

  package init?(fieldValue: FieldValue) {
    guard case .text(let text) = fieldValue else { return nil }
    self.init(fieldText: text)
  }
}

/// An enumeration whose cases documents and the store name by their raw values.
package protocol FieldWord: FieldText, RawRepresentable<String>, CaseIterable {}

extension FieldWord {
  package static var fieldType: CatalogueFieldType { .word(allCases.map { $0.rawValue }) }
  package var fieldText: String { rawValue }
  package init?(fieldText: String) { self.init(rawValue: fieldText) }
}

extension String: FieldText {
  package static var fieldType: CatalogueFieldType { .text }
  package var fieldText: String { self }
  package init?(fieldText: String) { self = fieldText }
}

extension Bool: FieldConvertible {
  package static var fieldType: CatalogueFieldType { .flag }
  package var fieldValue: FieldValue { .flag(self) }

  package init?(fieldValue: FieldValue) {
    guard case .flag(let flag) = fieldValue else { return nil }
    self = flag
  }
}

extension Int: FieldConvertible {
  package static var fieldType: CatalogueFieldType { .number }
  package var fieldValue: FieldValue { .number(self) }

  package init?(fieldValue: FieldValue) {
    guard case .number(let number) = fieldValue else { return nil }
    self = number
  }
}

extension Timestamp: FieldConvertible {
  package static var fieldType: CatalogueFieldType { .time }
  package var fieldValue: FieldValue { .time(self) }

  package init?(fieldValue: FieldValue) {
    guard case .time(let time) = fieldValue else { return nil }
    self = time
  }
}

extension Decimal: FieldConvertible {
  package static var fieldType: CatalogueFieldType { .decimal }
  package var fieldValue: FieldValue { .decimal(self) }

  package init?(fieldValue: FieldValue) {
    guard case .decimal(let decimal) = fieldValue else { return nil }
    self = decimal
  }
}

extension Day: FieldText {
  package static var fieldType: CatalogueFieldType { .text }
  package var fieldText: String { description }
  package init?(fieldText: String) { self.init(fieldText) }
}

extension Optional: FieldConvertible where Wrapped: FieldConvertible {
  package static var fieldType: CatalogueFieldType { Wrapped.fieldType }
  package static var isOptional: Bool { true }
  package var fieldValue: FieldValue { self?.fieldValue ?? .absent }

  package init?(fieldValue: FieldValue) {
    if case .absent = fieldValue {
      self = .none
    } else if let wrapped = Wrapped(fieldValue: fieldValue) {
      self = .some(wrapped)
    } else {
      return nil
    }
  }
}

extension Array: FieldConvertible where Element: FieldText {
  package static var fieldType: CatalogueFieldType {
    if case .word(let words) = Element.fieldType { .words(words) } else { .texts }
  }

  package var fieldValue: FieldValue { .texts(map { $0.fieldText }) }

  package init?(fieldValue: FieldValue) {
    guard case .texts(let texts) = fieldValue else { return nil }
    self = []
    reserveCapacity(texts.count)
    for text in texts {
      guard let element = Element(fieldText: text) else { return nil }
      append(element)
    }
  }
}
