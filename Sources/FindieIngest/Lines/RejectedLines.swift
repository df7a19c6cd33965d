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

  mutating func add(_ fault: LineFault, _ line: InputRow, in buffer: [UInt8]) {
    counts[fault.reason.rawValue, default: 0] += 1
    count += 1
    guard stored.count < limits.storedLines, storedBytes < limits.storedBytesPerFile else { return }
    let bytes = RejectedLines.beginning(of: buffer[line.range], limits.storedBytesPerLine)
    storedBytes += bytes.count
    stored.append(
      RejectedLine(
        file: file, line: line.number, byteOffset: line.byteOffset, reason: fault.reason,
        detail: fault.detail, bytes: bytes, length: line.length))
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
