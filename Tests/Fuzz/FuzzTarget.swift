import FindieDomain
import FindieHistory
import FindieIngest
import Foundation

/// Reads bytes as a file of events and stops the program where something cannot be.
struct FuzzTarget: Sendable {
  private let file: URL
  private let limits = IngestLimits()
  private let now = Timestamp(milliseconds: 1_767_225_600_000)  // 2026-01-01T00:00:00Z

  /// More than libFuzzer makes at most, and little to clear for every input.
  private static let wholeFile = 1 << 13

  /// The reader reads files; this one is written again for every input.
  init() {
    file = FileManager.default.temporaryDirectory.appending(path: "findie-fuzz-\(UUID()).ndjson")
  }

  /// The first byte chooses the collection, the others are the file.
  func check(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let collection: InputCollection = first & 1 == 0 ? .interactions : .analytics
    do {
      try Data(bytes.dropFirst()).write(to: file)
      let whole = try read(collection, chunk: FuzzTarget.wholeFile)
      checkCounts(of: whole)
      checkRows(of: whole.file.events)
      checkEqual(try read(collection, chunk: 61), whole)
    } catch {
      demand(false, "a plain file that is there can always be read, and yet: \(error)")
    }
  }

  /// What the reader makes of the file: the one place that knows the reader's interface.
  private func read(_ collection: InputCollection, chunk: Int) throws -> ReadEvents {
    try EventReader(limits: limits, now: now)
      .read(InputSource(file, as: collection), chunk: chunk)
  }

  private func checkCounts(of result: ReadEvents) {
    var counts = result.file.source.counts
    counts.accepted = result.file.events.count
    demand(counts.isBalanced, "the counts are not balanced: \(counts)")
    // A file of at most 4 KiB has fewer lines than are kept.
    demand(
      counts.rejected == result.rejected.count,
      "\(counts.rejected) lines are rejected, \(result.rejected.count) are kept")
  }

  private func checkRows(of events: EventTable) {
    let instants = Timestamp.range.lowerBound...now.adding(milliseconds: 86_400_000)
    for row in 0..<events.count {
      let id = events.ids.bytes[events.ids.range(row)]
      demand((1...limits.idBytes).contains(id.count), "an id of \(id.count) bytes")
      demand(String(validating: id, as: UTF8.self) != nil, "an id that is not UTF-8: \(id)")
      demand(
        instants.contains(Timestamp(milliseconds: events.milliseconds[row])),
        "an instant out of range: \(events.milliseconds[row])")
      demand(
        events.contentHashes[row] == events.contentHash(ofRow: row),
        "row \(row) has the hash of another content")
    }
  }

  private func checkEqual(_ cut: ReadEvents, _ whole: ReadEvents) {
    demand(cut.file.events.ids == whole.file.events.ids, "other ids in small chunks")
    demand(
      cut.file.events.contentHashes == whole.file.events.contentHashes,
      "other contents in small chunks")
    demand(cut.file.events.origins == whole.file.events.origins, "other places in small chunks")
    demand(cut.rejected == whole.rejected, "other rejected lines in small chunks")
  }

  /// Stops the program with a word on why, also in a release build: that is how libFuzzer learns of
  /// a fault.
  private func demand(_ isTrue: Bool, _ fault: @autoclosure () -> String) {
    if !isTrue { fatalError(fault()) }
  }
}
