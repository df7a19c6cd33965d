/// A rejected line: its position, the reason and its bytes.
package struct RejectedLine: Sendable, Equatable {
  /// The file's path, relative to the input folder.
  package let file: String
  /// From 1.
  package let line: Int
  /// The offset of the line's first byte, in decompressed bytes.
  package let byteOffset: Int
  package let reason: RejectionReason
  /// The field or another detail; empty if the reason is enough.
  package let detail: String
  /// The line's bytes, or the first of them.
  package let bytes: [UInt8]
  /// The length of the whole line, in bytes.
  package let length: Int

  package init(
    file: String, line: Int, byteOffset: Int, reason: RejectionReason, detail: String,
    bytes: [UInt8], length: Int
  ) {
    self.file = file
    self.line = line
    self.byteOffset = byteOffset
    self.reason = reason
    self.detail = detail
    self.bytes = bytes
    self.length = length
  }

  /// The same line, renumbered to follow `lines` other lines.
  func moved(by lines: Int) -> RejectedLine {
    RejectedLine(
      file: file, line: line + lines, byteOffset: byteOffset, reason: reason, detail: detail,
      bytes: bytes, length: length)
  }

  package var isCut: Bool { bytes.count < length }
}

/// The reason for which a line is rejected, without its position.
package struct LineFault: Error, Equatable {
  package let reason: RejectionReason
  package let detail: String

  init(_ reason: RejectionReason, _ detail: String = "") {
    self.reason = reason
    self.detail = detail
  }
}
