import FindieDomain
import FindieHistory
import FindieIngest
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// The clock of all tests of ingest.
let now = Timestamp(milliseconds: 1_767_225_600_000)  // 2026-01-01T00:00:00Z

let reader = EventReader(limits: IngestLimits(), now: now)

/// The outcomes of the lines of one file, and the events that a history of this file stores.
struct Reading {
  let source: Ledger.Source
  let rejected: [RejectedLine]
  let conflicts: [Conflict]
  /// In their stored order: by instant and id.
  let events: EventTable
  let keptIds: [String]
  let offsets: [Int]
  /// The bytes of the history's days, one after the other.
  let bytes: [[UInt8]]

  /// Ids in the order of the lines.
  var ids: [String] { offsets.indices.sorted { offsets[$0] < offsets[$1] }.map { keptIds[$0] } }

  /// Everything that was read, to compare two readings by.
  var everything: [String] {
    rejected.map { "\($0)" } + ["\(conflicts)", source.contentHash]
      + ["\(source.counts.read) \(source.counts.accepted) \(source.counts.duplicate)"]
      + source.counts.rejectedByReason.map { "\($0) \($1)" }.sorted()
      + bytes.map { String(hash64(of: $0.span), radix: 16) }
  }
}

extension EventReader {
  /// Reads a file into a history of its own.
  func reading(
    _ source: InputSource, chunk: Int = 1 << 18, sliceBytes: Int? = nil, threads: Int = 1
  ) throws -> Reading {
    let folder = try TemporaryFolder()
    let history = History(folder: folder.url)
    let workers = Workers(threads: threads)
    let (read, update) = try history.withStaging([source.path]) {
      staging -> ([ReadEvents], History.Update) in
      let read = try self.read(
        [source], into: staging, workers: workers, chunk: chunk, sliceBytes: sliceBytes)
      let update = try history.update(from: staging, read.map(\.source), by: .threads(workers))
      try history.write(update)
      return (read, update)
    }
    var (ids, offsets, bytes): ([String], [Int], [[UInt8]]) = ([], [], [])
    for day in update.ledger.days {
      let url = folder.url.appending(
        path: "\(day.collection.rawValue)/\(day.day)-\(day.checksum).findie")
      let file = try PartitionFile(url)
      try file.check()
      let strings = try file.strings("id")
      let positions = try file.wholeNumbers("originOffset", UInt64.self)
      ids += (0..<file.rows).map { strings.text($0) }
      offsets += (0..<file.rows).map { Int(positions[$0]) }
      bytes.append([UInt8](try Data(contentsOf: url)))
    }
    let collection = source.collection.events ?? .interactions
    return Reading(
      source: update.ledger.sources[0], rejected: read[0].rejected,
      conflicts: update.ledger.conflicts,
      events: try history.events(collection, workers: workers), keptIds: ids, offsets: offsets,
      bytes: bytes)
  }
}

extension TemporaryFolder {
  @discardableResult
  func write(_ bytes: [UInt8], to name: String) throws -> URL {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file
  }

  /// The reading of a file with these bytes.
  func read(
    _ bytes: [UInt8], as name: String = "interactions.ndjson", limits: IngestLimits = .init(),
    contract: EventContract = EventContract(), chunk: Int = 1 << 18, sliceBytes: Int? = nil,
    threads: Int = 1
  ) throws -> Reading {
    let collection: InputCollection = name.hasPrefix("analytics") ? .analytics : .interactions
    return try EventReader(limits: limits, now: now, contract: contract)
      .reading(
        InputSource(try write(bytes, to: name), as: collection), chunk: chunk,
        sliceBytes: sliceBytes, threads: threads)
  }

  func read(
    _ text: String, of collection: EventCollection = .interactions, limits: IngestLimits = .init(),
    contract: EventContract = EventContract()
  ) throws -> Reading {
    try read(
      Array(text.utf8), as: "\(collection.rawValue).ndjson", limits: limits, contract: contract)
  }
}

/// A valid line with its own id.
func line(_ id: String, action: String = "like") -> String {
  #"{"id":"\#(id)","userId":"u1","gameId":"g1","action":"\#(action)","#
    + #""timestamp":"2025-09-01T10:00:00Z"}"#
}

/// A gzip member whose data is stored without compression (RFC 1952, RFC 1951 §3.2.4).
func gzipMember(_ data: [UInt8]) -> [UInt8] {
  let length = UInt16(data.count)
  var crc: UInt32 = 0xFFFF_FFFF
  for byte in data {
    crc ^= UInt32(byte)
    for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
  }
  return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF, 1] + littleEndian(UInt64(length), 2)
    + littleEndian(UInt64(~length), 2) + data + littleEndian(UInt64(~crc), 4)
    + littleEndian(UInt64(data.count), 4)
}

/// A Zstandard frame of one raw block (RFC 8878, §3.1.1).
func zstdFrame(_ data: [UInt8]) -> [UInt8] {
  // Single segment with a content size of four bytes; one last block of type 0.
  littleEndian(0xFD2F_B528, 4) + [0xA0] + littleEndian(UInt64(data.count), 4)
    + littleEndian(UInt64(data.count << 3 | 1), 3) + data
}

private func littleEndian(_ number: UInt64, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
}

extension EventTable {
  /// The type of an analytics event.
  func eventType(_ row: Int) -> EventType { EventType.allCases[Int(kinds[row])] }
}
