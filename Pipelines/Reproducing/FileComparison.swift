package import FindieBatch
package import FindieFiles
package import Foundation

/// A file of a published night beside the same file of that night as it was made again.
package struct FileComparison: Codable, Sendable, Equatable {
  /// Where two files of lines part.
  package struct Difference: Codable, Sendable, Equatable {
    /// From 1; in a store, the row of `table`.
    package let line: Int
    /// In a store.
    package var table: String?
    /// The first byte of the line that differs, from 0; nil in a store.
    package var byte: Int?
    /// What stands there in the published file; nil where it has ended.
    package let published: String?
    /// What stands there in the file that was made again; nil where it has ended.
    package let remade: String?
  }

  /// The path below the night's folder.
  package let file: String
  /// Of the published file's bytes; nil where it is not there.
  package let published: Fingerprint?
  /// Of the bytes of the file that was made again; nil where there is none.
  package let remade: Fingerprint?
  /// Whether all that counts is the same: the bytes, in a store the rows.
  package var isEqual: Bool
  /// The rows, of a store.
  package var rows: Int?
  package var firstDifference: Difference?

  init(_ file: String, published: Fingerprint?, remade: Fingerprint?) {
    self.file = file
    self.published = published
    self.remade = remade
    isEqual = published != nil && published == remade
  }

  /// Compares two files by their bytes, a piece at a time.
  ///
  /// - Parameters:
  ///   - published: where the published file lies, if it is there.
  ///   - remade: where the other lies, if it is there.
  package init(_ file: String, published: URL, remade: URL) throws(FileFailure) {
    let (hasPublished, hasRemade) = (DurableFile.exists(published), DurableFile.exists(remade))
    self.init(
      file, published: hasPublished ? try Fingerprint(ofFile: published) : nil,
      remade: hasRemade ? try Fingerprint(ofFile: remade) : nil)
    if !isEqual, hasPublished, hasRemade {
      firstDifference = try Difference(published, remade)
    }
  }
}

extension FileComparison.Difference {
  private static let pieceInBytes = 1 << 20
  /// What is shown of a line on each side of the byte that differs.
  private static let shownBytes = 48

  /// Finds the first byte that differs, and its line; nil where the files are the same.
  fileprivate init?(_ published: URL, _ remade: URL) throws(FileFailure) {
    let (mine, theirs) = (try FileReader(published), try FileReader(remade))
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
      remade: try Self.excerpt(of: theirs, at: offset, lineStart: lineStart))
  }

  /// What stands around a byte, within its line.
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
