/// A rejected line: its position, the reason and its bytes.
package struct RejectedLine: Codable, Sendable, Equatable {
  /// The file's path, relative to the input folder.
  package let file: String
  /// From 1.
  package private(set) var line: Int
  /// The offset of the line's first byte, in decompressed bytes.
  package let byteOffset: Int
  package let reason: RejectionReason
  /// The field or another detail; empty if the reason is enough.
  package let detail: String
  /// The line's bytes, or the first of them.
  package let bytes: [UInt8]
  /// The length of the whole line, in bytes.
  package let length: Int
  /// The number of lines that were rejected with it; more than one for a row of several lines.
  package let lines: Int

  package init(
    file: String, line: Int, byteOffset: Int, reason: RejectionReason, detail: String,
    bytes: [UInt8], length: Int, lines: Int = 1
  ) {
    self.file = file
    self.line = line
    self.byteOffset = byteOffset
    self.reason = reason
    self.detail = detail
    self.bytes = bytes
    self.length = length
    self.lines = lines
  }

  /// The same line, renumbered to follow `lines` other lines.
  func moved(by lines: Int) -> RejectedLine {
    var own = self
    own.line += lines
    return own
  }

  package var isCut: Bool { bytes.count < length }
}

/// Why a line is rejected, without its position.
package struct LineFault: Error, Equatable {
  package let reason: RejectionReason
  package let detail: String

  init(_ reason: RejectionReason, _ detail: String = "") {
    self.reason = reason
    self.detail = detail
  }

  /// - Parameter text: the word for "no value" that the field has.
  init(placeholder text: Span<UInt8>, _ field: String) {
    self.init(.placeholderId, "\(field) \"\(text.placeholder)\"")
  }
}

/// Why a line is rejected.
package enum RejectionReason: String, CaseIterable, Sendable, Codable {
  /// A CSV row that has another number of fields than the header, has text after a closing
  /// quotation mark, or has rows inside a quoted field.
  case badRow
  /// The bytes are not one JSON value.
  case notJSON
  case notUTF8
  /// JSON, but not an object.
  case notAnObject
  /// More nested objects and arrays than the limit.
  case tooDeep
  case lineTooLong
  /// A number that JSON does not allow (`01`, `NaN`) or that 64 bits cannot represent (`1e999`); in
  /// Firestore's REST form, also a text that should contain a number but does not.
  case badNumber
  /// A shape that the collection does not support: an event of Google Analytics among the
  /// interactions, or Firestore's REST form in the catalogue.
  case unsupportedShape
  /// A required field is absent or null.
  case missingField
  case wrongType
  case emptyId
  /// An id that is a word for "no value", such as `NULL`; see `isPlaceholder`.
  case placeholderId
  case idTooLong
  /// A control character in an id or another stored text.
  case controlCharacter
  case unknownAction
  case unknownEventType
  case unknownStatus
  /// An unknown word in a list whose words must all be known.
  case unknownWord
  case badTimestamp
  case fromTheFuture
  case numberOutOfRange
  /// A text, or an element of a list, that the contract does not allow.
  case notInContract
  /// A field that is read occurs twice.
  case duplicateKey
  /// The compressed file, the array or the quoted field ends inside this line, or just before it.
  case truncatedFile
  /// A rule of the catalogue rejects the record; the detail names it.
  case brokenRule
}
