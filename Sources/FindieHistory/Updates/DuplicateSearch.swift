import FindieDomain
import FindieFiles
import FindieWorkers
import Foundation

/// Finds events with equal ids among the staged events and the history, and decides which one is
/// stored.
///
/// An id is unique. Of the events with one id, the one with the smallest (instant, content hash) is
/// stored; of equal ones, the first by file and offset. This is an order of the events themselves,
/// so the result depends neither on the order of the files nor on the number of threads.
///
/// The hashes of the ids are compared in 256 parts, so memory does not grow with the history. Ids
/// with equal hashes are looked up in the files of their days and compared byte by byte.
struct DuplicateSearch {
  private let history: History
  private let existing: [Day: Ledger.Day]
  private let staging: Staging
  private let runs: [StagedRun]
  private let segments: [IdSegment]
  private let segmentURLs: [URL]
  /// The days of each run's pieces, by their key in an entry.
  private let daysOfRun: [Int: [UInt16: [Day]]]
  private let daysOfHistory: [UInt16: [Day]]
  private let newestDay: Day?
  private let retracted: Set<ExactText>
  private let storedInConflicts: Set<Duplicates.Location>
  private let workers: Workers

  private(set) var found = FoundDuplicates()

  /// An event that shares the hash of its id with another event.
  private struct Candidate {
    let bucket: Int
    let entry: IdEntry
    /// Nil for an event in the history.
    let run: Int?
  }

  private struct StagedEntry: BitwiseCopyable {
    var entry: IdEntry
    var run: Int32
  }

  /// The number of candidates that are looked up at a time.
  private static let candidatesAtOnce = 1 << 19
  /// The approximate number of entries that are compared at a time.
  private static let entriesAtOnce = 1 << 19

  init(
    _ collection: EventCollection, in history: History, _ start: UpdateStart, staging: Staging,
    workers: Workers
  ) throws {
    self.history = history
    let ledger = start.ledger
    existing = ledger.daysByDate(of: collection)
    self.staging = staging
    retracted = start.retracted
    storedInConflicts = start.storedInConflicts
    self.workers = workers
    runs = staging.runs.filter { $0.collection == collection }
    func byKey(_ days: [Day]) -> [UInt16: [Day]] {
      Dictionary(grouping: days, by: IdEntry.key(of:))
    }
    daysOfRun = Dictionary(
      uniqueKeysWithValues: runs.map { ($0.number, byKey($0.pieces.map(\.day))) })
    daysOfHistory = byKey(existing.keys.sorted())
    newestDay = existing.keys.max()
    let index = ledger.idSegments.filter { $0.collection == collection }
    segments = try runs.isEmpty ? [] : index.map { try history.idSegment($0) }
    segmentURLs = index.map { history.url($0) }
  }

  /// The number of buckets that are compared at a time: the larger they are, the fewer.
  private var bucketsAtOnce: Int {
    let entries = runs.reduce(segments.reduce(0) { $0 + $1.count }) {
      $0 + $1.fences[IdEntry.bucketCount]
    }
    return max(
      workers.threads,
      min(16, Self.entriesAtOnce * IdEntry.bucketCount / max(1, entries)))
  }

  /// Searches some buckets, if any event is staged.
  ///
  /// - Parameter append: called for each bucket, in order, with the entries of its staged events.
  mutating func search(
    _ buckets: Range<Int>, append: (Span<IdEntry>) throws -> Void
  ) throws {
    guard !runs.isEmpty else { return }
    let files = try runs.map { try FileReader($0.idsURL) }
    var candidates: [Candidate] = []
    let search = self
    for part in Workers.ranges(of: buckets.count, size: bucketsAtOnce) {
      let results = try workers.map(part.count) {
        try search.candidatesAndEntries(buckets.lowerBound + part.lowerBound + $0, files)
      }
      for (entries, more) in results {
        try append(entries.span)
        candidates += more
      }
      for segment in segments { segment.release() }
      if candidates.count > Self.candidatesAtOnce { try decide(&candidates) }
    }
    try decide(&candidates)
  }

