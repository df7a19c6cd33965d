import FindieDomain

/// The event of one line, whatever the line's shape: its fields stand in one of the parser's tables.
struct EventDocument {
  let shape: LineShape
  let table: EventDecoder.Table
  /// What the shape itself says of an event: Google Analytics has neither our types nor our instants.
  let known: Known?

  init(_ shape: LineShape, in table: EventDecoder.Table, known: Known? = nil) {
    self.shape = shape
    self.table = table
    self.known = known
  }

  struct Known {
    let kind: UInt8
    let timestamp: Timestamp
  }
}
