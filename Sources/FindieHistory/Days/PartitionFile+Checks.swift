import FindieDomain

extension PartitionFile {
  /// Reads and checks every column: checksums, lengths, codes in range, rows sorted and of the
  /// file's day.
  package func check() throws(Partition.Damage) {
    _ = try numbers("contentHash", UInt64.self)
    _ = try wholeNumbers("originOffset", UInt64.self)
    for column in collection.numberColumns { _ = try numbers(column.rawValue, Float.self) }
    let kinds = try numbers("kind", UInt8.self)
    for row in 0..<rows where kinds[row] >= collection.kindCount { throw .column("kind") }
    for name in collection.textColumns.map(\.rawValue) + ["originFile"] {
      let count = try strings(name).count
      let codes = try codes(name)
      for row in 0..<rows where codes[row] >= count { throw .column(name + ".codes") }
    }
    let ids = try strings("id")
    guard ids.count == rows else { throw .column("id.ends") }
    let instants = try milliseconds()
    for row in 0..<rows {
      guard Timestamp(milliseconds: instants[row]).day == day else { throw .order }
      guard row > 0 else { continue }
      let isAscending =
        instants[row - 1] < instants[row]
        || instants[row - 1] == instants[row] && ids.precedes(row - 1, ids, row)
      guard isAscending else { throw .order }
    }
  }
}

extension EventCollection {
  /// The number of kinds of events: actions or event types.
  var kindCount: UInt8 {
    switch self {
    case .interactions: UInt8(SwipeAction.allCases.count)
    case .analytics: UInt8(EventType.allCases.count)
    }
  }
}
