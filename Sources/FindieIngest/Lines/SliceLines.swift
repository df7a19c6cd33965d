import FindieFiles
import FindieHistory

/// The outcomes of the lines of a slice of a file.
struct SliceLines: Sendable {
  var counts = LineCounts()
  var shapes = ShapeCounts()
  /// Numbered from the slice's first line.
  private(set) var rejected: RejectedLines
  /// The number of rows so far: a row may have several lines.
  private var rows = 0
  /// The number of lines, including blank ones.
  private(set) var lines = 0
  private(set) var blockHashes: [UInt64] = []
  /// The names that the file has for fields.
  private(set) var names = FieldNames()
  /// The status of the file that was read.
  let status: FileStatus

  init(of source: InputSource, _ status: FileStatus, limits: IngestLimits) {
    self.status = status
    rejected = RejectedLines(file: source.path, limits: limits)
  }

  mutating func beginRow() {
    rows += 1
    counts.read += 1
  }

  /// Skips a line that was read and belongs to a player who asked to be forgotten.
  mutating func forget() {
    counts.read -= 1
    counts.forgotten += 1
  }

  /// Counts and stores a bad row, unless it names a player who is to be forgotten: then only its
  /// other lines count.
  mutating func reject(
    _ row: InputRow, for fault: LineFault, in source: borrowing some RowSource & ~Copyable,
    forgotten: inout ForgottenLines?
  ) {
    let lines = row.linesLost(to: fault)
    counts.read += lines - 1
    if forgotten?.isNamed(in: source.buffer[row.range]) ?? false {
      forget()
      rejected.addLost(lines - 1, fault.reason)
    } else {
      rejected.add(row, for: fault, in: source.buffer, source.names)
    }
  }

  /// Whether the rest of a compressed file need not be read; see `BadShareLimit`.
  func isHopeless(
    by limit: BadShareLimit?, in source: borrowing some RowSource & ~Copyable
  ) -> Bool {
    guard source.isWholeFile, let limit else { return false }
    return limit.endsReading(
      after: rows, read: counts.read, rejected: rejected.count, rest: source.mostBytesLeft)
  }

  /// Notes what is known once all rows were read.
  mutating func finish(_ source: borrowing some RowSource & ~Copyable) {
    counts.byShape = shapes.byName
    counts.add(notes: source.notes)
    names = source.names
    lines = source.number
    blockHashes = source.blockHashes
  }
}
