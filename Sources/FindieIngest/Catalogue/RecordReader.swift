import FindieDomain
import FindieHistory

/// What one thread needs to read slices of one collection's files one after the other.
struct RecordReader<Record: ParsedRecord>: ~Copyable {
  private let limits: IngestLimits
  private let forgotten: (@Sendable (String) -> Bool)?
  private let decodesAhead: Bool
  private var parser: RecordParser<Record.Field>

  init(
    _ limits: IngestLimits, forgotten: (@Sendable (String) -> Bool)? = nil, decodesAhead: Bool
  ) {
    self.limits = limits
    self.forgotten = forgotten
    self.decodesAhead = decodesAhead
    parser = RecordParser(limits: limits)
  }

  mutating func read(_ slice: FileSlice) throws(IngestFailure) -> ReadRecords<Record> {
    let source = slice.source
    var lines = try LineReader(
      source.url, source.compression, slice: slice.bytes, limit: limits.catalogueLineBytes,
      decodesAhead: decodesAhead)
    var read = ReadRecords<Record>(rejected: RejectedLines(file: source.path, limits: limits))
    var named = forgotten.map { ForgottenLines($0) }
    while let line = try lines.next() {
      read.counts.read += 1
      do throws(LineFault) {
        if let fault = line.state.fault { throw fault }
        try parser.open(lines.buffer.span, line.range)
        var record = try Record(from: &parser)
        if let forgotten {
          guard let rest = record.forgetting(forgotten) else {
            read.counts.read -= 1
            continue
          }
          record = rest
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
          read.counts.read -= 1
        } else {
          read.rejected.add(error, line, in: lines.buffer)
        }
      }
    }
    read.lines = lines.number
    read.blockHashes = lines.blockHashes
    return read
  }
}

/// What became of a slice's lines.
struct ReadRecords<Record: ParsedRecord>: SliceLines, Sendable {
  /// By line.
  var records: [Record] = []
  /// What is said of a record, by its place, if it is kept in the end.
  var warnings: [(place: Int, names: [String])] = []
  var counts = LineCounts()
  var rejected: RejectedLines
  var lines = 0
  var blockHashes: [UInt64] = []

  init(rejected: RejectedLines) {
    self.rejected = rejected
  }
}
