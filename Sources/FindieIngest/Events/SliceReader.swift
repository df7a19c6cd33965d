import FindieHistory

/// What one thread needs to read slices of files one after the other, and what it holds back to stage
/// more at a time.
struct SliceReader: ~Copyable {
  private let reader: EventReader
  private let staging: Staging
  private let chunk: Int
  private let decodesAhead: Bool
  private var interactions: CollectionReader
  private var analytics: CollectionReader

  init(
    _ reader: EventReader, into staging: Staging, chunk: Int, decodesAhead: Bool
  ) {
    self.reader = reader
    self.staging = staging
    self.chunk = chunk
    self.decodesAhead = decodesAhead
    interactions = CollectionReader(.interactions, reader, staging)
    analytics = CollectionReader(.analytics, reader, staging)
  }

  mutating func read(
    _ slice: FileSlice, progress: (Int) throws -> Void
  ) throws -> ReadSlice {
    let source = slice.source
    let lines = try LineReader(
      source.url, source.compression, slice: slice.bytes, limit: reader.limits.eventLineBytes,
      chunk: chunk, decodesAhead: decodesAhead)
    switch source.collection.events {
    case .interactions:
      try analytics.buffer.flush()
      return try interactions.read(lines, of: source, staging.file(source.path), progress)
    case .analytics:
      try interactions.buffer.flush()
      return try analytics.read(lines, of: source, staging.file(source.path), progress)
    case nil:
      preconditionFailure("\(source.path) is of \(source.collection.rawValue), not of events")
    }
  }

  /// Stages what is held back.
  mutating func finish() throws {
    try interactions.buffer.flush()
    try analytics.buffer.flush()
  }
}

/// Reads lines of one collection: a scanner takes those of a form that it has learned, the decoder
/// decides on all others.
struct CollectionReader: ~Copyable {
  private let limits: IngestLimits
  private let scans: Bool
  private var templates: LineTemplates
  private var lists: RawLists
  private var rows: LineRows
  private var decoder: EventDecoder
  /// The one row that the decoder made.
  private var batch: EventBatch
  /// Nil where no player is to be forgotten.
  private var forgotten: ForgottenLines?
  fileprivate var buffer: EventBuffer

  init(
    _ collection: EventCollection, _ reader: EventReader, _ staging: Staging
  ) {
    limits = reader.limits
    // The scanner knows the default contract's checks only.
    scans = reader.scans && reader.contract.isNoStricterThanDefault(in: collection)
    templates = LineTemplates(collection, limits: reader.limits, latest: reader.latest)
    lists = RawLists(elementLimit: reader.limits.idBytes)
    rows = LineRows(collection)
    batch = EventBatch(collection)
    forgotten = reader.forgotten.map { ForgottenLines($0, collection) }
    decoder = EventDecoder(
      collection, limits: reader.limits, contract: reader.contract, latest: reader.latest)
    buffer = EventBuffer(collection, into: staging, limitInBytes: reader.limits.bufferBytes)
  }

  mutating func read(
    _ input: consuming LineReader, of source: InputSource, _ file: UInt32,
    _ progress: (Int) throws -> Void
  ) throws -> ReadSlice {
    var lines = input
    var slice = ReadSlice(rejected: RejectedLines(file: source.path, limits: limits))
    var reported = 0
    while true {
      if lines.bytesRead > reported {
        try progress(lines.bytesRead - reported)
        reported = lines.bytesRead
      }
      if scans, try scan(&lines, file, &slice) || lines.extendPending() { continue }
      guard let line = try lines.next() else { break }
      slice.counts.read += 1
      if let fault = line.state.fault {
        reject(fault, line, in: lines.buffer, &slice)
      } else {
        try decode(line, in: lines.buffer, file, &slice)
      }
    }
    slice.counts.byShape = slice.shapes.byName
    slice.counts.warnings = decoder.takeWarnings()
    slice.lines = lines.number
    slice.blockHashes = lines.blockHashes
    return slice
  }

  /// Has the scanner take what it can of the lines that are in memory; whether it took any.
  private mutating func scan(
    _ lines: inout LineReader, _ file: UInt32, _ slice: inout ReadSlice
  ) throws -> Bool {
    let pending = lines.pending
    let (firstOffset, linesBefore) = (lines.pendingOffset, lines.number)
    let next = templates.scan(
      lines.buffer.span, from: pending.lowerBound, to: pending.upperBound, into: &rows)
    guard next > pending.lowerBound else { return false }
    slice.counts.read += rows.count
    lines.advance(to: next, lines: rows.count)
    rows.resolve(
      &lists, buffer: lines.buffer.span, offsetOfStart: firstOffset - pending.lowerBound)
    if var forgotten {
      self.forgotten = nil
      slice.counts.read -= rows.remove { forgotten.areOfForgotten($0, row: $1) }
      self.forgotten = forgotten
    }
    slice.shapes.add(.plain, lines: rows.count(of: .plain))
    slice.shapes.add(.wrapped, lines: rows.count(of: .wrapped))
    try buffer.take(&rows.batch, from: file)
    for declined in rows.declined {
      // A list that is none: the decoder says what is wrong with the line.
      let line = LineReader.Line(
        number: linesBefore + declined.row + 1,
        byteOffset: firstOffset - pending.lowerBound + declined.range.lowerBound,
        range: declined.range, length: declined.range.count, state: .whole)
      try decode(line, in: lines.buffer, file, &slice)
    }
    rows.removeAll()
    lists.startOverIfFull()
    return true
  }

  /// Decides on a line that the scanner did not take, and learns its form where it is sound.
  private mutating func decode(
    _ line: LineReader.Line, in bytes: [UInt8], _ file: UInt32, _ slice: inout ReadSlice
  ) throws {
    let outcome: EventDecoder.Outcome
    do throws(LineFault) {
      outcome = try decoder.decode(
        bytes.span, line.range, offset: line.byteOffset, into: &batch)
    } catch {
      reject(error, line, in: bytes, &slice)
      return
    }
    guard case .event(let shape) = outcome else {
      slice.counts.ignored += 1
      return
    }
    if forgotten?.areOfForgotten(batch, row: 0) ?? false {
      slice.counts.read -= 1
      batch.count = 0
      return
    }
    slice.shapes.add(shape)
    try buffer.take(&batch, from: file)
    if scans, shape == .plain || shape == .wrapped {
      templates.learn(from: bytes.span.extracting(line.range))
    }
  }
}

extension CollectionReader {
  /// Counts and keeps a bad line, unless it names a player who is to be forgotten.
  private mutating func reject(
    _ fault: LineFault, _ line: LineReader.Line, in bytes: [UInt8], _ slice: inout ReadSlice
  ) {
    guard forgotten?.isNamed(in: bytes[line.range]) ?? false else {
      slice.rejected.add(fault, line, in: bytes)
      return
    }
    slice.counts.read -= 1
  }
}

/// What became of a slice's lines.
struct ReadSlice: SliceLines, Sendable {
  var counts = LineCounts()
  var shapes = ShapeCounts()
  /// Numbered from the slice's first line.
  var rejected: RejectedLines
  /// How many lines there are, blank ones among them.
  var lines = 0
  var blockHashes: [UInt64] = []

  init(rejected: RejectedLines) {
    self.rejected = rejected
  }
}
