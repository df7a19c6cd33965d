import FindieDomain

/// The staged rows of a day, in the order in which they are stored.
@safe struct SortedRows: DayRows {
  private let columns: DayColumns
  private let order: [Int32]
  private let paths: [String]

  /// The sorted rows of `columns`, one for each id, instant and file; the others are added to
  /// `duplicates`.
  ///
  /// - Parameters:
  ///   - paths: all input files, in the order of their numbers in `columns.files`.
  ///   - isLate: whether the history already has the day.
  init(_ columns: DayColumns, paths: [String], isLate: Bool, duplicates: inout Duplicates) {
    func location(_ row: Int32) -> Duplicates.Location {
      Duplicates.Location(file: columns.files[Int(row)], offset: columns.offsets[Int(row)])
    }
    let order = DayOrder(columns) { left, right in
      (columns.contentHashes[Int(left)], location(left))
        < (columns.contentHashes[Int(right)], location(right))
    }
    for (dropped, stored) in order.repeats {
      duplicates.drop(location(dropped), for: location(stored))
      if isLate { duplicates.addNotLate(of: location(dropped).file) }
      let content = columns.contentHashes[Int(dropped)]
      guard content != columns.contentHashes[Int(stored)] else { continue }
      duplicates.add(
        location(dropped), content: content, id: columns.ids.text(Int(stored)),
        for: location(stored))
    }
    self.columns = columns
    self.order = order.rows
    self.paths = paths
  }

  var collection: EventCollection { columns.collection }
  var day: Day { columns.day }
  var count: Int { order.count }

  func id(_ row: Int) -> UnsafeRawBufferPointer {
    // The columns live as long as these rows and do not change.
    unsafe columns.ids[Int(order[row])].withUnsafeBytes { unsafe $0 }
  }

  func kind(_ row: Int) -> UInt8 { columns.kinds[Int(order[row])] }

  func millisecond(_ row: Int) -> UInt64 {
    UInt64(columns.milliseconds[Int(order[row])] - columns.day.start.milliseconds)
  }

  func contentHash(_ row: Int) -> UInt64 { columns.contentHashes[Int(order[row])] }

  func number(_ column: Int, _ row: Int) -> Float { columns.numbers[column][Int(order[row])] }

  func offset(_ row: Int) -> UInt64 { columns.offsets[Int(order[row])] }

  func write(_ column: Int, to writer: inout PartitionWriter) throws {
    let (codes, vocabulary) = (columns.codes[column], columns.vocabularies[column])
    let text = CodedStrings(count, of: vocabulary.count) {
      codes[Int(order[$0])]
    } append: {
      $0.append(vocabulary.strings[Int($1)])
    }
    try writer.text(collection.textColumns[column].rawValue, text)
  }

  func files() -> CodedStrings {
    CodedStrings(count, of: paths.count) {
      columns.files[Int(order[$0])]
    } append: {
      $0.append(paths[Int($1)].utf8.span)
    }
  }

  func release() {}
}
