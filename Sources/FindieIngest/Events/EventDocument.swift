import FindieDomain

/// The event of one line of any shape: its fields are in one of the parser's tables.
struct EventDocument {
  let shape: LineShape
  let table: EventDecoder.Table
  /// Values that the shape determines: Google Analytics has other types and timestamps.
  let known: Known?
  /// Whether each item of the line is an event. If so, the item names the game.
  let hasItems: Bool

  init(
    _ shape: LineShape, in table: EventDecoder.Table, known: Known? = nil, hasItems: Bool = false
  ) {
    self.shape = shape
    self.table = table
    self.known = known
    self.hasItems = hasItems
  }

  struct Known {
    let kind: UInt8
    let timestamp: Timestamp
    /// The two halves of a hash of everything that identifies the event, except its game.
    let identity: (UInt64, UInt64)
  }
}
