import FindieDomain
import FindieHistory
import FindieTestSupport
import Foundation
import Testing

struct PartitionTests {
  private let folder: TemporaryFolder
  private let history: History
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    history = History(folder: folder.url.appending(path: "history"))
    try history.take([
      file(
        "interactions/x.ndjson",
        [
          Event(id: "b", time: at(day: 100, hour: 2), user: "ミ", action: .viewDetails),
          Event(id: "a", time: at(day: 100, hour: 1), seconds: 1.5),
          Event(id: "", time: at(day: 100, hour: 2), user: "", game: "g2", action: .skip),
        ])
    ])
    url = try history.dayFile("1970-04-11")
  }

  /// Every column as text, to compare two readings by.
  private func everything(_ url: URL) throws -> [String] {
    let day = try PartitionFile(url)
    try day.check()
    var lines = ["\(day.collection.rawValue) \(day.day) \(day.rows)"]
    let kinds = try day.numbers("kind", UInt8.self)
    let instants = try day.milliseconds()
    let contents = try day.numbers("contentHash", UInt64.self)
    let offsets = try day.wholeNumbers("originOffset", UInt64.self)
    let ids = try day.strings("id")
    for row in 0..<day.rows {
      lines.append(
        "\(ids.text(row)) \(kinds[row]) \(instants[row]) \(contents[row]) \(offsets[row])")
    }
    for column in day.collection.textColumns.map(\.rawValue) + ["originFile"] {
      let codes = try day.text(column).codes
      let strings = try day.strings(column)
      lines.append((0..<day.rows).map { strings.text(Int(codes[$0])) }.joined(separator: "|"))
    }
    for column in day.collection.numberColumns {
      let numbers = try day.numbers(column.rawValue, Float.self)
      lines.append((0..<day.rows).map { "\(numbers[$0])" }.joined(separator: "|"))
    }
    return lines
  }

  @Test func `written rows are read back sorted by instant and id`() throws {
    let lines = try everything(url)
    #expect(lines[0] == "interactions 1970-04-11 3")
    // Of two rows of one instant the empty id comes first; offsets are the indices in the file.
    #expect(lines[1...3].map { $0.prefix(1) } == ["a", " ", "b"])
    #expect(lines[1...3].map { $0.suffix(2) } == [" 1", " 2", " 0"])
    #expect(
      lines[4...9] == [
        "u1||ミ", "g1|g2|g1", "||", "||", "||", "rpg\u{1F}ミナ|rpg\u{1F}ミナ|rpg\u{1F}ミナ",
      ])
    #expect(lines[10] == "interactions/x.ndjson|interactions/x.ndjson|interactions/x.ndjson")
    #expect(lines[11...] == ["nan|nan|nan", "1.5|nan|nan"])
  }

  @Test func `a flipped bit is detected or changes no value`() throws {
    let expected = try everything(url)
    let checksum = try PartitionFile(url).checksum
    let bytes = [UInt8](try Data(contentsOf: url))
    let damagedFile = folder.url.appending(path: "damaged")
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 1 << UInt8(index % 8)
      try Data(damaged).write(to: damagedFile)
      do {
        let lines = try everything(damagedFile)
        // The ledger has the checksum of the header.
        if try PartitionFile(damagedFile).checksum == checksum {
          #expect(lines == expected, "byte \(index)")
        }
      } catch {
        #expect(!"\(error)".isEmpty)
      }
    }
  }

  @Test func `a truncated file is detected`() throws {
    let bytes = [UInt8](try Data(contentsOf: url))
    let cut = folder.url.appending(path: "cut")
    // After the last column there are at most seven bytes of padding.
    for end in 0..<bytes.count - 7 {
      try Data(bytes[..<end]).write(to: cut)
      #expect(throws: HistoryDamage.self, "cut at \(end)") { try everything(cut) }
    }
  }

  @Test func `another format is named`() throws {
    var bytes = [UInt8](try Data(contentsOf: url))
    bytes[7] = 9
    try Data(bytes).write(to: url)
    #expect(throws: HistoryDamage.otherFormat(9, known: 3)) { try PartitionFile(url) }
  }

  @Test func `a day with the header of an earlier version is read the same`() throws {
    let older = folder.url.appending(path: "older")
    try Data(DayHead([UInt8](Data(contentsOf: url))).bytesWithJSON()).write(to: older)
    #expect(try everything(older) == everything(url))
    #expect(try PartitionFile(older).checksum != PartitionFile(url).checksum)
  }

  @Test func `wrong numbers in a header are detected or change no value`() throws {
    let expected = try everything(url)
    let bytes = [UInt8](try Data(contentsOf: url))
    let hostile = folder.url.appending(path: "hostile")
    func write(_ number: UInt64, at offset: Int) throws {
      var damaged = bytes
      damaged.replaceSubrange(
        offset..<offset + 8, with: (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
      try Data(damaged).write(to: hostile)
    }
    for number: UInt64 in [1 << 31, 1 << 32, 1 << 62, 1 << 63] {
      try write(number, at: DayHead.dayOffset)
      #expect(throws: HistoryDamage.self, "day \(number)") { try PartitionFile(hostile) }
    }
    let count = UInt64(bytes.count)
    var detected = 0
    for offset in try DayHead(bytes).numberOffsets {
      for number: UInt64 in [0, 7, 8, count, 1 << 31, 1 << 32, 1 << 62, 1 << 63, .max - 7, .max] {
        try write(number, at: offset)
        do {
          let lines = try everything(hostile)
          #expect(lines == expected, "\(number) at \(offset)")
        } catch is HistoryDamage {
          detected += 1
        }
      }
    }
    #expect(detected > 400)
  }
}
