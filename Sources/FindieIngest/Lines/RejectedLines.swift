import FindieHistory

/// The rejected lines of one file: all are counted, the first are stored.
struct RejectedLines: Sendable {
  let file: String
  let limits: IngestLimits
  private(set) var stored: [RejectedLine] = []
  private(set) var counts: [String: Int] = [:]
  /// The number of all rejected lines.
  private(set) var count = 0
  private var storedBytes = 0

  init(file: String, limits: IngestLimits) {
    self.file = file
    self.limits = limits
  }

  /// Counts lines that are lost and not stored.
  mutating func addLost(_ lines: Int, _ reason: RejectionReason) {
    guard lines > 0 else { return }
    counts[reason.rawValue, default: 0] += lines
    count += lines
  }

  /// - Parameter names: those that the file has for fields.
  mutating func add(
    _ line: InputRow, for fault: LineFault, in buffer: [UInt8], _ names: FieldNames
  ) {
    let lines = line.linesLost(to: fault)
    addLost(lines, fault.reason)
    guard stored.count < limits.storedLines, storedBytes < limits.storedBytesPerFile else { return }
    let bytes = Self.beginning(of: buffer[line.range], limits.storedBytesPerLine)
    storedBytes += bytes.count
    stored.append(
      RejectedLine(
        file: file, line: line.number, byteOffset: line.byteOffset, reason: fault.reason,
        detail: names.name(of: fault.detail), bytes: bytes, length: line.length, lines: lines))
  }

  /// Appends the lines of the next slice, up to the limits.
  ///
  /// - Parameter linesBefore: the number of lines before the slice.
  mutating func append(_ lines: RejectedLines, linesBefore: Int) {
    counts.merge(lines.counts, uniquingKeysWith: +)
    count += lines.count
    for line in lines.stored {
      guard stored.count < limits.storedLines, storedBytes < limits.storedBytesPerFile else {
        return
      }
      storedBytes += line.bytes.count
      stored.append(line.moved(by: linesBefore))
    }
  }

  /// At most `limit` bytes, cut before a character rather than inside it.
  private static func beginning(of line: ArraySlice<UInt8>, _ limit: Int) -> [UInt8] {
    guard line.count > limit else { return Array(line) }
    var end = line.startIndex + limit
    var steps = 0
    // A UTF-8 character has at most three bytes of the form 10xxxxxx after its first.
    while end > line.startIndex, steps < 3, line[end] & 0xC0 == 0x80 {
      end -= 1
      steps += 1
    }
    return Array(line[..<(line[end] & 0xC0 == 0x80 ? line.startIndex + limit : end)])
  }
}
