import FindieDomain
import FindieHistory

/// Reads slices of the files of one collection, on one thread.
struct RecordReader<Record: CollectedRecord>: ~Copyable {
  private let limits: IngestLimits
  private let forgotten: (@Sendable (String) -> Bool)?
  private let decodesAhead: Bool
  private let badShareLimit: BadShareLimit?
  private var parser: RecordParser<Record>

  init(
    _ limits: IngestLimits, forgotten: (@Sendable (String) -> Bool)? = nil,
    latestChange: Timestamp? = nil, decodesAhead: Bool, badShareLimit: BadShareLimit? = nil
  ) {
    self.badShareLimit = badShareLimit
    self.limits = limits
    self.forgotten = forgotten
    self.decodesAhead = decodesAhead
    parser = RecordParser(limits: limits, latestChange: latestChange)
  }

  mutating func read(_ slice: FileSlice) throws(IngestFailure) -> ReadRecords<Record> {
    let file = try slice.open()
    defer { slice.close() }
    var lines = try LineReader(
      file, slice: slice.bytes, limit: limits.catalogueLineBytes, decodesAhead: decodesAhead)
    var read = ReadRecords<Record>(
      status: file.status, rejected: RejectedLines(file: slice.source.path, limits: limits))
    var named = forgotten.map { ForgottenLines($0) }
    while let line = try lines.next() {
      if lines.isWholeFile, let badShareLimit,
        badShareLimit.endsReading(
          read: read.counts.read, rejected: read.rejected.count, rest: lines.mostBytesLeft)
      {
        break
      }
      read.counts.read += 1
      do throws(LineFault) {
        if let fault = line.state.fault { throw fault }
        var record = try parser.record(lines.buffer.span, line.range)
        if let forgotten {
          guard let remaining = record.forgetting(forgotten) else {
            read.counts.forget()
            continue
          }
          record = remaining
        }
        let broken = record.brokenRules
        if let rule = broken.first(where: { $0.severity == .reject }) {
          throw LineFault(.brokenRule, rule.name)
        }
        if !parser.warnings.isEmpty || !broken.isEmpty {
          read.warnings.append((read.records.count, parser.warnings + broken.map(\.name)))
        }
        read.records.append(record)
      } catch {
        if named?.isNamed(in: lines.buffer[line.range]) ?? false {
          read.counts.forget()
        } else {
          read.rejected.add(error, line, in: lines.buffer)
        }
      }
    }
    read.unknownWords = parser.takeUnknownWords()
    read.lines = lines.number
    read.blockHashes = lines.blockHashes
    return read
  }
}

/// The records and the counts of a slice.
struct ReadRecords<Record: CollectedRecord>: SliceLines, Sendable {
  /// By line.
  var records: [Record] = []
  /// The warnings about a record, by its index. They count if no other record replaces it.
  var warnings: [(index: Int, names: [String])] = []
  /// The unknown words of all lines, by field.
  var unknownWords: [String: WordCounts] = [:]
  var counts = LineCounts()
  var rejected: RejectedLines
  var lines = 0
  var blockHashes: [UInt64] = []
  let status: FileStatus

  init(status: FileStatus, rejected: RejectedLines) {
    self.status = status
    self.rejected = rejected
  }
}
