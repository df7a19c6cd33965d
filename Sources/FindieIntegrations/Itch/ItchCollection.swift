package import FindieDomain

/// A collection of itch.io as the CSV file that a player exported: their wishlist, since itch.io has none.
///
/// The columns are found by their names in the first line, in any order and case: an id (`id`,
/// `game_id`) or an address (`url`, `link`, `game_url`), and, if there is one, the title (`title`, `name`,
/// `game`) and the time of adding (`created_at`, `added_at`, `date_added`, `added`, `date`).
package struct ItchCollection: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    /// At least one of `gameId` and `address` is there.
    package let gameId: String?
    package let address: ItchGameAddress?
    package let title: String?
    package let addedAt: Timestamp?
  }

  /// In the order of the file, each game once.
  package let entries: [Entry]
  /// The numbers of the rows with neither an id nor an address, from 1 after the header.
  package let skippedRows: [Int]

  package static let maximumBytes = 8 << 20

  /// - Parameter bytes: UTF-8.
  /// - Throws: `ItchCollectionFailure`.
  package init(csv bytes: [UInt8]) throws(ItchCollectionFailure) {
    guard bytes.count <= ItchCollection.maximumBytes else { throw .tooLarge }
    let rows: [[String]]
    do throws(CSVRows.OpenQuote) {
      rows = try CSVRows.rows(String(decoding: bytes, as: UTF8.self))
    } catch {
      throw .openQuote(line: error.line)
    }
    let names = (rows.first ?? []).map { $0.lowercased().replacing(" ", with: "_") }
    func column(_ candidates: [String]) -> Int? {
      candidates.lazy.compactMap { names.firstIndex(of: $0) }.first
    }
    let id = column(["game_id", "id"])
    let url = column(["url", "game_url", "link"])
    let title = column(["title", "name", "game"])
    let time = column(["created_at", "added_at", "date_added", "added", "date"])
    guard id != nil || url != nil else { throw .noColumn }
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
          gameId: gameId, address: address, title: cell(title),
          addedAt: cell(time).flatMap { Timestamp(iso8601: $0) }))
    }
    self.entries = entries
    skippedRows = skipped
  }
}

/// Why a file is no collection.
package enum ItchCollectionFailure: Error, Hashable, CustomStringConvertible {
  case noColumn
  case tooLarge
  /// A quote that is not closed.
  case openQuote(line: Int)

  package var description: String {
    switch self {
    case .noColumn: "The first line names no column 'id', 'game_id', 'url', 'game_url' or 'link'."
    case .tooLarge: "It has more than \(ItchCollection.maximumBytes >> 20) MB."
    case .openQuote(let line): "The quote that begins in line \(line) is not closed."
    }
  }
}
