import FindieDomain
import FindieHistory
import Foundation

/// One line of the quarantine: a rejected line.
package struct QuarantineEntry: Sendable, Equatable {
  /// The path of the line's file, relative to the input folder.
  package let file: String
  package let collection: InputCollection
  /// From 1, in that file.
  package let line: Int
  /// The offset of the line's first byte in that file, in decompressed bytes.
  package let byteOffset: Int
  /// The name of a `RejectionReason`; a text, since another version may have other reasons.
  package let reason: String
  package let detail: String
  /// The line's bytes, or the first of them.
  package let bytes: [UInt8]
  /// Whether `bytes` are incomplete.
  package let isCut: Bool
  /// The whole line of the quarantine if findie did not write it so; else nil.
  var edited: [UInt8]?

  package init(_ line: RejectedLine, of collection: InputCollection) {
    file = line.file
    self.collection = collection
    self.line = line.line
    byteOffset = line.byteOffset
    reason = line.reason.rawValue
    detail = line.detail
    bytes = line.bytes
    isCut = line.isCut
  }

  init(
    file: String, collection: InputCollection, line: Int, byteOffset: Int, reason: String,
    detail: String, bytes: [UInt8], isCut: Bool
  ) {
    self.file = file
    self.collection = collection
    self.line = line
    self.byteOffset = byteOffset
    self.reason = reason
    self.detail = detail
    self.bytes = bytes
    self.isCut = isCut
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
    json += Array(#","truncated":\#(isCut)}"#.utf8) + [0x0A]
  }
}
