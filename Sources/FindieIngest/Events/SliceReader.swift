package import FindieHistory

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
    let file = try slice.open()
    defer { slice.close() }
    let limit = reader.limits.eventLineBytes
    switch (slice.source.format, slice.source.collection.events) {
    case (.json, _), (.csv, nil):
      let lines = try LineReader(
        file, slice: slice.bytes, limit: limit, chunk: chunk, decodesAhead: decodesAhead)
      return try read(lines, of: slice.source, file.status, progress)
    case (.csv, let collection?):
      let rows = try CSVReader(
        file, slice: slice.bytes, CSVSchema(collection), limit: limit, chunk: chunk,
        decodesAhead: decodesAhead)
      return try read(rows, of: slice.source, file.status, progress)
    }
  }

  private mutating func read(
    _ rows: consuming some RowSource & ~Copyable, of source: InputSource, _ status: FileStatus,
    _ progress: (Int) throws -> Void
  ) throws -> ReadSlice {
    let file = staging.file(source.path)
    switch source.collection.events {
    case .interactions:
      try analytics.buffer.flush()
      return try interactions.read(rows, of: source, status, file, progress)
    case .analytics:
      try interactions.buffer.flush()
      return try analytics.read(rows, of: source, status, file, progress)
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
    _ rows: consuming some RowSource & ~Copyable, of source: InputSource, _ status: FileStatus,
    _ file: UInt32, _ progress: (Int) throws -> Void
  ) throws -> ReadSlice {
    var slice = ReadSlice(
      status: status, rejected: RejectedLines(file: source.path, limits: limits))
    var (reported, taken) = (0, 0)
    while let row = try rows.next() {
      if rows.bytesRead - reported >= Self.bytesPerReport {
        try progress(rows.bytesRead - reported)
        reported = rows.bytesRead
      }
      slice.counts.read += 1
      taken += 1
      let fault: LineFault? =
        if let fault = row.fault { fault } else {
          try decode(row, in: rows.buffer, file, &slice)
        }
      if let fault {
        reject(fault, row, in: rows.buffer, rows.names, &slice)
      }
      if rows.isWholeFile, let badShareLimit,
        badShareLimit.endsReading(
          after: taken, read: slice.counts.read, rejected: slice.rejected.count,
          rest: rows.mostBytesLeft)
      {
        break
      }
    }
    try buffer.take(&batch, from: file)
    if rows.bytesRead > reported { try progress(rows.bytesRead - reported) }
    slice.counts.byShape = slice.shapes.byName
    slice.counts.warnings = decoder.takeWarnings()
    let good = slice.counts.read - slice.rejected.count
    if good > 0 { for name in rows.assumptions { slice.counts.warnings[name] = good } }
    slice.counts.add(notes: rows.notes)
    slice.counts.add(notes: decoder.takeNotes())
    slice.names = rows.names
    slice.lines = rows.number
    slice.blockHashes = rows.blockHashes
    return slice
  }

  /// Decodes the row's event, or those of its items. Each item counts as a line, but all invalid
  /// items together count as one.
  ///
  /// - Returns: the fault of the row or of its first invalid item.
  private mutating func decode(
    _ row: InputRow, in bytes: [UInt8], _ file: UInt32, _ slice: inout ReadSlice
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

  /// Counts and stores a bad row, unless it names a player who is to be forgotten: then only its
  /// other lines count.
  private mutating func reject(
    _ fault: LineFault, _ row: InputRow, in bytes: [UInt8], _ names: FieldNames,
    _ slice: inout ReadSlice
  ) {
    let lines = row.linesLost(to: fault)
    slice.counts.read += lines - 1
    guard forgotten?.isNamed(in: bytes[row.range]) ?? false else {
      slice.rejected.add(fault, row, in: bytes, names)
      return
    }
    slice.counts.forget()
    slice.rejected.addLost(lines - 1, fault.reason)
  }
}

extension LineCounts {
  /// Skips a line that was read and belongs to a player who asked to be forgotten.
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
  var names = FieldNames()
  let status: FileStatus

  init(status: FileStatus, rejected: RejectedLines) {
    self.status = status
    self.rejected = rejected
  }
}

/// Identifies the lines of players who are to be forgotten.
package struct ForgottenLines: Sendable {
  private var ids: ForgottenIds
  private let player: Int

  package init(
    _ isForgotten: @escaping @Sendable (String) -> Bool,
    _ collection: EventCollection = .interactions
  ) {
    ids = ForgottenIds(isForgotten)
    guard let index = collection.textColumns.firstIndex(of: .userId) else {
      preconditionFailure("events of \(collection.rawValue) have no player")
    }
    player = index
  }

  mutating func areOfForgotten(_ batch: borrowing EventBatch, row: Int) -> Bool {
    ids.contains(batch.text(of: player, row))
  }

  /// Whether a rejected line names such a player: between two double or two single quotes, without
  /// quotes as the value of a key such as `userId`, or as a field of CSV; plain or with escapes.
  ///
  /// The line may not be JSON, so it is not parsed: every piece that could be a text is checked.
  package mutating func isNamed(in line: ArraySlice<UInt8>) -> Bool {
    var line = line
    // A text may be JSON itself, whose texts may be too: their quotes are escaped once more.
    for _ in 0..<Self.mostLevels {
      if isNamed(inPiecesOf: line) { return true }
      let inner = line.contains(UInt8(ascii: "\\")) ? line.unescaped[...] : line
      guard inner.count < line.count else { return false }
      line = inner
    }
    return false
  }

  /// At this depth, a quote has two billion backslashes.
  private static let mostLevels = 32

  private mutating func isNamed(inPiecesOf line: ArraySlice<UInt8>) -> Bool {
    for quote in [UInt8(ascii: "\""), UInt8(ascii: "'")] where line.contains(quote) {
      // A broken line does not show which quotes are part of a text.
      for pieces in [line.pieces(between: quote), line.pieces(betweenUnescaped: quote)] {
        // In a bad CSV row, which is an array, a quotation mark may have joined fields and rows.
        let isJoined = ([line] + pieces).contains { $0.first == UInt8(ascii: "[") }
        if pieces.contains(where: { isForgotten($0, isJoined: isJoined) }) { return true }
      }
    }
    if line.unquotedPlayers.contains(where: { isForgotten($0) }) { return true }
    return line.first != UInt8(ascii: "{") && isForgotten(line, isJoined: true)
  }

  /// - Parameter isJoined: whether the text may consist of several CSV fields. A text of several
  ///   lines always may.
  private mutating func isForgotten(_ text: ArraySlice<UInt8>, isJoined: Bool = false) -> Bool {
    if ids.contains(Array(text).span) { return true }
    let isEscaped = text.contains(UInt8(ascii: "\\"))
    guard isEscaped || isJoined else { return false }
    let text = isEscaped ? text.unescaped : Array(text)
    if isEscaped, ids.contains(text.span) { return true }
    guard isJoined || text.contains(0x0A) else { return false }
    return text.split { ",;\t\r\n\"".utf8.contains($0) }.contains { ids.contains(Array($0).span) }
  }
}
