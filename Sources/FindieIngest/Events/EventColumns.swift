import FindieHistory

/// The columns of one file's events while they grow.
///
/// `EventTable` finds a column by its name; here it stands at a place, since a row visits them all.
struct EventColumns {
  let collection: EventCollection
  private var ids = ByteStrings()
  private var kinds: [UInt8] = []
  private var milliseconds: [Int64] = []
  private var lines: [UInt32] = []
  private var texts: [CodedText]
  private var numbers: [[Float]]

  init(_ collection: EventCollection) {
    self.collection = collection
    texts = collection.textColumns.map { _ in CodedText() }
    numbers = collection.numberColumns.map { _ in [] }
  }

  /// Begins a row; each column of text and of numbers gets one value after it.
  mutating func begin(id: Span<UInt8>, kind: UInt8, at timestamp: Int64, line: Int) {
    ids.append(id)
    kinds.append(kind)
    milliseconds.append(timestamp)
    lines.append(UInt32(clamping: line))
  }

  mutating func append(text: Span<UInt8>, to column: Int) {
    texts[column].append(text)
  }

  mutating func append(number: Float, to column: Int) {
    numbers[column].append(number)
  }

  /// The rows as a table whose events all came from `file`.
  consuming func table(from file: String) -> EventTable {
    var table = EventTable(collection)
    table.ids = ids
    table.kinds = kinds
    table.milliseconds = milliseconds
    for (place, column) in collection.textColumns.enumerated() { table[column] = texts[place] }
    for (place, column) in collection.numberColumns.enumerated() { table[column] = numbers[place] }
    let code = table.originFiles.code(of: file.utf8.span)
    table.origins = lines.map { EventTable.Origin(file: code, line: $0) }
    table.appendContentHashes()
    return table
  }
}
