package import FindieDomain
package import FindieHistory
package import FindieWorkers

/// Reads files of dated events into columns, and says what became of every line.
///
/// ```swift
/// let reader = EventReader(limits: IngestLimits(), now: now)
/// let files = try reader.read(folder.sources(of: .interactions), workers: workers)
/// let update = try history.update(with: files.map(\.file), workers: workers)
/// ```
package struct EventReader: Sendable {
  package let limits: IngestLimits
  /// The run's clock: events more than a day later are `fromTheFuture`.
  package let now: Timestamp

  package init(limits: IngestLimits, now: Timestamp) {
    self.limits = limits
    self.now = now
  }

  private static let toleranceInMilliseconds: Int64 = 86_400_000

  /// Reads many files at once; the results stand in the files' order.
  package func read(_ sources: [InputSource], workers: Workers) throws -> [ReadEvents] {
    try workers.map(sources.count) { try read(sources[$0]) }
  }

  /// Reads one file to its end.
  ///
  /// - Throws: where the file cannot be read, or is damaged. A bad line is not thrown.
  /// - Precondition: the source is of interactions or analytics.
  /// - Parameter chunk: how many bytes are read at a time; no result depends on it.
  package func read(
    _ source: InputSource, chunk: Int = 1 << 18
  ) throws(IngestFailure) -> ReadEvents {
    guard let collection = source.collection.events else {
      preconditionFailure("\(source.path) is of \(source.collection.rawValue), not of events")
    }
    var lines = try LineReader(
      source.url, source.compression, limit: limits.eventLineBytes, chunk: chunk)
    var decoder = EventDecoder(
      collection, limits: limits,
      latest: now.adding(milliseconds: EventReader.toleranceInMilliseconds))
    var columns = EventColumns(collection)
    var rejected = RejectedLines(file: source.path, limits: limits)
    var counts = LineCounts()
    while let line = try lines.next() {
      counts.read += 1
      do throws(LineFault) {
        if let fault = line.state.fault { throw fault }
        try decoder.decode(lines.buffer.span, line.range, line: line.number, into: &columns)
      } catch {
        rejected.add(error, line, in: lines.buffer)
      }
    }
    counts.rejectedByReason = rejected.counts
    let file = ReadFile(
      source: Ledger.Source(
        path: source.path, collection: collection, size: source.size,
        modifiedNanoseconds: source.modifiedNanoseconds, contentHash: lines.contentHash,
        counts: counts),
      events: columns.table(from: source.path))
    return ReadEvents(file: file, rejected: rejected.kept)
  }
}

/// One file of events: its rows, its counts, and the lines that were not taken in.
package struct ReadEvents: Sendable {
  /// `read`, `rejectedByReason` and `ignored` are counted; `accepted` and `duplicate` when the
  /// history takes the events in.
  package let file: ReadFile
  /// By line; at most as many as the limits keep, while the counts are of all.
  package let rejected: [RejectedLine]

  package init(file: ReadFile, rejected: [RejectedLine]) {
    self.file = file
    self.rejected = rejected
  }
}
