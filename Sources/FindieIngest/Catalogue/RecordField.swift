/// The fields of one kind of document that are read, each by its place in the table of keys.
///
/// A case is named as the document's key is (source document 002): its place is known to the compiler,
/// so that no field of a million records is looked up by its name.
protocol RecordField: RawRepresentable<Int>, CaseIterable, Sendable {}

extension RecordField {
  /// The document's key.
  var name: String { "\(self)" }

  static var names: [String] { allCases.map(\.name) }
}

/// The fields of one saved game of a wishlist.
enum WishlistItemField: Int, RecordField {
  case gameId, gameTitle, addedDate, priority, notifyOnRelease, notifyOnDiscount, steamAppId
  case itchioGameId, priceAtAdd
}
