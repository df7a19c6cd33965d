import FindieDomain

/// The rejected lines that were repaired and accepted, so that they do not return to the quarantine
/// when their file is read again.
///
/// A line is identified by its file, its offset and its content when it was rejected.
package struct ReplayedLines: Sendable {
  fileprivate struct Line: Hashable, Sendable {
    let file: ExactText
    let byteOffset: Int
    let hash: String
  }

  /// The path, in the history, of the repaired lines.
  private var sources: [Line: String] = [:]

  package init() {}

  package var isEmpty: Bool { sources.isEmpty }

  package func contains(_ entry: QuarantineEntry) -> Bool {
    !entry.hash.isEmpty && sources[Line(entry)] != nil
  }

  /// Notes that `entry` was accepted with the lines of `source`.
  package mutating func insert(_ entry: QuarantineEntry, in source: String) {
    guard !entry.hash.isEmpty else { return }
    sources[Line(entry)] = source
  }

  /// The lines as NDJSON, by file and offset.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    let sorted = sources.sorted { left, right in
      left.key.file == right.key.file
        ? (left.key.byteOffset, left.key.hash) < (right.key.byteOffset, right.key.hash)
        : left.key.file < right.key.file
    }
    for (line, source) in sorted {
      bytes += Array(#"{"file":"#.utf8)
      bytes.append(quoted: line.file.text)
      bytes += Array(#","offset":\#(line.byteOffset),"hash":"#.utf8)
      bytes.append(quoted: line.hash)
      bytes += Array(#","source":"#.utf8)
      bytes.append(quoted: source)
      bytes += [0x7D, 0x0A]
    }
    return bytes
  }

  mutating func insert(file: String, byteOffset: Int, hash: String, source: String) {
    sources[Line(file: ExactText(file), byteOffset: byteOffset, hash: hash)] = source
  }
}

extension ReplayedLines.Line {
  fileprivate init(_ entry: QuarantineEntry) {
    self.init(file: ExactText(entry.file), byteOffset: entry.byteOffset, hash: entry.hash)
  }
}
