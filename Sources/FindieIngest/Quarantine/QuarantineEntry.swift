import Foundation

/// One line of the quarantine: a rejected line.
package struct QuarantineEntry: Decodable, Sendable, Equatable {
  /// The path of the line's file, relative to the input folder.
  package let file: String
  package let collection: InputCollection
  /// From 1, in that file.
  package let line: Int
  /// The offset of the line's first byte in that file, in decompressed bytes.
  package let offset: Int
  /// The name of a `RejectionReason`; a text, since another version may have other reasons.
  package let reason: String
  package let detail: String
  /// The line, or its beginning, if it is UTF-8.
  private let text: String?
  private let base64: Data?
  /// Whether only the first bytes are stored.
  package let truncated: Bool

  init(_ line: RejectedLine, of collection: InputCollection) {
    file = line.file
    self.collection = collection
    self.line = line.line
    offset = line.byteOffset
    reason = line.reason.rawValue
    detail = line.detail
    text = String(validating: line.bytes, as: UTF8.self)
    base64 = text == nil ? Data(line.bytes) : nil
    truncated = line.isCut
  }

  /// The line's bytes, or the first of them.
  package var bytes: [UInt8] { text.map { Array($0.utf8) } ?? Array(base64 ?? Data()) }

  /// The entry as one line of JSON, without a line end.
  var json: [UInt8] {
    var json = Array(#"{"file":"#.utf8)
    json.append(quoted: file)
    json += Array(#","collection":"\#(collection.rawValue)","line":\#(line)"#.utf8)
    json += Array(#","offset":\#(offset),"reason":"#.utf8)
    json.append(quoted: reason)
    json += Array(#","detail":"#.utf8)
    json.append(quoted: detail)
    json += Array((text == nil ? #","base64":"# : #","text":"#).utf8)
    json.append(quoted: text ?? base64?.base64EncodedString() ?? "")
    return json + Array(#","truncated":\#(truncated)}"#.utf8)
  }
}
