import FindieHistory

/// Reads slices of files, one after the other, on one thread.
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
    let file = try slice.open()
    defer { slice.close() }
    let lines = try LineReader(
      file, slice: slice.bytes, limit: reader.limits.eventLineBytes, chunk: chunk,
      decodesAhead: decodesAhead)
    switch source.collection.events {
    case .interactions:
      try analytics.buffer.flush()
      return try interactions.read(
        lines, of: source, file.status, staging.file(source.path), progress)
    case .analytics:
      try interactions.buffer.flush()
      return try analytics.read(lines, of: source, file.status, staging.file(source.path), progress)
    case nil:
      preconditionFailure("\(source.path) is of \(source.collection.rawValue), not of events")
    }
  }

  /// Stages the remaining events.
  mutating func finish() throws {
    try interactions.buffer.flush()
    try analytics.buffer.flush()
  }
}

/// Reads lines of one collection.
struct CollectionReader: ~Copyable {
  private var decoder: EventDecoder
  /// Decoded rows that are not in the buffer yet, all of one file.
  private var batch: EventBatch
  /// Nil if no player is to be forgotten.
  private var forgotten: ForgottenLines?
  private let limits: IngestLimits
  private let badShareLimit: BadShareLimit?
  fileprivate var buffer: EventBuffer

  /// The number of bytes between two reports of the progress.
  private static let bytesPerReport = 4 << 20

  init(
    _ collection: EventCollection, _ reader: EventReader, _ staging: Staging
  ) {
    limits = reader.limits
    badShareLimit = reader.badShareLimit
    batch = EventBatch(collection)
    forgotten = reader.forgotten.map { ForgottenLines($0, collection) }
    decoder = EventDecoder(
      collection, limits: reader.limits, contract: reader.contract, latest: reader.latest)
    buffer = EventBuffer(collection, into: staging, limitInBytes: reader.limits.bufferBytes)
  }

  mutating func read(
    _ input: consuming LineReader, of source: InputSource, _ status: FileStatus, _ file: UInt32,
    _ progress: (Int) throws -> Void
  ) throws -> ReadSlice {
    var lines = input
    var slice = ReadSlice(
      status: status, rejected: RejectedLines(file: source.path, limits: limits))
    var reported = 0
    while let line = try lines.next() {
      if lines.bytesRead - reported >= CollectionReader.bytesPerReport {
        try progress(lines.bytesRead - reported)
        reported = lines.bytesRead
      }
      slice.counts.read += 1
      if let fault = line.state.fault {
        reject(fault, line, in: lines.buffer, &slice)
      } else {
        try decode(line, in: lines.buffer, file, &slice)
      }
      if lines.isWholeFile, let badShareLimit,
        badShareLimit.endsReading(
          read: slice.counts.read, rejected: slice.rejected.count, rest: lines.mostBytesLeft)
      {
        break
      }
    }
    try buffer.take(&batch, from: file)
    if lines.bytesRead > reported { try progress(lines.bytesRead - reported) }
    slice.counts.byShape = slice.shapes.byName
    slice.counts.warnings = decoder.takeWarnings()
    slice.lines = lines.number
    slice.blockHashes = lines.blockHashes
    return slice
  }

  /// Decodes the line's event, or those of its items. Each item counts as a line; the invalid ones count as
  /// one together.
  private mutating func decode(
    _ line: LineReader.Line, in bytes: [UInt8], _ file: UInt32, _ slice: inout ReadSlice
  ) throws {
    var (isFirst, isRejected) = (true, false)
    repeat {
      do throws(LineFault) {
        let outcome =
          try isFirst
          ? decoder.decode(bytes.span, line.range, offset: line.byteOffset, into: &batch)
          : decoder.decodeItem(offset: line.byteOffset, into: &batch)
        if !isFirst { slice.counts.read += 1 }
        count(outcome, &slice)
      } catch {
        if !isRejected {
          if !isFirst { slice.counts.read += 1 }
          reject(error, line, in: bytes, &slice)
        }
        isRejected = true
      }
      isFirst = false
      if batch.isFull { try buffer.take(&batch, from: file) }
    } while decoder.hasItems
  }

  private mutating func count(_ outcome: EventDecoder.Outcome, _ slice: inout ReadSlice) {
    switch outcome {
    case .ignored: slice.counts.ignored += 1
    case .event(let shape):
      if forgotten?.areOfForgotten(batch, row: batch.count - 1) ?? false {
        slice.counts.forget()
        batch.removeLast()
      } else {
        slice.shapes.add(shape)
      }
    }
  }

  /// Counts and stores a bad line, unless it names a player who is to be forgotten.
  private mutating func reject(
    _ fault: LineFault, _ line: LineReader.Line, in bytes: [UInt8], _ slice: inout ReadSlice
  ) {
    guard forgotten?.isNamed(in: bytes[line.range]) ?? false else {
      slice.rejected.add(fault, line, in: bytes)
      return
    }
    slice.counts.forget()
  }
}

extension LineCounts {
  /// Skips a line that was read, of a player who asked to be forgotten.
  mutating func forget() {
    read -= 1
    forgotten += 1
  }
}

/// The outcomes of a slice's lines.
struct ReadSlice: SliceLines, Sendable {
  var counts = LineCounts()
  var shapes = ShapeCounts()
  /// Numbered from the slice's first line.
  var rejected: RejectedLines
  /// The number of lines, including blank ones.
  var lines = 0
  var blockHashes: [UInt64] = []
  let status: FileStatus

  init(status: FileStatus, rejected: RejectedLines) {
    self.status = status
    self.rejected = rejected
  }
}
