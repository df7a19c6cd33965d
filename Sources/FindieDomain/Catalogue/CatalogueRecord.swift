/// A record of the catalogue. It has an id, and a time by which its versions are ordered.
package protocol CatalogueRecord: FieldRecord, Identifiable, Hashable where ID == String {
  /// A record that a list inside this one holds, such as an item of a wishlist.
  associatedtype Part: CataloguePart = NoPart

  /// The record of `id` with every field at its default.
  init(defaultsOf id: String)

  /// When the record was last changed. Among tonight's records nil counts as older than any time.
  var lastChanged: Timestamp? { get }

  var parts: [Part] { get set }

  /// The record with values that depend on several fields brought into their usual form.
  var normalized: Self { get }

  /// The record without references to the players for whom `isForgotten` is true, given their ids.
  /// Nil if the record itself belongs to one of them.
  func forgetting(_ isForgotten: (String) -> Bool) -> Self?
}

/// A record inside another one, stored in a table of its own.
package protocol CataloguePart: FieldRecord, Hashable {
  /// The part with every field at its default.
  init()
}

/// The part of a record that has none.
package struct NoPart: CataloguePart {
  package static var fields: [CatalogueField<NoPart>] { [] }
  package init() {}
}

extension CatalogueRecord where Part == NoPart {
  package var parts: [NoPart] {
    get { [] }
    set {}
  }
}

extension CatalogueRecord {
  /// Whether this record, read later in the same night, replaces `other`, which has the same id.
  package func replaces(_ other: Self) -> Bool {
    lastChanged == nil ? other.lastChanged == nil : replacesStored(of: other.lastChanged)
  }

  /// Whether this record, read tonight, replaces a stored one that was changed at `time`. A record
  /// without a time does: an export that no longer has times must still update the store.
  package func replacesStored(of time: Timestamp?) -> Bool {
    guard let time, let lastChanged else { return true }
    return lastChanged >= time
  }

  package func forgetting(_ isForgotten: (String) -> Bool) -> Self? { self }

  package var normalized: Self { self }
}

/// One field of a record: what parsing, storing, reading and digests of the catalogue need to know.
///
/// A record declares its fields once, as `Game.fields` does. To add a field, add the property and
/// its line there: the parser, the table of the store and the catalogue's digest follow.
///
/// A class: one reference is cheaper to pass for each record than six.
package final class CatalogueField<Record>: Sendable {
  /// The key in documents.
  package let name: String
  /// The column in the store.
  package let column: String
  package let type: CatalogueFieldType
  /// Whether a record may lack the field.
  package let isOptional: Bool
  package let requirement: FieldRequirement
  /// Whether a record without the field has the digest that it had before the field existed.
  package let isAddition: Bool
  /// The warning for a word that the type does not have; nil for no warning.
  package let unknownWord: String?
  package let value: @Sendable (Record) -> FieldValue
  /// Sets the field; returns false if its type has no such value.
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
    column: String? = nil, as type: CatalogueFieldType? = nil,
    _ requirement: FieldRequirement = .lenient, isAddition: Bool = false,
    unknownWord: String? = nil
  ) {
    self.name = name
    self.column = column ?? name
    self.type = type ?? Value.fieldType
    self.isOptional = Value.isOptional
    self.requirement = requirement
    self.isAddition = isAddition
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
  /// The document is rejected, even if the field is only missing.
  case present
}

/// A value that declares its fields: a record of the catalogue, or a part of one.
package protocol FieldRecord: Sendable {
  /// In the order of the store's columns.
  static var fields: [CatalogueField<Self>] { get }
}
