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
  /// A number that JSON does not allow (`01`, `NaN`) or that no 64 bits hold (`1e999`); in Firestore's
  /// REST form also a text that should be a number and is none.
  case badNumber
  /// An object of a form that is not read in its collection: an event of Google Analytics among the
  /// interactions, Firestore's REST form in the catalogue.
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
  /// A text, or an element of a list, that is not among those that the contract allows.
  case notInContract
  /// A field that is read stands twice.
  case duplicateKey
  /// The compressed file was cut short inside this line, or just before it.
  case truncatedFile
  /// A rule of the catalogue that rejects; the detail names it.
  case brokenRule
}
