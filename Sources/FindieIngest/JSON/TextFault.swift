import CSimdJSON

/// The fault of a value that should be a text.
enum TextFault {
  case wrongType, tooLong
  /// U+0000 to U+001F, or U+007F to U+009F.
  case controlCharacter

  /// The fault that a code of the C function stands for; nil for none.
  init?(_ code: Int32) {
    switch Int(code) {
    case Int(FINDIE_JSON_TEXT_SOUND): return nil
    case Int(FINDIE_JSON_TEXT_TOO_LONG): self = .tooLong
    case Int(FINDIE_JSON_TEXT_CONTROL): self = .controlCharacter
    case Int(FINDIE_JSON_TEXT_NO_MEMORY): preconditionFailure("no memory for a list of texts")
    case Int(FINDIE_JSON_TEXT_SLOT_TAKEN): preconditionFailure("a slot is used twice in a line")
    default: self = .wrongType
    }
  }

  var reason: RejectionReason {
    switch self {
    case .wrongType: .wrongType
    case .tooLong: .idTooLong
    case .controlCharacter: .controlCharacter
    }
  }
}

extension JSONParser {
  /// - Throws: the fault of a value of this line as an id of at most `limit` bytes.
  func checkId(_ value: ParsedValue, _ name: String, limit: Int) throws(LineFault) {
    if let fault = textFault(of: value, limit: limit) { throw LineFault(fault.reason, name) }
    guard !value.text.isEmpty else { throw LineFault(.emptyId, name) }
    guard !value.text.isPlaceholder else { throw LineFault(placeholder: value.text, name) }
  }
}

extension LineFault {
  init(_ fault: JSONParser.Fault) {
    switch fault {
    case .broken: self.init(RejectionReason.notJSON)
    case .notUTF8: self.init(RejectionReason.notUTF8)
    case .tooDeep: self.init(RejectionReason.tooDeep)
    case .badNumber: self.init(RejectionReason.badNumber)
    }
  }
}
