package import FindieDomain
import FindieFiles
import FindieText
package import Foundation

/// An itch.io collection as the CSV file that a player exported. It serves as the wishlist, since
/// itch.io has none.
///
/// The columns are found by their names in the first line, in any order and case: an id (`id`,
/// `game_id`) or an address (`url`, `link`, `game_url`), and, if there is one, the time of adding
/// (`created_at`, `added_at`, `date_added`, `added`, `date`).
package struct ItchCollection: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    /// At least one of `gameId` and `address` is set.
    package let gameId: String?
    package let address: ItchGameAddress?
    package let addedAt: Timestamp?
  }

  /// In the order of the file, each game once.
  package let entries: [Entry]
  /// The numbers of the rows with neither an id nor an address, from 1 after the header.
  package let skippedRows: [Int]

  package static let maximumBytes = 8 << 20

  /// - Parameter bytes: UTF-8.
  /// - Throws: `Unreadable`.
  package init(csv bytes: [UInt8]) throws(Unreadable) {
    guard bytes.count <= Self.maximumBytes else {
      throw Unreadable(why: "it has more than \(Self.maximumBytes >> 20) MB")
    }
    let rows = try CSVRows.rows(String(decoding: bytes, as: UTF8.self))
    let names = (rows.first ?? []).map { $0.lowercased().replacing(" ", with: "_") }
    func column(_ candidates: [String]) -> Int? {
      candidates.lazy.compactMap { names.firstIndex(of: $0) }.first
    }
    let id = column(["game_id", "id"])
    let url = column(["url", "game_url", "link"])
    let time = column(["created_at", "added_at", "date_added", "added", "date"])
    guard id != nil || url != nil else {
      throw Unreadable(
        why: "the first line names no column 'id', 'game_id', 'url', 'game_url' or 'link'")
    }
    var entries: [Entry] = []
    var skipped: [Int] = []
    var seen: Set<String> = []
    for (number, row) in rows.enumerated().dropFirst() {
      func cell(_ column: Int?) -> String? {
        guard let column, row.indices.contains(column), !row[column].isEmpty else { return nil }
        return row[column]
      }
      let gameId = cell(id).flatMap { $0.wholeMatch(of: /[1-9][0-9]{0,18}/) == nil ? nil : $0 }
      let address = cell(url).flatMap { ItchGameAddress(url: $0) }
      guard let key = address?.url ?? gameId else {
        skipped.append(number)
        continue
      }
      guard seen.insert(key).inserted else { continue }
      entries.append(
        Entry(
          gameId: gameId, address: address,
          addedAt: cell(time).flatMap { Timestamp(iso8601: $0) }))
    }
    self.entries = entries
    skippedRows = skipped
  }
}

/// The collections of itch.io that players exported, `NAME.csv` each.
package struct ItchCollections: Sendable {
  /// By the player's name on itch.io in lower case.
  let byName: [String: ItchCollection]
  /// Files that cannot be read, or only in part. They are named by their position, since their
  /// names are those of players.
  let failures: [PartnerFailure]

  /// - Throws: `FileFailure` if the folder cannot be listed.
  package init(in folder: URL) throws {
    let names = try DurableFile.names(in: folder).filter { $0.lowercased().hasSuffix(".csv") }
    var byName: [String: ItchCollection] = [:]
    var failures: [PartnerFailure] = []
    for (place, name) in names.enumerated() {
      func fail(_ detail: String) {
        failures.append(
          .file(
            "file \(place + 1) of \(names.count) of --itch-collections, by name", detail: detail))
      }
      do {
        let bytes = try DurableFile.read(
          folder.appending(path: name), limit: ItchCollection.maximumBytes + 1)
        let collection = try ItchCollection(csv: bytes)
        byName[name.dropLast(".csv".count).lowercased()] = collection
        let skipped = collection.skippedRows.count
        if skipped > 0 {
          fail(
            "\(skipped.counted("row")) without an id or address of a game. No wish was removed")
        }
      } catch let failure as Unreadable {
        fail("it is skipped. " + failure.why.prefix(1).uppercased() + failure.why.dropFirst())
      } catch let failure as FileFailure {
        fail("it cannot be read: \(failure.reason)")
      }
    }
    self.byName = byName
    self.failures = failures
  }
}
