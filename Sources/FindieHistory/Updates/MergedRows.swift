import FindieDomain

/// The rows of a day from several sorted files, in the order in which they are stored.
///
/// Columns are read in place, from all files at once and in order, so that memory grows by only
/// eight bytes per row.
@safe struct MergedRows: DayRows {
  let collection: EventCollection
  let day: Day
  private let pieces: [Piece]
  /// For each row: its piece in the upper half, its row in that piece in the lower half.
  private let order: [UInt64]

  /// A file and the rows to leave out.
  struct Piece: Sendable {
    let file: PartitionFile
    /// Ascending.
    let dropped: [UInt32]
    /// By the code of the input file.
    fileprivate let isRetracted: [Bool]
    fileprivate let hasRetracted: Bool

    fileprivate let ids: MappedStrings
    fileprivate let milliseconds: MappedColumn
    fileprivate let kinds: MappedColumn
    fileprivate let contentHashes: MappedColumn
    fileprivate let numbers: [MappedColumn]
    fileprivate let files: (codes: MappedColumn, strings: MappedStrings)
    fileprivate let offsets: MappedColumn

    init(
      _ file: PartitionFile, dropped: [UInt32], isRetracted: (String) -> Bool
    ) throws(HistoryDamage) {
      self.file = file
      self.dropped = dropped
      ids = try file.mappedStrings("id")
      guard ids.count == file.rows else { throw .column("id.ends") }
      milliseconds = try file.mappedNumbers("millisecondOfDay")
      kinds = try file.mappedNumbers("kind")
      contentHashes = try file.mappedNumbers("contentHash")
      numbers = try file.collection.numberColumns.map { column throws(HistoryDamage) in
        try file.mappedNumbers(column.rawValue)
      }
      files = try file.mappedText("originFile")
      offsets = try file.mappedNumbers("originOffset")
      var retracted: [Bool] = []
      for location in 0..<files.strings.count {
        retracted.append(isRetracted(files.strings.text(location)))
      }
      self.isRetracted = retracted
      hasRetracted = retracted.contains(true)
      file.release()
    }
  }

  /// The rows of all pieces.
  ///
  /// - Throws: `.order` if a piece is not sorted, `.repeatedId` if an id occurs twice.
  init(_ pieces: [Piece], of collection: EventCollection, on day: Day) throws(HistoryDamage) {
    self.collection = collection
    self.day = day
    self.pieces = pieces
    var merge = RowMerge(pieces)
    var order: [UInt64] = []
    order.reserveCapacity(pieces.reduce(0) { $0 + $1.file.rows - $1.dropped.count })
    var last: RowMerge.Head?
    while let next = merge.next() {
      if let last {
        guard merge.precedes(last, next) else {
          throw merge.precedes(next, last) ? .order : .repeatedId
        }
      }
      last = next
      order.append(UInt64(next.piece) << 32 | UInt64(next.row))
      if order.count % Self.rowsAtOnce == 0 { for piece in pieces { piece.file.release() } }
    }
    self.order = order
    release()
  }

  private static let rowsAtOnce = 1 << 17
  private static let bytesAtOnce = 16 << 20

  var count: Int { order.count }

  @inline(__always)
  private func location(_ row: Int) -> (piece: Int, row: Int) {
    (Int(order[row] >> 32), Int(order[row] & 0xFFFF_FFFF))
  }

  func id(_ row: Int) -> UnsafeRawBufferPointer {
    let (piece, row) = location(row)
    return unsafe pieces[piece].ids.bytes(row)
  }

  func kind(_ row: Int) -> UInt8 {
    let (piece, row) = location(row)
    return UInt8(truncatingIfNeeded: pieces[piece].kinds[row])
  }

  func millisecond(_ row: Int) -> UInt64 {
    let (piece, row) = location(row)
    return pieces[piece].milliseconds[row]
  }

  func contentHash(_ row: Int) -> UInt64 {
    let (piece, row) = location(row)
    return pieces[piece].contentHashes[row]
  }

  func number(_ column: Int, _ row: Int) -> Float {
    let (piece, row) = location(row)
    return Float(bitPattern: UInt32(truncatingIfNeeded: pieces[piece].numbers[column][row]))
  }

  func offset(_ row: Int) -> UInt64 {
    let (piece, row) = location(row)
    return pieces[piece].offsets[row]
  }

  func write(_ column: Int, to writer: inout PartitionWriter) throws {
    let name = collection.textColumns[column].rawValue
    let texts = try pieces.map { piece throws(HistoryDamage) in try piece.file.mappedText(name) }
    let (codes, strings) = distinct(texts)
    try unsafe writer.text(name, codes, of: strings.count, didWrite: { release() }) {
      let (piece, string) = strings[$0]
      return unsafe texts[Int(piece)].strings.bytes(Int(string))
    }
  }

