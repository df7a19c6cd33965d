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
  /// Whether `bytes` are only the first ones: then the line cannot be replayed.
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
    hash = QuarantineEntry.hash(of: line.bytes, length: line.length)
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
    !isCut && hash == QuarantineEntry.hash(of: bytes, length: bytes.count)
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
