package import FindieDomain
package import FindieHistory
package import FindieWorkers

/// Reads files of dated events into a staging, and says what became of every line.
///
/// ```swift
/// let reader = EventReader(limits: IngestLimits(), now: now)
/// try history.withStaging(sources.map(\.path)) { staging in
///   let files = try reader.read(sources, into: staging, workers: workers)
///   try history.write(
///     history.update(from: staging, files.map(\.source), workers: workers))
/// }
/// ```
///
/// A plain file is read in slices, by several threads at once. What is held in memory at a time has a
/// bound, whatever the files hold.
package struct EventReader: Sendable {
  package let limits: IngestLimits
  /// The run's clock: events more than a day later are `fromTheFuture`.
  package let now: Timestamp
  /// Whether lines are scanned; without, each is parsed. It decides nothing but speed: a test and the
  /// fuzzer compare the two.
  package let scans: Bool

  package let contract: EventContract
  /// The players whose lines count as if they were not there; nil where there are none.
  package let forgotten: (@Sendable (String) -> Bool)?

  package init(
    limits: IngestLimits, now: Timestamp, contract: EventContract = EventContract(),
    scans: Bool = true, forgotten: (@Sendable (String) -> Bool)? = nil
  ) {
    self.contract = contract
    self.limits = limits
    self.now = now
    self.scans = scans
    self.forgotten = forgotten
  }

  private static let toleranceInMilliseconds: Int64 = 86_400_000

  var latest: Timestamp {
    now.adding(milliseconds: EventReader.toleranceInMilliseconds)
  }

  /// Reads files, many slices at once; the results stand in the files' order.
  ///
  /// - Parameters:
  ///   - progress: told after every block how many stored bytes were read; may throw to stop.
  ///   - chunk: how many bytes are read at a time; no result depends on it.
  ///   - sliceBytes: how large a slice is; no result depends on it. By default as fits the threads.
  /// - Throws: where a file cannot be read, or is damaged. A bad line is not thrown.
  /// - Precondition: the sources are of interactions or analytics.
  package func read(
    _ sources: [InputSource], into staging: Staging, workers: Workers,
    chunk: Int = StoredFile.blockBytes, sliceBytes: Int? = nil,
    progress: @Sendable (Int) throws -> Void = { _ in }
  ) throws -> [ReadEvents] {
    let total = sources.reduce(0) { $0 + Int($1.size) }
    let slices = FileSlice.slices(
      of: sources, bytes: sliceBytes ?? EventReader.sliceBytes(total, workers))
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
    var parts = [[ReadSlice]](repeating: [], count: sources.count)
    for (slice, part) in zip(slices, read) { parts[slice.file].append(part) }
    return zip(sources, parts).map { ReadEvents($0, $1, limits) }
  }

  /// Large enough that few days are cut, small enough that all threads have work to the end.
  private static func sliceBytes(_ total: Int, _ workers: Workers) -> Int {
    workers.threads == 1 ? 1 << 40 : max(16 << 20, total / (2 * workers.threads))
  }
}

/// A part of a file that one thread reads: the lines that begin in a range of its stored bytes.
struct FileSlice: Sendable {
  let file: Int
  let source: InputSource
  let bytes: Range<Int>

  /// All slices, in the files' order. Only plain files are cut.
  static func slices(of sources: [InputSource], bytes: Int) -> [FileSlice] {
    let blocks = max(1, bytes / StoredFile.blockBytes) * StoredFile.blockBytes
    return sources.enumerated().flatMap { file, source in
      guard source.compression == .none, source.size > blocks else {
        return [FileSlice(file: file, source: source, bytes: 0..<Int.max)]
      }
      let starts = Array(stride(from: 0, to: Int(source.size), by: blocks))
      return starts.indices.map { place in
        // A file that grew since it was found is read to its end.
        let end = place + 1 < starts.count ? starts[place + 1] : Int.max
        return FileSlice(file: file, source: source, bytes: starts[place]..<end)
      }
    }
  }
}

/// One file of events: its counts, and the lines that were not taken in.
package struct ReadEvents: Sendable {
  /// All of `counts` but `accepted` and `duplicate`, which are counted when the history takes the
  /// events in.
  package var source: Ledger.Source
  /// By line; at most as many as the limits keep, while the counts are of all.
  package let rejected: [RejectedLine]

  /// Puts the slices of a file together.
  init(_ source: InputSource, _ slices: [ReadSlice], _ limits: IngestLimits) {
    guard let collection = source.collection.events else {
      preconditionFailure("\(source.path) is of \(source.collection.rawValue), not of events")
    }
    let lines = FileLines(source, slices, limits)
    self.source = Ledger.Source(
      path: source.path, collection: collection, size: source.size,
      modifiedNanoseconds: source.modifiedNanoseconds,
      contentHash: lines.contentHash, counts: lines.counts)
    rejected = lines.rejected.kept
  }
}
