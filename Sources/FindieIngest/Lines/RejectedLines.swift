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
    _ fault: LineFault, _ line: InputRow, in buffer: [UInt8], _ names: FieldNames
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

/// The outcomes of the lines of a slice of a file.
protocol SliceLines {
  var counts: LineCounts { get }
  /// Numbered from the slice's first line.
  var rejected: RejectedLines { get }
  /// The number of lines, including blank ones.
  var lines: Int { get }
  var blockHashes: [UInt64] { get }
  /// The names that the file has for fields.
  var names: FieldNames { get }
  /// The status of the file that was read.
  var status: FileStatus { get }
}

/// The outcomes of the lines of a file, from its slices in order.
struct FileLines {
  private(set) var counts = LineCounts()
  /// Numbered from the file's first line.
  private(set) var rejected: RejectedLines
  let contentHash: String
  private(set) var names = FieldNames()
  /// As it was read.
  let source: InputSource

  /// - Precondition: all slices are of one open file.
  init(_ source: InputSource, _ slices: some Sequence<some SliceLines>, _ limits: IngestLimits) {
    rejected = RejectedLines(file: source.path, limits: limits)
    var blockHashes: [UInt64] = []
    var lines = 0
    for slice in slices {
      counts += slice.counts
      rejected.append(slice.rejected, linesBefore: lines)
      lines += slice.lines
      blockHashes += slice.blockHashes
      if !slice.names.isEmpty { names = slice.names }
    }
    counts.rejectedByReason = rejected.counts
    contentHash = blockHashes.contentHash
    self.source = slices.first { _ in true }.map { source.asRead($0.status) } ?? source
  }
}
