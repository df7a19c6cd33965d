import FindieDomain

/// The staged events of one day, in any order, with texts dictionary-encoded for the day.
struct DayColumns {
  let collection: EventCollection
  let day: Day
  private(set) var ids = ByteStrings()
  private(set) var kinds: [UInt8] = []
  private(set) var milliseconds: [Int64] = []
  private(set) var contentHashes: [UInt64] = []
  private(set) var vocabularies: [Vocabulary]
  private(set) var codes: [[UInt32]]
  private(set) var numbers: [[Float]]
  /// The input file of each row, an index into the list of all paths.
  private(set) var files: [UInt32] = []
  /// The byte offset of each row's line in its decompressed file.
  private(set) var offsets: [UInt64] = []

  init(_ collection: EventCollection, _ day: Day) {
    self.collection = collection
    self.day = day
    vocabularies = collection.textColumns.map { _ in Vocabulary() }
    codes = collection.textColumns.map { _ in [] }
    numbers = collection.numberColumns.map { _ in [] }
  }

  var count: Int { kinds.count }

  /// The approximate memory of the rows, in bytes.
  var byteCount: Int {
    count * (37 + 4 * codes.count + 4 * numbers.count) + ids.bytes.count
      + vocabularies.reduce(0) { $0 + $1.byteCount }
  }

  /// Appends rows of a batch.
  ///
  /// - Precondition: the rows are of this day and collection.
  mutating func append(_ batch: borrowing EventBatch, _ rows: Range<Int>, file: UInt32) {
    ids.append(batch.ids, rows)
    unsafe kinds.append(
      contentsOf: UnsafeBufferPointer(start: batch.kinds + rows.lowerBound, count: rows.count))
    unsafe milliseconds.append(
      contentsOf: UnsafeBufferPointer(
        start: batch.milliseconds + rows.lowerBound, count: rows.count))
    unsafe offsets.append(
      contentsOf: UnsafeBufferPointer(start: batch.offsets + rows.lowerBound, count: rows.count))
    for _ in rows { files.append(file) }
    for column in codes.indices { appendCodes(batch.texts[column], rows, column) }
    for column in numbers.indices {
      unsafe numbers[column].append(
        contentsOf: UnsafeBufferPointer(
          start: batch.numbers[column] + rows.lowerBound, count: rows.count))
    }
    // An event without a campaign has the hash that it had before events had campaigns.
    let campaign = batch.collection.textColumns.firstIndex(of: .campaign)
    for row in rows {
      let lacksCampaign = campaign.map { unsafe batch.texts[$0].lengths[row] == 0 } ?? false
      contentHashes.append(
        unsafe ContentHash.of(
          kind: batch.kinds[row], milliseconds: batch.milliseconds[row],
          textCount: codes.count - (lacksCampaign ? 1 : 0),
          text: { unsafe batch.texts[$0].hashes[row] },
          numbers: (
            batch.numbers.isEmpty ? 0 : batch.numbers[0][row].bitPattern,
            batch.numbers.isEmpty ? 0 : batch.numbers[1][row].bitPattern
          )))
    }
  }

  private mutating func appendCodes(
    _ texts: EventBatch.Texts, _ rows: Range<Int>, _ column: Int
  ) {
    var last: UInt32 = 0
    var fresh: [UInt32] = []
    fresh.reserveCapacity(rows.count)
    vocabularies[column].prepare(texts, rows)
    for row in rows {
      // Rows of one session follow each other: most texts repeat the row before.
      if unsafe row == rows.lowerBound || !texts.repeats[row] {
        last = vocabularies[column].code(of: texts, row)
      }
      fresh.append(last)
    }
    codes[column] += fresh
  }
}