  func files() -> CodedStrings {
    let (codes, strings) = distinct(pieces.map(\.files))
    var paths = ByteStrings()
    for (piece, string) in strings {
      let text = pieces[Int(piece)].files.strings
      paths.append(text[Int(string)])
    }
    return CodedStrings(codes: codes, strings: paths)
  }

  /// The texts of all pieces with common codes, and where the string of each code is. Each distinct
  /// text of a piece is looked up once. None is copied: a day's texts may be larger than memory.
  private func distinct(
    _ texts: [(codes: MappedColumn, strings: MappedStrings)]
  ) -> (codes: [UInt32], strings: [(piece: UInt32, string: UInt32)]) {
    var strings: [(piece: UInt32, string: UInt32)] = []
    var known: [UInt64: UInt32] = [:]
    var translated = texts.map { [UInt32](repeating: .max, count: $0.strings.count) }
    var codes: [UInt32] = []
    codes.reserveCapacity(count)
    var unreleased = 0
    /// The code of a string of a piece, which is added if it is new.
    func code(of string: Int, in piece: Int) -> UInt32 {
      let text = texts[piece].strings
      unreleased += text[string].count
      var key = hash64(of: text[string])
      while let code = known[key] {
        let place = strings[Int(code)]
        let other = texts[Int(place.piece)].strings
        if areEqual(other[Int(place.string)], text[string]) { return code }
        // Another string has the same hash: the next key.
        key &+= 1
      }
      let code = UInt32(strings.count)
      known[key] = code
      strings.append((UInt32(piece), UInt32(string)))
      return code
    }
    for row in 0..<count {
      let (piece, row) = location(row)
      let old = Int(texts[piece].codes[row])
      if translated[piece][old] == .max { translated[piece][old] = code(of: old, in: piece) }
      codes.append(translated[piece][old])
      if codes.count % Self.rowsAtOnce == 0 || unreleased > Self.bytesAtOnce {
        unreleased = 0
        release()
      }
    }
    return (codes, strings)
  }

  func release() {
    for piece in pieces { piece.file.release() }
  }
}

/// Merges the rows of sorted pieces by instant and id.
struct RowMerge {
  private let pieces: [MergedRows.Piece]
  /// The next row of each piece, the smallest first: a binary heap.
  private var heads: [Head] = []
  /// By piece: the number of dropped rows that were passed.
  private var droppedBehind: [Int]

  struct Head {
    let piece: Int
    let row: Int
    let millisecond: UInt64
  }

  init(_ pieces: [MergedRows.Piece]) {
    self.pieces = pieces
    droppedBehind = pieces.map { _ in 0 }
    for piece in pieces.indices {
      guard let head = head(of: piece, from: 0) else { continue }
      heads.append(head)
    }
    heads.sort { [pieces] in Self.precedes($0, $1, pieces) }
  }

  /// Whether a row precedes another by instant and then by id.
  func precedes(_ left: Head, _ right: Head) -> Bool { Self.precedes(left, right, pieces) }

  private static func precedes(
    _ left: Head, _ right: Head, _ pieces: [MergedRows.Piece]
  ) -> Bool {
    guard left.millisecond == right.millisecond else {
      return left.millisecond < right.millisecond
    }
    // Both files are open as long as the pieces exist.
    let (id, other) = unsafe (
      pieces[left.piece].ids.bytes(left.row), pieces[right.piece].ids.bytes(right.row)
    )
    return unsafe id.lexicographicallyPrecedes(other)
  }

  mutating func next() -> Head? {
    guard let first = heads.first else { return nil }
    if let head = head(of: first.piece, from: first.row + 1) {
      heads[0] = head
    } else {
      let last = heads.removeLast()
      if heads.isEmpty { return first }
      heads[0] = last
    }
    sink()
    return first
  }

  /// Moves the first head down the heap.
  private mutating func sink() {
    var parent = 0
    while true {
      var first = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heads.count && precedes(heads[child], heads[first]) { first = child }
      guard first != parent else { return }
      heads.swapAt(parent, first)
      parent = first
    }
  }

  /// The first row of a piece, from `row` on, that is not left out.
  private mutating func head(of piece: Int, from row: Int) -> Head? {
    let source = pieces[piece]
    for row in row..<max(row, source.file.rows) {
      if droppedBehind[piece] < source.dropped.count,
        source.dropped[droppedBehind[piece]] == row
      {
        droppedBehind[piece] += 1
        continue
      }
      if source.hasRetracted, source.isRetracted[Int(source.files.codes[row])] { continue }
      return Head(piece: piece, row: row, millisecond: source.milliseconds[row])
    }
    return nil
  }
}
