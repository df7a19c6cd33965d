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

extension TemporaryFolder {
  @discardableResult
  func write(_ bytes: [UInt8], to name: String) throws -> URL {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file
  }

  /// What the reader makes of a file with these bytes.
  func read(
    _ bytes: [UInt8], as name: String = "interactions.ndjson", limits: IngestLimits = .init(),
    chunk: Int = 1 << 18
  ) throws -> ReadEvents {
    let collection: InputCollection = name.hasPrefix("analytics") ? .analytics : .interactions
    return try EventReader(limits: limits, now: now)
      .read(InputSource(try write(bytes, to: name), as: collection), chunk: chunk)
  }

  func read(_ text: String, limits: IngestLimits = .init()) throws -> ReadEvents {
    try read(Array(text.utf8), limits: limits)
  }
}

/// A sound line with an id of its own.
func line(_ id: String, action: String = "like") -> String {
  #"{"id":"\#(id)","userId":"u1","gameId":"g1","action":"\#(action)","#
    + #""timestamp":"2025-09-01T10:00:00Z"}"#
}

extension ReadEvents {
  var ids: [String] { (0..<file.events.count).map { file.events.ids.text($0) } }

  /// Where the rows came from.
  var lines: [Int] { file.events.origins.map { Int($0.line) } }

  /// Everything that was read, to compare two readings by.
  var everything: [String] {
    (0..<file.events.count).map { row in
      let events = file.events
      return "\(events.ids.text(row)) \(events.milliseconds[row]) \(events.contentHashes[row])"
        + " \(events.origins[row].line)"
    } + rejected.map { "\($0)" } + [
      "\(file.source.counts.read) \(file.source.counts.rejectedByReason.sorted { $0.key < $1.key })",
      file.source.contentHash,
    ]
  }
}

/// A gzip member whose data is stored, not squeezed (RFC 1952, RFC 1951 §3.2.4).
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
