import FindieDomain

/// The event of one line of any shape: its fields are in one of the parser's tables.
struct EventDocument {
  let shape: LineShape
  let table: EventDecoder.Table
  /// Values that the shape determines: Google Analytics has other types and timestamps.
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
