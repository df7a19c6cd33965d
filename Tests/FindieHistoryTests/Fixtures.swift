import FindieDomain
import FindieHistory
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// One interaction of a test.
struct Event {
  var id: String
  /// Milliseconds since 1970.
  var time: Int64
  var user = "u1"
  var game = "g1"
  var action = SwipeAction.like
  var seconds: Float = .nan

  func text(_ column: TextColumn) -> String {
    switch column {
    case .userId: user
    case .gameId: game
    case .gameTags: "rpg\u{1F}ミナ"
    default: ""
    }
  }
}

/// A file of interactions as ingest stages it; the byte offset of an event is its index.
struct InputFile {
  var source: Ledger.Source
  var events: [Event]
}

func file(_ path: String, _ events: [Event], version: Int64 = 1) -> InputFile {
  var counts = LineCounts()
  counts.read = events.count
  return InputFile(
    source: Ledger.Source(
      path: path, collection: .interactions, size: Int64(events.count),
      modifiedNanoseconds: version, contentHash: "\(version)", counts: counts),
    events: events)
}

/// The instant of an hour of a day since 1970, in milliseconds.
func at(day: Int64, hour: Int64 = 12) -> Int64 { (day * 24 + hour) * 3_600_000 }

let workers = Workers(threads: 2)

extension EventBuffer {
  /// Appends events at the given offsets of their file.
  mutating func take(_ events: [(offset: Int, event: Event)], from file: UInt32) throws {
    let columns = EventCollection.interactions.textColumns
    var batch = EventBatch(.interactions)
    for (offset, event) in events {
      batch.begin(
        id: event.id.utf8.span, kind: event.action.code, milliseconds: event.time, offset: offset)
      for (column, name) in columns.enumerated() {
        batch.set(text: event.text(name).utf8.span, of: column)
      }
      batch.set(number: .nan, of: 0)
      batch.set(number: event.seconds, of: 1)
      if batch.isFull { try take(&batch, from: file) }
    }
    try take(&batch, from: file)
  }
}

extension History {
  /// Adds files to the history, as a night does.
  @discardableResult
  func take(_ files: [InputFile], workers: Workers = workers) throws -> Update {
    try withStaging(files.map(\.source.path)) { staging in
      for file in files {
        var buffer = EventBuffer(.interactions, into: staging, limitInBytes: 1 << 20)
        try buffer.take(
          file.events.enumerated().map { ($0, $1) }, from: staging.file(file.source.path))
        try buffer.flush()
      }
      let update = try update(from: staging, files.map(\.source), by: .threads(workers))
      try write(update)
      return update
    }
  }

  /// The days' files, by collection and day.
  func days() throws -> [PartitionFile] {
    try ledger().days.map { day in
      try PartitionFile(
        folder.appending(path: "\(day.collection.rawValue)/\(day.day)-\(day.checksum).findie"))
    }
  }

  /// The ids of the stored events, sorted.
  func ids() throws -> [String] {
    try days().flatMap { day in
      let ids = try day.strings("id")
      return (0..<ids.count).map { ids.text($0) }
    }.sorted()
  }

  /// The origin of each event, in their stored order.
  func origins() throws -> [String] {
    try days().flatMap { day in
      let files = try day.strings("originFile")
      let codes = try day.text("originFile").codes
      let offsets = try day.wholeNumbers("originOffset", UInt64.self)
      return (0..<day.rows).map { "\(files.text(Int(codes[$0]))):\(offsets[$0])" }
    }
  }

  /// The file of one day of interactions, whatever its checksum is.
  func dayFile(_ day: String) throws -> URL {
    let days = folder.appending(path: "interactions")
    let names = try FileManager.default.contentsOfDirectory(atPath: days.path)
    let name = try #require(names.first { $0.hasPrefix(day) })
    return days.appending(path: name)
  }

  /// The bytes of the history's days and ledger, by path; the checksum is left out of a day's name.
  func bytes() throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where path.hasSuffix(".findie") || path.hasSuffix(".json") {
      let day = path.replacing(/-[0-9a-f]+\.findie/, with: ".findie")
      files[day] = [UInt8](try Data(contentsOf: folder.appending(path: path)))
    }
    return files
  }
}
