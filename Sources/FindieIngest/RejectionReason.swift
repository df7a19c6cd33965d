/// The reason for which a line is rejected.
package enum RejectionReason: String, CaseIterable, Sendable, Codable {
  /// A row of CSV with another number of fields than the header, or with text after a closing
  /// quotation mark.
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
  /// Firestore's REST form also a text that should be a number and is not.
  case badNumber
  /// A shape that its collection does not support: an event of Google Analytics among the
  /// interactions, Firestore's REST form in the catalogue.
  case unsupportedShape
  /// A required field is absent or null.
  case missingField
  case wrongType
  case emptyId
  case idTooLong
  /// A control character in an id or another stored text.
  case controlCharacter
  case unknownAction
  case unknownEventType
  case unknownStatus
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