  /// The sorted entries of a bucket's staged events, and those whose hash occurs more than once.
  private func candidatesAndEntries(
    _ bucket: Int, _ files: [FileReader]
  ) throws -> (entries: [IdEntry], candidates: [Candidate]) {
    var staged: [StagedEntry] = []
    for (run, file) in zip(runs, files) {
      var entries: [IdEntry] = []
      try file.append(run.fences[bucket]..<run.fences[bucket + 1], to: &entries)
      staged += entries.map { StagedEntry(entry: $0, run: Int32(run.number)) }
    }
    IdEntry.sort(&staged) { $0.entry }
    // A damaged entry would let an id be stored twice.
    for (segment, url) in zip(segments, segmentURLs) where !staged.isEmpty {
      try History.naming(url) { try segment.check(bucket) }
    }
    var entries: [IdEntry] = []
    entries.reserveCapacity(staged.count)
    var candidates: [Candidate] = []
    var cursors = [Int](repeating: 0, count: segments.count)
    var start = 0
    while start < staged.count {
      let hash = staged[start].entry.hash
      var end = start + 1
      while end < staged.count, staged[end].entry.hash == hash { end += 1 }
      let before = candidates.count
      for (position, segment) in segments.enumerated() {
        segment.entries(bucket).visit(hash, from: &cursors[position]) { entry in
          candidates.append(Candidate(bucket: bucket, entry: entry, run: nil))
        }
      }
      if candidates.count > before || end > start + 1 {
        candidates += staged[start..<end].map {
          Candidate(bucket: bucket, entry: $0.entry, run: Int($0.run))
        }
      }
      for position in start..<end {
        let entry = staged[position].entry
        if position == start || entry != staged[position - 1].entry { entries.append(entry) }
      }
      start = end
    }
    return (entries, candidates)
  }

  // MARK: - Deciding

  /// An event as stored in its day's file.
  private struct Found {
    let key: FoundDuplicates.Piece
    let row: Int
    let hash: UInt64
    let id: [UInt8]
    let milliseconds: Int64
    let content: UInt64
    let location: Duplicates.Location
    /// Whether its file is read again: it is neither stored nor dropped, but shows that the id was
    /// known.
    let isRetracted: Bool
  }

  /// Looks up the candidates, decides for each of their ids, and empties the array.
  ///
  /// - Precondition: the candidates of one hash are adjacent.
  private mutating func decide(_ candidates: inout [Candidate]) throws {
    guard !candidates.isEmpty else { return }
    var searched: [FoundDuplicates.Piece: Set<UInt64>] = [:]
    for candidate in candidates {
      let hash = UInt64(candidate.bucket) << 48 | candidate.entry.hash
      for key in keys(of: candidate) { searched[key, default: []].insert(hash) }
    }
    let keys = searched.keys.sorted { ($0.day, $0.run ?? -1) < ($1.day, $1.run ?? -1) }
    let missing = keys.compactMap { url($0) }.filter { !DurableFile.exists($0) }
    guard missing.isEmpty else { throw MissingFiles(urls: missing) }
    let (search, hashes) = (self, keys.map { searched[$0] ?? [] })
    var events = try workers.map(keys.count) { index in
      try search.look(up: hashes[index], in: keys[index])
    }.flatMap { $0 }
    events.sort { left, right in
      if left.hash != right.hash { return left.hash < right.hash }
      if left.id != right.id { return left.id.lexicographicallyPrecedes(right.id) }
      return (left.milliseconds, left.content, left.location)
        < (right.milliseconds, right.content, right.location)
    }
    var start = 0
    while start < events.count {
      var end = start + 1
      while end < events.count, events[end].id == events[start].id { end += 1 }
      keepFirst(of: events[start..<end])
      start = end
    }
    candidates = []
  }

  /// The pieces that may have a candidate's event: one, except for days 179 years apart.
  private func keys(of candidate: Candidate) -> [FoundDuplicates.Piece] {
    let days = candidate.run.map { daysOfRun[$0] ?? [:] } ?? daysOfHistory
    return (days[candidate.entry.day] ?? []).map { .init(run: candidate.run, day: $0) }
  }

