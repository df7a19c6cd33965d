import FindieDomain
import FindieHistory
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// One interaction as a test writes it down.
struct Event {
  var id: String
  /// Milliseconds since 1970.
  var time: Int64
  var user = "u1"
  var game = "g1"
  var action = SwipeAction.like
  var seconds: Float = .nan
}

extension EventTable {
  /// A table of interactions that came from the lines of one file, in order.
  init(_ events: [Event], from file: String) {
    self.init(.interactions)
    let code = originFiles.code(of: file.utf8.span)
    for (line, event) in events.enumerated() {
      ids.append(event.id.utf8.span)
      kinds.append(event.action.code)
      milliseconds.append(event.time)
      origins.append(Origin(file: code, line: UInt32(line + 1)))
      for column in collection.textColumns {
        switch column {
        case .userId: self[column].append(event.user.utf8.span)
        case .gameId: self[column].append(event.game.utf8.span)
        case .gameTags: self[column].append("rpg\u{1F}ミナ".utf8.span)
        default: self[column].append("".utf8.span)
        }
      }
      self[.cardPosition].append(.nan)
      self[.viewSeconds].append(event.seconds)
    }
    for row in 0..<count { contentHashes.append(contentHash(ofRow: row)) }
  }

  /// Everything that the table says, a line a row.
  var rows: [String] {
    (0..<count).map { row in
      "\(ids.text(row)) \(kinds[row]) \(milliseconds[row]) \(contentHashes[row])"
        + " \(originFiles.text(origins[row].file)):\(origins[row].line) "
        + collection.textColumns.map { self[$0].text(row) }.joined(separator: "|")
        + collection.numberColumns.map { "\(self[$0][row].bitPattern)" }.joined(separator: "|")
    }
  }
}

/// A file of interactions as ingest hands it over.
func file(_ path: String, _ events: [Event], version: Int64 = 1) -> ReadFile {
  var counts = LineCounts()
  counts.read = events.count
  return ReadFile(
    source: Ledger.Source(
      path: path, collection: .interactions, size: Int64(events.count),
      modifiedNanoseconds: version, contentHash: "\(version)", counts: counts),
    events: EventTable(events, from: path))
}

/// The instant of an hour of a day since 1970, in milliseconds.
func at(day: Int64, hour: Int64 = 12) -> Int64 { (day * 24 + hour) * 3_600_000 }

let workers = Workers(threads: 2)

extension History {
  /// Takes in files and writes, as a night does.
  @discardableResult
  func take(_ files: [ReadFile]) throws -> Update {
    let update = try update(with: files, workers: workers)
    try write(update)
    return update
  }

  /// What is kept, by id.
  func ids() throws -> [String] {
    let events = try events(.interactions, withIds: true, workers: workers)
    return (0..<events.count).map { events.ids.text($0) }.sorted()
  }

  /// The file of one day of interactions, whatever its checksum is.
  func dayFile(_ day: String) throws -> URL {
    let days = folder.appending(path: "interactions")
    let names = try FileManager.default.contentsOfDirectory(atPath: days.path)
    let name = try #require(names.first { $0.hasPrefix(day) })
    return days.appending(path: name)
  }

  /// The bytes of every file of the history, by path; the checksum is left out of a day's name.
  func bytes() throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where path.contains(".") {
      let day = path.replacing(/-[0-9a-f]+\.findie/, with: ".findie")
      files[day] = [UInt8](try Data(contentsOf: folder.appending(path: path)))
    }
    return files
  }
}
