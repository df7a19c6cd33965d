/// One field of a record: what parsing, storing, reading and digests of the catalogue need to know.
///
/// A record declares its fields once, as `Game.fields` does. To add a field, add the property and its
/// line there: the parser, the table of the store and the catalogue's digest follow.
///
/// A class: one reference is cheaper to pass for each record than six.
package final class CatalogueField<Record>: Sendable {
  /// The key in documents.
  package let name: String
  /// The column in the store.
  package let column: String
  package let type: FieldType
  /// Whether a record may lack the field.
  package let isOptional: Bool
  package let requirement: FieldRequirement
  /// The warning for a word that is not one of the type's; nil for none.
  package let unknownWord: String?
  package let value: @Sendable (Record) -> FieldValue
  /// Sets the field; false where its type has no such value.
  package let set: @Sendable (FieldValue, inout Record) -> Bool

  /// - Parameters:
  ///   - get: reads the property. A key path would take several times as long for each record.
  ///   - assign: sets the property.
  ///   - column: nil for `name`.
  ///   - type: nil for the property's own.
  @inline(__always)
  package init<Value: FieldConvertible>(
    _ name: String, _ get: @escaping @Sendable (Record) -> Value,
    _ assign: @escaping @Sendable (inout Record, Value) -> Void,
    column: String? = nil, as type: FieldType? = nil,
    _ requirement: FieldRequirement = .lenient, unknownWord: String? = nil
  ) {
    self.name = name
    self.column = column ?? name
    self.type = type ?? Value.fieldType
    self.isOptional = Value.isOptional
    self.requirement = requirement
    self.unknownWord = unknownWord
    value = { get($0).fieldValue }
    set = { value, record in
      guard let value = Value(fieldValue: value) else { return false }
      assign(&record, value)
      return true
    }
  }
}

/// What happens to a document whose field cannot be read.
package enum FieldRequirement: Sendable {
  /// The field has its default value, and the record a warning.
  case lenient
  /// The document is rejected.
  case valid
  /// The document is rejected, also where it lacks the field.
  case present
}

/// A value that is declared by its fields: a record of the catalogue, or a part of one.
package protocol FieldRecord: Sendable {
  /// In the order of the store's columns.
  static var fields: [CatalogueField<Self>] { get }
}
