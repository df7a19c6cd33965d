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
