import FindieDomain
import FindieHistory
import Foundation

/// One line of the quarantine: a rejected line, unchanged or repaired.
package struct QuarantineEntry: Sendable, Equatable {
  /// The path of the line's file, relative to the input folder.
  package let file: String
  package let collection: InputCollection
  /// From 1, in that file.
  package let line: Int
  /// The offset of the line's first byte in that file, in decompressed bytes.
  package let byteOffset: Int
  /// The name of a `RejectionReason`; a text, since another version may have other reasons.
  package var reason: String
  package var detail: String
  /// The line's bytes, or the first of them.
  package let bytes: [UInt8]
  /// Whether `bytes` are incomplete, so that the line cannot be replayed.
  package let isCut: Bool
  /// The hash of the rejected line, unchanged by repairs: with file and offset it identifies the
  /// line and its content. Empty if it was removed by hand.
  package let hash: String

  package init(_ line: RejectedLine, of collection: InputCollection) {
    file = line.file
    self.collection = collection
    self.line = line.line
    byteOffset = line.byteOffset
    reason = line.reason.rawValue
    detail = line.detail
    bytes = line.bytes
    isCut = line.isCut
    hash = Self.hash(of: line.bytes, length: line.length)
  }

  init(
    file: String, collection: InputCollection, line: Int, byteOffset: Int, reason: String,
    detail: String, bytes: [UInt8], isCut: Bool, hash: String
  ) {
    self.file = file
    self.collection = collection
    self.line = line
    self.byteOffset = byteOffset
    self.reason = reason
    self.detail = detail
    self.bytes = bytes
    self.isCut = isCut
    self.hash = hash
  }

  /// Whether the line was not changed since it was rejected.
  package var isAsRejected: Bool {
    !isCut && hash == Self.hash(of: bytes, length: bytes.count)
  }

  /// The hash of the stored bytes and of the whole line's length, in hexadecimal.
  private static func hash(of bytes: [UInt8], length: Int) -> String {
    String(hash64(hash64(of: bytes.span), adding: UInt64(length)), radix: 16)
  }

  /// Appends the entry as one line of JSON.
  func append(to json: inout [UInt8]) {
    json += Array(#"{"file":"#.utf8)
    json.append(quoted: file)
    json += Array(#","collection":"\#(collection.rawValue)","line":\#(line)"#.utf8)
    json += Array(#","offset":\#(byteOffset),"reason":"#.utf8)
    json.append(quoted: reason)
    json += Array(#","detail":"#.utf8)
    json.append(quoted: detail)
    if let text = String(validating: bytes, as: UTF8.self) {
      json += Array(#","text":"#.utf8)
      json.append(quoted: text)
    } else {
      json += Array(#","base64":"#.utf8)
      json.append(quoted: Data(bytes).base64EncodedString())
    }
    json += Array(#","truncated":\#(isCut),"hash":"#.utf8)
    json.append(quoted: hash)
    json += [0x7D, 0x0A]
  }
}

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
