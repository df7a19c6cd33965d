package import FindieFiles
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
  /// Whether the files have the same bytes, or the stores the same rows.
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
  package init(_ file: String, published: URL, reproduced: URL) throws(FileFailure) {
    let (hasPublished, hasReproduced) = (
      DurableFile.exists(published), DurableFile.exists(reproduced)
    )
    self.init(
      file, published: hasPublished ? try Fingerprint(ofFile: published) : nil,
      reproduced: hasReproduced ? try Fingerprint(ofFile: reproduced) : nil)
    if !isEqual, hasPublished, hasReproduced {
      firstDifference = try Difference(published, reproduced)
    }
  }
}

extension FileComparison.Difference {
  private static let pieceInBytes = 1 << 20
  /// The number of bytes shown before and after the byte that differs.
  private static let shownBytes = 48

  /// Finds the first byte that differs, and its line; nil if the files are the same.
  fileprivate init?(_ published: URL, _ reproduced: URL) throws(FileFailure) {
    let (mine, theirs) = (try FileReader(published), try FileReader(reproduced))
    // In bytes from the beginning of both files.
    var (offset, line, lineStart) = (0, 1, 0)
    while true {
      let (left, right) = (
        try mine.bytes(Self.pieceInBytes, at: offset),
        try theirs.bytes(Self.pieceInBytes, at: offset)
      )
      let common = zip(left, right).prefix { $0 == $1 }.count
      for index in 0..<common where left[index] == UInt8(ascii: "\n") {
        line += 1
        lineStart = offset + index + 1
      }
      offset += common
      if common == left.count, common == right.count {
        if common == 0 { return nil }
        continue
      }
      break
    }
    self.init(
      line: line, byte: offset - lineStart,
      published: try Self.excerpt(of: mine, at: offset, lineStart: lineStart),
      reproduced: try Self.excerpt(of: theirs, at: offset, lineStart: lineStart))
  }

  /// The text around a byte, within its line.
  private static func excerpt(
    of file: FileReader, at offset: Int, lineStart: Int
  ) throws(FileFailure) -> String? {
    let start = max(lineStart, offset - shownBytes)
    let bytes = try file.bytes(offset - start + shownBytes, at: start)
    guard bytes.count > offset - start else { return nil }
    let before = bytes.prefix(offset - start)
    let rest = bytes.dropFirst(before.count)
    let shown = rest.prefix { $0 != UInt8(ascii: "\n") }
    let text = printable(String(decoding: before + shown, as: UTF8.self))
    return (start > lineStart ? "…" : "") + text
      + (shown.count == shownBytes ? "…" : "")
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
