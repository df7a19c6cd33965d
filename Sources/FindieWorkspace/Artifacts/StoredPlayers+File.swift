import FindieDomain
package import FindieFiles
package import FindieStore
package import Foundation

extension StoredPlayers {
  private static let formatVersion = 1

  /// The packed fields, by position.
  private static let layout = Fingerprint(
    of: [names(User.fields), names(Wishlist.fields), names(WishlistItem.fields)]
      .joined(separator: "\n"))

  private static func names<Record>(_ fields: [CatalogueField<Record>]) -> String {
    fields.map { "\($0.name) \($0.type)" }.joined(separator: "\n")
  }

  /// The users and wishlists in a file.
  ///
  /// - Parameter checksum: that `write` returned.
  /// - Returns: nil if the file is missing or damaged, or has others.
  package init?(_ file: URL, checksum: Fingerprint) throws(FileFailure) {
    guard ArtifactReader.header(of: file)?.checksum == checksum else { return nil }
    do {
      let reader = try ArtifactReader(file)
      guard reader.header.formatVersion == Self.formatVersion,
        reader.header.fingerprint == Self.layout
      else { return nil }
      self.init(
        users: try reader.records("users"), wishlists: try reader.records("wishlists"))
    } catch let failure as FileFailure {
      throw failure
    } catch {
      return nil
    }
  }

  /// - Returns: the checksum of the data.
  package func write(to file: URL) throws(FileFailure) -> Fingerprint {
    var writer = ArtifactWriter()
    writer.put("users", users)
    writer.put("wishlists", wishlists)
    let (header, pieces) = writer.file(
      stage: Workspace.storedPlayersName, fingerprint: Self.layout,
      formatVersion: Self.formatVersion,
      summary: .empty)
    try DurableFile.write(pieces: pieces, to: file)
    return header.checksum
  }

  /// Whether the records and the lines that they were read from are the same.
  package func isIdentical(to other: StoredPlayers) -> Bool {
    users.isIdentical(to: other.users) && wishlists.isIdentical(to: other.wishlists)
  }

  /// The same records in little memory.
  package var compact: StoredPlayers {
    StoredPlayers(users: users.compact, wishlists: wishlists.compact)
  }

  /// The same records without the lines that they were read from.
  package var withoutLines: StoredPlayers {
    StoredPlayers(users: users.withoutLines, wishlists: wishlists.withoutLines)
  }
}

extension ArtifactWriter {
  fileprivate mutating func put<Record>(_ name: String, _ records: PackedRecords<Record>) {
    let records = records.compact
    put(name, bytes: records.buffers.first ?? [])
    put(name + "Places", records.places)
  }
}

extension ArtifactReader {
  fileprivate func records<Record>(
    _ name: String
  ) throws(ArtifactDamage) -> PackedRecords<Record> {
    let bytes: [UInt8] = try numbers(name)
    release()
    return PackedRecords(bytes: bytes, places: try numbers(name + "Places"))
  }
}
