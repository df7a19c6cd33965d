import FindieFiles
import FindieStore
import FindieText
package import FindieWorkspace
package import Foundation

/// A file of a published night compared with the file of the reproduced night.
package struct FileComparison: Codable, Sendable, Equatable {
  /// The first difference between two files.
  package struct Difference: Codable, Sendable, Equatable {
    /// From 1; in a store, the row of `table`.
    package let line: Int
    /// The table, in a store.
    package var table: String?
    /// The position in the line of the first byte that differs, from 0; nil in a store.
    package var byte: Int?
    /// The text there in the published file; nil past its end.
    package let published: String?
    /// The text there in the reproduced file; nil past its end.
    package let reproduced: String?
  }

  /// The path below the night's folder.
  package let file: String
  /// The hash of the published file; nil if it is missing.
  package let published: Fingerprint?
  /// The hash of the reproduced file; nil if it is missing.
  package let reproduced: Fingerprint?
  /// Whether the files have the same bytes, compressed or not, or the stores the same rows.
  package var isEqual: Bool
  /// The number of rows of a store.
  package var rows: Int?
  package var firstDifference: Difference?

  init(_ file: String, published: Fingerprint?, reproduced: Fingerprint?) {
    self.file = file
    self.published = published
    self.reproduced = reproduced
    isEqual = published != nil && published == reproduced
  }

  /// Compares two files by their bytes; either may be missing.
  package init(_ file: String, published: URL, reproduced: URL) throws {
    let (hasPublished, hasReproduced) = (
      DurableFile.exists(published), DurableFile.exists(reproduced)
    )
    self.init(
      file, published: hasPublished ? try Fingerprint(ofFile: published) : nil,
      reproduced: hasReproduced ? try Fingerprint(ofFile: reproduced) : nil)
    if !isEqual, hasPublished, hasReproduced {
      firstDifference = try Difference(Self.content(of: published), Self.content(of: reproduced))
      isEqual = firstDifference == nil
    }
  }

  /// The bytes of a file, decompressed: versions of the library compress them differently.
  private static func content(of file: URL) throws -> Data {
    let stored = try Data(contentsOf: file, options: .mappedIfSafe)
    guard file.pathExtension == "zst" else { return stored }
    do throws(DecodingFault) {
      return Data(try ZstdDecoder.bytes(of: Array(stored)))
    } catch {
      // A damaged file differs.
      return stored
    }
  }
}

extension FileComparison.Difference {
  /// The number of bytes shown before and after the byte that differs.
  private static let shownBytes = 48

  /// Finds the first byte that differs, and its line; nil if the files are the same.
  fileprivate init?(_ mine: Data, _ theirs: Data) {
    var offset = 0
    while offset < min(mine.count, theirs.count), mine[offset] == theirs[offset] { offset += 1 }
    guard offset < max(mine.count, theirs.count) else { return nil }
    let common = mine[..<offset]
    let line = common.lastIndex(of: Self.newline).map { $0 + 1 } ?? 0
    self.init(
      line: 1 + common.count { $0 == Self.newline }, byte: offset - line,
      published: Self.excerpt(of: mine, at: offset, line: line),
      reproduced: Self.excerpt(of: theirs, at: offset, line: line))
  }

  private static let newline = UInt8(ascii: "\n")

  /// The text around a byte, within its line; nil past the end.
  ///
  /// - Parameter line: where the line begins.
  private static func excerpt(of file: Data, at offset: Int, line: Int) -> String? {
    guard offset < file.count else { return nil }
    let start = max(line, offset - shownBytes)
    let rest = file[offset...].prefix(shownBytes).prefix { $0 != newline }
    return (start > line ? "…" : "")
      + printable(String(decoding: file[start..<offset] + rest, as: UTF8.self))
      + (rest.count == shownBytes ? "…" : "")
  }
}

extension FileComparison {
  /// Compares two stores by rows: SQLite versions write equal rows as different bytes.
  mutating func compareRows(
    _ published: PublishedStore, _ reproduced: PublishedStore
  ) throws(StoreFailure) {
    let (rows, differences) = try published.comparison(with: reproduced)
    self.rows = rows
    isEqual = differences.isEmpty
    firstDifference = differences.first.map {
      Difference(
        line: $0.row, table: $0.table, published: $0.mine.map(shown),
        reproduced: $0.theirs.map(shown))
    }
  }

  private func shown(_ row: String) -> String { printable(Array(row.utf8), limit: 100) }
}
