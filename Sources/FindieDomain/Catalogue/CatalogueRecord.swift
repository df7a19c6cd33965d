/// A record of the catalogue. It has an id, and a time by which its versions are ordered.
package protocol CatalogueRecord: FieldRecord, Identifiable, Hashable where ID == String {
  /// A record that a list inside this one holds, such as an item of a wishlist.
  associatedtype Part: CataloguePart = NoPart

  /// The record of `id` with every field at its default.
  init(defaultsOf id: String)

  /// When the record was last changed. Among tonight's records nil counts as older than any time.
  var lastChanged: Timestamp? { get }

  var parts: [Part] { get set }

  /// The record with those of its values in their usual form that more than one field determines.
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
  /// without a time does: an export that has no times any more must still change what is stored.
  package func replacesStored(of time: Timestamp?) -> Bool {
    guard let time, let lastChanged else { return true }
    return lastChanged >= time
  }

  package func forgetting(_ isForgotten: (String) -> Bool) -> Self? { self }

  package var normalized: Self { self }
}