  /// Drops all but the first of the events with the same id.
  private mutating func keepFirst(of events: ArraySlice<Found>) {
    let isKnown = events.contains { $0.key.run == nil }
    let retracted = events.filter(\.isRetracted)
    let events = events.filter { !$0.isRetracted }
    guard let stored = events.first else { return }
    for event in retracted {
      found.readAgain[.init(file: event.location.file, day: event.key.day), default: 0] += 1
    }
    // An event with a known id is not late, whichever event is stored.
    if isKnown, isLate(stored) { found.duplicates.addNotLate(of: stored.location.file) }
    for event in events.dropFirst() {
      if isLate(event) { found.duplicates.addNotLate(of: event.location.file) }
      found.dropped[event.key, default: []].append(UInt32(event.row))
      found.duplicates.drop(event.location, for: stored.location)
      if storedInConflicts.contains(event.location) {
        found.replacements[event.location] = stored.location
      }
      guard event.content != stored.content else { continue }
      found.duplicates.add(
        event.location, content: event.content, id: String(decoding: stored.id, as: UTF8.self),
        for: stored.location)
    }
  }

  /// Whether an event is new and of a day that is in the history.
  private func isLate(_ event: Found) -> Bool {
    event.key.run != nil && newestDay.map { event.key.day <= $0 } ?? false
  }

  /// The events of a piece whose ids have one of these hashes.
  private func look(up hashes: Set<UInt64>, in key: FoundDuplicates.Piece) throws -> [Found] {
    guard let (url, file) = try file(key) else { return [] }
    return try History.naming(url) { try look(up: hashes, in: key, file) }
  }

  private func look(
    up hashes: Set<UInt64>, in key: FoundDuplicates.Piece, _ file: PartitionFile
  ) throws -> [Found] {
    let start = key.day.start.milliseconds
    let instants = try file.mappedNumbers("millisecondOfDay")
    let contents = try file.mappedNumbers("contentHash")
    let ids = try file.mappedStrings("id")
    let (codes, origins) = try file.mappedText("originFile")
    let offsets = try file.mappedNumbers("originOffset")
    guard ids.count == file.rows else { throw HistoryDamage.column("id.ends") }
    defer { file.release() }
    var found: [Found] = []
    for row in 0..<file.rows {
      if row % (1 << 17) == 0 { file.release() }
      // The first seven bytes, which the index has.
      let hash = hash64(of: ids[row]) >> 8
      guard hashes.contains(hash) else { continue }
      let path = origins.text(Int(codes[row]))
      found.append(
        Found(
          key: key, row: row, hash: hash, id: unsafe Array(ids.bytes(row)),
          milliseconds: start + Int64(instants[row]), content: contents[row],
          location: Duplicates.Location(file: staging.file(path), offset: offsets[row]),
          isRetracted: key.run == nil && retracted.contains(ExactText(path))))
    }
    return found
  }

  private func file(_ key: FoundDuplicates.Piece) throws -> (URL, PartitionFile)? {
    guard let url = url(key) else { return nil }
    guard key.run == nil, let day = existing[key.day] else { return (url, try PartitionFile(url)) }
    return (url, try history.file(of: day))
  }

  /// The file of a piece; nil if the history has no such day.
  private func url(_ key: FoundDuplicates.Piece) -> URL? {
    guard let number = key.run else { return existing[key.day].map { history.url($0) } }
    guard let run = runs.first(where: { $0.number == number }),
      let piece = run.pieces.first(where: { $0.day == key.day })
    else { preconditionFailure("run \(number) has no piece of \(key.day)") }
    return run.url(piece)
  }
}

extension Span<IdEntry> {
  /// Visits the entries of a hash, found by ever larger steps from `cursor`, which is left there
  /// for the next hash.
  fileprivate func visit(_ hash: UInt64, from cursor: inout Int, _ body: (IdEntry) -> Void) {
    var step = 1
    var low = cursor
    while low + step < count, self[low + step].hash < hash {
      low += step
      step *= 2
    }
    var high = Swift.min(count, low + step + 1)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].hash < hash { low = middle + 1 } else { high = middle }
    }
    cursor = low
    while low < count, self[low].hash == hash {
      body(self[low])
      low += 1
    }
  }
}
