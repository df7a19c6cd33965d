package import CLineScanner
package import FindieHistory

/// The rows that the scanner took and nobody has yet taken over, column by column.
///
/// Texts are pointers into the scanned bytes, which must stay where they are as long as the rows do;
/// lists too, until they are resolved.
@safe package struct LineRows: ~Copyable {
  package static let capacity = EventBatch.capacity

  /// The memory of the columns.
  package var batch: EventBatch
  /// The columns as the scanner fills them; those of texts by place in `collection.textColumns`.
  package var columns: findie_rows
  private let tags: UnsafeMutablePointer<UInt8>
  /// The columns that are lists.
  private let lists: [Int]
  /// For each column, the column whose texts, few of them, mostly have the same text of it: the game of
  /// its tags.
  private let owners: [Int?]
  /// The lines of rows that were removed because a list was none.
  package private(set) var declined: [Declined] = []

  package struct Declined: Sendable {
    /// Counted from the first row that was scanned.
    package let row: Int
    /// In the scanned buffer, without its line end.
    package let range: Range<Int>
  }

  package init(_ collection: EventCollection) {
    batch = EventBatch(collection)
    lists = collection.textColumns.indices.filter {
      EventField(collection.textColumns[$0]).isList
    }
    let game = collection.textColumns.firstIndex(of: .gameId)
    owners = collection.textColumns.map { $0 == .gameGenres || $0 == .gameTags ? game : nil }
    unsafe tags = .allocate(capacity: LineRows.capacity)
    unsafe tags.initialize(repeating: 0, count: LineRows.capacity)
    unsafe columns = findie_rows()
    unsafe columns.capacity = UInt32(LineRows.capacity)
    unsafe columns.lines = findie_texts(batch.lines)
    unsafe columns.ids = findie_texts(batch.ids)
    unsafe columns.milliseconds = batch.milliseconds
    unsafe columns.kinds = batch.kinds
    unsafe columns.tags = tags
    // A tuple of sixteen structs is laid out like an array of them.
    unsafe withUnsafeMutableBytes(of: &columns.texts) { bytes in
      let columns = unsafe bytes.assumingMemoryBound(to: findie_texts.self)
      for place in batch.texts.indices { unsafe columns[place] = findie_texts(batch.texts[place]) }
    }
    if unsafe batch.numbers.count > 0 { unsafe columns.numbers.0 = batch.numbers[0] }
    if unsafe batch.numbers.count > 1 { unsafe columns.numbers.1 = batch.numbers[1] }
  }

  deinit { unsafe tags.deallocate() }

  package var collection: EventCollection { batch.collection }

  package var count: Int { unsafe Int(columns.count) }

  package mutating func removeAll() {
    unsafe columns.count = 0
    batch.count = 0
    declined.removeAll(keepingCapacity: true)
  }

  // MARK: - Lists

  /// Makes the rows a batch to be taken: texts are hashed, the joined text of every list stands in place
  /// of its raw bytes, offsets are set. Rows with a list that is none are removed and `declined`.
  ///
  /// - Parameters:
  ///   - buffer: what was scanned.
  ///   - offsetOfStart: where the buffer's first byte stands in its file.
  /// - Precondition: it was not called since the rows were removed last.
  package mutating func resolve(
    _ known: inout RawLists, buffer: Span<UInt8>, offsetOfStart: Int
  ) {
    // Lines are pointers into the buffer, which is borrowed here.
    unsafe buffer.withUnsafeBufferPointer { bytes in
      for row in 0..<count {
        let place = unsafe batch.lines.pointers[row]! - bytes.baseAddress!
        unsafe batch.offsets[row] = UInt64(offsetOfStart + place)
      }
    }
    for column in batch.texts.indices where !lists.contains(column) {
      batch.texts[column].hash(count)
    }
    var refused: Set<Int> = []
    for column in lists {
      let owners = owners[column].map { batch.texts[$0] }
      refused.formUnion(known.resolve(batch.texts[column], count, column: column, of: owners))
    }
    batch.numbering = known.numbering
    for row in refused.sorted() {
      let start = unsafe Int(batch.offsets[row]) - offsetOfStart
      declined.append(
        Declined(row: row, range: start..<start + (unsafe Int(batch.lines.lengths[row]))))
    }
    for row in refused.sorted(by: >) { remove(row) }
    batch.count = count
  }

  /// Removes rows that are to be as if they were not there.
  ///
  /// - Returns: how many.
  /// - Precondition: the rows are resolved.
  mutating func remove(where isGone: (borrowing EventBatch, Int) -> Bool) -> Int {
    var gone: [Int] = []
    for row in 0..<count where isGone(batch, row) { gone.append(row) }
    for row in gone.reversed() { remove(row) }
    batch.count = count
    return gone.count
  }

  /// Moves the rows behind `row` up.
  private mutating func remove(_ row: Int) {
    let rest = row + 1..<count
    for column in [batch.lines, batch.ids] + batch.texts {
      for place in rest {
        unsafe column.pointers[place - 1] = column.pointers[place]
        unsafe column.lengths[place - 1] = column.lengths[place]
        unsafe column.hashes[place - 1] = column.hashes[place]
        unsafe column.numbers[place - 1] = column.numbers[place]
        // Whom the row repeated may be gone.
        unsafe column.repeats[place - 1] = false
      }
    }
    for place in rest {
      unsafe batch.offsets[place - 1] = batch.offsets[place]
      unsafe columns.milliseconds[place - 1] = columns.milliseconds[place]
      unsafe columns.kinds[place - 1] = columns.kinds[place]
      unsafe columns.tags[place - 1] = columns.tags[place]
      if let column = unsafe columns.numbers.0 { unsafe column[place - 1] = column[place] }
      if let column = unsafe columns.numbers.1 { unsafe column[place - 1] = column[place] }
    }
    unsafe columns.count -= 1
  }
}

extension findie_texts {
  fileprivate init(_ texts: EventBatch.Texts) {
    unsafe self.init(pointers: texts.pointers, lengths: texts.lengths)
  }
}

extension EventBatch.Texts {
  /// Hashes the first `count` texts, and notes which repeat the one before.
  fileprivate func hash(_ count: Int) {
    // The scanner set that many pointers and lengths, of bytes that stay.
    unsafe findie_hash_texts(pointers, lengths, count, repeats, hashes)
  }
}
