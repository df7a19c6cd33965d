package import FindieDomain
package import FindieHistory
package import FindieWorkers

/// Reads files of dated events into a staging, and accounts for every line.
///
/// ```swift
/// let reader = EventReader(limits: IngestLimits(), now: now)
/// try history.withStaging(sources.map(\.path)) { staging in
///   let files = try reader.read(sources, into: staging, workers: workers)
///   try history.write(
///     history.update(from: staging, files.map(\.source), by: .threads(workers)))
/// }
/// ```
///
/// Plain files of lines are read in slices on several threads. The memory is bounded, whatever the
/// size of the files.
package struct EventReader: Sendable {
  package let limits: IngestLimits
  /// The run's clock: events more than a day later are `fromTheFuture`.
  package let now: Timestamp
  package let contract: EventContract
  /// The forgotten players, whose lines are skipped without being counted; nil if there are none.
  package let forgotten: (@Sendable (String) -> Bool)?
  /// Reading of a file stops once it exceeds this limit whatever follows. Nil means that every file
  /// is read to its end.
  package let badShareLimit: BadShareLimit?

  package init(
    limits: IngestLimits, now: Timestamp, contract: EventContract = EventContract(),
    forgotten: (@Sendable (String) -> Bool)? = nil, badShareLimit: BadShareLimit? = nil
  ) {
    self.badShareLimit = badShareLimit
    self.contract = contract
    self.limits = limits
    self.now = now
    self.forgotten = forgotten
  }

  private static let toleranceInMilliseconds: Int64 = 86_400_000

  var latest: Timestamp {
    now.adding(milliseconds: Self.toleranceInMilliseconds)
  }

  /// Reads files, several slices at once; the results are in the order of the files.
  ///
  /// - Parameters:
  ///   - progress: called with the number of bytes read since the last call; may throw to stop.
  ///   - chunk: the number of bytes to read at a time; no result depends on it.
  ///   - sliceBytes: the size of a slice; no result depends on it. The default depends on the
  ///     threads.
  /// - Throws: if a file cannot be read, is damaged, or changes while it is read. A bad line is not
  ///   an error.
  /// - Precondition: the sources are of interactions or analytics.
  package func read(
    _ sources: [InputSource], into staging: Staging, workers: Workers,
    chunk: Int = StoredFile.blockBytes, sliceBytes: Int? = nil,
    progress: @Sendable (Int) throws -> Void = { _ in }
  ) throws -> [ReadEvents] {
    let total = sources.reduce(0) { $0 + Int($1.size) }
    let slices = FileSlice.slices(
      of: sources, bytes: sliceBytes ?? Self.sliceBytes(total, workers))
    let read = try workers.map(
      slices.count,
      scratch: {
        SliceReader(self, into: staging, chunk: chunk, decodesAhead: workers.threads > 1)
      }
    ) { index, reader in
      try reader.read(slices[index], progress: progress)
    } finish: { reader in
      try reader.finish()
    }
    var parts = [[SliceLines]](repeating: [], count: sources.count)
    for (slice, part) in zip(slices, read) { parts[slice.file].append(part) }
    return zip(sources, parts).map { ReadEvents($0, $1, limits: limits) }
  }

  /// Large enough that few days are split, small enough that all threads have work until the end.
  private static func sliceBytes(_ total: Int, _ workers: Workers) -> Int {
    workers.threads == 1 ? 1 << 40 : max(16 << 20, total / (2 * workers.threads))
  }
}

/// A file of events: its counts and its rejected lines.
package struct ReadEvents: Sendable {
  /// Its `counts` lack `accepted` and `duplicate`, which the history's update counts.
  package var source: Ledger.Source
  /// By line, up to the limits; the counts include all.
  package let rejected: [RejectedLine]
  /// The names that the file has for fields.
  package let names: FieldNames

  package init(_ source: Ledger.Source, rejected: [RejectedLine]) {
    self.source = source
    self.rejected = rejected
    names = FieldNames()
  }

  /// Combines the slices of a file.
  init(_ source: InputSource, _ slices: [SliceLines], limits: IngestLimits) {
    guard let collection = source.collection.events else {
      preconditionFailure("\(source.path) is of \(source.collection.rawValue), not of events")
    }
    let file = ReadFile(source, slices, limits: limits)
    self.source = Ledger.Source(
      path: source.path, collection: collection, size: file.source.size,
      modifiedNanoseconds: file.source.modifiedNanoseconds,
      contentHash: file.contentHash, counts: file.counts)
    rejected = file.rejected
    names = file.names
  }
}
