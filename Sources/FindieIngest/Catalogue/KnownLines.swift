package import FindieDomain

/// The records that were read from lines before, by the hash of the line: an export has most lines
/// of the one before, and to parse a line takes ten times as long as to hash it.
///
/// The lines must have been read with the same limits and forgotten players, at no later time.
package struct KnownLines: Sendable {
  package typealias Hash = @Sendable (Span<UInt8>) -> LineHash

  private let users: Records<User>
  private let wishlists: Records<Wishlist>

  package init(
    _ users: PackedRecords<User>, _ wishlists: PackedRecords<Wishlist>, hash: @escaping Hash
  ) {
    self.users = Records(users, hash)
    self.wishlists = Records(wishlists, hash)
  }

  /// Nil for a small collection.
  func records<Record>(_ type: Record.Type) -> Records<Record>? {
    users as? Records<Record> ?? wishlists as? Records<Record>
  }

  /// The records of one collection.
  struct Records<Record: CatalogueRecord>: Sendable {
    let records: PackedRecords<Record>
    let hash: Hash
    private var indices: [LineHash: Int]

    init(_ records: PackedRecords<Record>, _ hash: @escaping Hash) {
      self.records = records
      self.hash = hash
      indices = [:]
      indices.reserveCapacity(records.count)
      for (index, place) in records.places.enumerated() where place.line != .none {
        indices[place.line] = index
      }
    }

    func index(of line: LineHash) -> Int? { indices[line] }
  }
}
