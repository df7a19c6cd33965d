/// Why a line was not taken in.
package enum RejectionReason: String, CaseIterable, Sendable, Codable {
  /// The bytes are not one JSON value.
  case notJSON
  case notUTF8
  /// JSON, but not an object.
  case notAnObject
  /// More objects and arrays in each other than the limit.
  case tooDeep
  case lineTooLong
  /// A number that JSON does not allow (`01`, `NaN`) or that no 64 bits hold (`1e999`).
  case badNumber
  /// An object of a form that is not read yet: Firestore's REST form, a GA4 event.
  case unsupportedShape
  /// A field that must be there is absent or null.
  case missingField
  case wrongType
  case emptyId
  case idTooLong
  /// A control character in an id or another text that is kept.
  case controlCharacter
  case unknownAction
  case unknownEventType
  case unknownStatus
  case badTimestamp
  case fromTheFuture
  case numberOutOfRange
  /// A field that is read stands twice.
  case duplicateKey
  /// The compressed file was cut short inside this line, or just before it.
  case truncatedFile
  /// A rule of the catalogue that rejects; the detail names it.
  case brokenRule
}
