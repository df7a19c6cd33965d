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
    interactions = CollectionReader(.interactions, for: reader, into: staging)
    analytics = CollectionReader(.analytics, for: reader, into: staging)
  }

  mutating func read(
    _ slice: FileSlice, progress: (Int) throws -> Void
  ) throws -> SliceLines {
    let file = try slice.open()
    defer { slice.close() }
    let limit = reader.limits.eventLineBytes
    let lines = SliceLines(of: slice.source, file.status, limits: reader.limits)
    switch (slice.source.format, slice.source.collection.events) {
    case (.json, _), (.csv, nil):
      let rows = try LineReader(
        file, slice: slice.bytes, limit: limit, chunk: chunk, decodesAhead: decodesAhead)
      return try read(rows, of: slice.source, into: lines, progress)
    case (.csv, let collection?):
      let rows = try CSVReader(
        file, slice: slice.bytes, CSVSchema(collection), limit: limit, chunk: chunk,
        decodesAhead: decodesAhead)
      return try read(rows, of: slice.source, into: lines, progress)
    }
  }

  private mutating func read(
    _ rows: consuming some RowSource & ~Copyable, of source: InputSource,
    into lines: consuming SliceLines, _ progress: (Int) throws -> Void
  ) throws -> SliceLines {
    let file = staging.file(source.path)
    switch source.collection.events {
    case .interactions:
      try analytics.buffer.flush()
      return try interactions.read(rows, file: file, into: lines, progress)
    case .analytics:
      try interactions.buffer.flush()
      return try analytics.read(rows, file: file, into: lines, progress)
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

/// Reads rows of one collection.
struct CollectionReader: ~Copyable {
  private var decoder: EventDecoder
  /// Decoded rows that are not in the buffer yet, all of one file.
  private var batch: EventBatch
  /// Nil if no player is to be forgotten.
  private var forgotten: ForgottenLines?
  private let badShareLimit: BadShareLimit?
  fileprivate var buffer: EventBuffer

  /// The number of bytes between two reports of the progress.
  private static let bytesPerReport = 4 << 20

  init(
    _ collection: EventCollection, for reader: EventReader, into staging: Staging
  ) {
    badShareLimit = reader.badShareLimit
    batch = EventBatch(collection)
    forgotten = reader.forgotten.map { ForgottenLines($0, collection) }
    decoder = EventDecoder(
      collection, limits: reader.limits, contract: reader.contract, latest: reader.latest)
    buffer = EventBuffer(collection, into: staging, limitInBytes: reader.limits.bufferBytes)
  }

  mutating func read(
    _ rows: consuming some RowSource & ~Copyable, file: UInt32,
    into slice: consuming SliceLines, _ progress: (Int) throws -> Void
  ) throws -> SliceLines {
    var reported = 0
    while let row = try rows.next() {
      if rows.bytesRead - reported >= Self.bytesPerReport {
        try progress(rows.bytesRead - reported)
        reported = rows.bytesRead
      }
      slice.beginRow()
      let fault: LineFault? =
        if let fault = row.fault { fault } else {
          try decode(row, in: rows.buffer, file: file, &slice)
        }
      if let fault { slice.reject(row, for: fault, in: rows, forgotten: &forgotten) }
      if slice.isHopeless(by: badShareLimit, in: rows) { break }
    }
    try buffer.take(&batch, from: file)
    if rows.bytesRead > reported { try progress(rows.bytesRead - reported) }
    slice.counts.warnings = decoder.takeWarnings()
    let good = slice.counts.read - slice.rejected.count
    if good > 0 { for name in rows.assumptions { slice.counts.warnings[name] = good } }
    slice.counts.add(notes: decoder.takeNotes())
    slice.finish(rows)
    return slice
  }

  /// Decodes the row's event, or those of its items. Each item counts as a line, but all invalid
  /// items together count as one.
  ///
  /// - Returns: the fault of the row or of its first invalid item.
  private mutating func decode(
    _ row: InputRow, in bytes: [UInt8], file: UInt32, _ slice: inout SliceLines
  ) throws -> LineFault? {
    var isFirst = true
    var fault: LineFault?
    repeat {
      do throws(LineFault) {
        let outcome =
          try isFirst
          ? decoder.decode(bytes.span, row.range, offset: row.byteOffset, into: &batch)
          : decoder.decodeItem(offset: row.byteOffset, into: &batch)
        if !isFirst { slice.counts.read += 1 }
        count(outcome, &slice)
      } catch {
        if fault == nil {
          if !isFirst { slice.counts.read += 1 }
          fault = error
        }
      }
      isFirst = false
      if batch.isFull { try buffer.take(&batch, from: file) }
    } while decoder.hasItems
    return fault
  }

  private mutating func count(_ outcome: EventDecoder.Outcome, _ slice: inout SliceLines) {
    switch outcome {
    case .ignored: slice.counts.ignored += 1
    case .event(let shape):
      if forgotten?.areOfForgotten(batch, row: batch.count - 1) ?? false {
        slice.forget()
        batch.removeLast()
      } else {
        slice.shapes.add(shape)
      }
    }
  }
}
