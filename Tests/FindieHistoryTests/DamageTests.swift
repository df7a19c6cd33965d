import FindieDomain
import FindieFiles
import FindieHistory
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// Damaged files of the history: which one it is, and what the history repairs itself.
struct DamageTests {
  private let folder: TemporaryFolder
  private let history: History

  init() throws {
    folder = try TemporaryFolder()
    history = History(folder: folder.url.appending(path: "history"))
    try history.take([file("a", Self.events(0..<40, day: 100))])
    try history.take([file("b", Self.events(40..<50, day: 101))])
  }

  private static func events(_ numbers: Range<Int>, day: Int64) -> [Event] {
    numbers.map { Event(id: "e\($0)", time: at(day: day) + Int64($0), user: "u\($0 % 7)") }
  }

  private func ids() throws -> [URL] {
    let folder = history.folder.appending(path: "ids")
    return try DurableFile.names(in: folder).map { folder.appending(path: $0) }
  }

  private func flip(_ url: URL, at offset: Int) throws {
    var bytes = try DurableFile.read(url)
    bytes[offset] ^= 0x10
    try Data(bytes).write(to: url)
  }

  /// The offsets at which a day's columns begin, by name.
  private func columns(_ url: URL) throws -> [(name: String, offset: Int)] {
    let head = try DayHead(DurableFile.read(url))
    return head.columns.filter { $0.length > 0 }.map { ($0.name, head.byteCount + $0.offset) }
  }

  @Test func `a late event for a day with a damaged column names the file, whichever column it is`()
    throws
  {
    let day = try history.dayFile("1970-04-11")
    let whole = try DurableFile.read(day)
    let columns = try columns(day)
    #expect(columns.count > 15)
    for (name, offset) in columns {
      try flip(day, at: offset)
      let failure = #expect(throws: History.Failure.self, "\(name)") {
        try history.take([file("late", [Event(id: "late", time: at(day: 100))])])
      }
      #expect(
        failure?.description.contains(day.path) == true, "\(name): \(failure.debugDescription)")
      #expect(failure?.description.contains("Restore it from a backup") == true)
      try Data(whole).write(to: day)
    }
    try history.take([file("late", [Event(id: "late", time: at(day: 100))])])
    #expect(try history.ids().count == 51)
  }

  private enum Fault: CaseIterable { case missing, head, entry, cut, folder }

  @Test(arguments: Fault.allCases)
  private func `a damaged index of ids is built again from the days`(fault: Fault) throws {
    let before = try history.ledger()
    let file = try #require(try ids().first)
    let bytes = try DurableFile.read(file)
    switch fault {
    case .missing: try DurableFile.remove(file)
    case .head: try flip(file, at: 20)
    case .entry: try flip(file, at: bytes.count - 3)
    case .cut: try Data(bytes.dropLast(9)).write(to: file)
    case .folder:
      try FileManager.default.removeItem(at: history.folder.appending(path: "ids"))
    }
    // An update does not read every entry.
    if fault != .entry {
      #expect(throws: (any Error).self) {
        try history.take([FindieHistoryTests.file("c", Self.events(0..<1, day: 100))])
      }
    }
    #expect(try !history.verify(workers: workers).isSound)
    #expect(try history.repairIds(workers: workers) == [.interactions])
    #expect(try history.verify(workers: workers).problems == [])
    #expect(try history.repairIds(workers: workers) == [])
    // Only the index may differ.
    #expect(try history.ledger().days == before.days)
    #expect(try history.ledger().sources == before.sources)
    #expect(
      try history.ledger().idSegments.reduce(0) { $0 + $1.count }
        == before.idSegments.reduce(0) { $0 + $1.count })
    // An event that is known, on another day, is found; a new one is added.
    let more = [
      Event(id: "e45", time: at(day: 101) + 45, user: "u3"), Event(id: "new", time: at(day: 99)),
    ]
    try history.take([FindieHistoryTests.file("c", more)])
    #expect(try history.ids().count == 51)
    #expect(try history.verify(workers: workers).problems == [])
  }

  @Test func `an index of one file is built again with the same bytes at any number of threads`()
    throws
  {
    let other = History(folder: folder.url.appending(path: "other"))
    try other.take([file("a", Self.events(0..<500, day: 100))])
    let index = other.folder.appending(path: "ids")
    let name = try #require(try DurableFile.names(in: index).first)
    let bytes = try DurableFile.read(index.appending(path: name))
    for threads in [1, 3] {
      try DurableFile.remove(index.appending(path: name))
      #expect(try other.repairIds(workers: .init(threads: threads)) == [.interactions])
      #expect(try DurableFile.names(in: index) == [name])
      #expect(try DurableFile.read(index.appending(path: name)) == bytes)
    }
  }

  @Test func `a day that is damaged too cannot give its ids, and the error names it`() throws {
    try DurableFile.remove(#require(try ids().first))
    let day = try history.dayFile("1970-04-11")
    try flip(day, at: #require(try columns(day).first { $0.name == "id.bytes" }).offset)
    let failure = #expect(throws: History.Failure.self) {
      try history.repairIds(workers: workers)
    }
    #expect(failure?.description.contains(day.path) == true)
  }

  @Test func `files of others in every folder of the history and of the days by game stay`() throws
  {
    let byGame = DaysByGame(folder: folder.url.appending(path: "by-game"))
    _ = try byGame.update(of: history, before: Day(daysSinceEpoch: 200), workers: workers)
    let names = [
      "photo.jpg", "2026-01-01.txt", "2026-01-01/photo.jpg", ".hidden", "interactions-photo.jpg",
      "2026-01-01-photo.findie",
    ]
    var planted: [URL] = []
    for place in [
      "history", "history/interactions", "history/analytics", "history/ids", "history/staging",
      "history/staging-1", "by-game", "by-game/2", "by-game/5", "by-game/5/interactions",
      "by-game/photos",
    ] {
      for name in names {
        try folder.write("\(place)/\(name)", to: "\(place)/\(name)")
        planted.append(folder.url.appending(path: "\(place)/\(name)"))
      }
    }
    // A file of an older version, and one of a day that changed.
    try folder.write("", to: "by-game/2/interactions/1970-04-11-3f2a.findie")
    try folder.write("", to: "by-game/5/interactions/1970-04-11-3f2a.findie")
    try folder.write("", to: "history/interactions/1970-04-11-3f2a.findie")
    try history.take([file("late", [Event(id: "late", time: at(day: 100))])])
    _ = try byGame.update(of: history, before: Day(daysSinceEpoch: 200), workers: workers)
    _ = try history.forget(workers: workers, who: "x") { $0 == "u1" }
    try byGame.removeOutdated(by: history)
    for url in planted {
      #expect(
        try DurableFile.read(url)
          == Array(url.path.dropFirst(folder.url.path.count + 1).utf8))
    }
    for path in ["by-game/2/interactions", "by-game/5/interactions", "history/interactions"] {
      #expect(!DurableFile.exists(folder.url.appending(path: "\(path)/1970-04-11-3f2a.findie")))
    }
  }

  @Test func `days by game in a linked folder are written and removed there, and other files stay`()
    throws
  {
    try folder.write("photo", to: "photos/photo.jpg")
    try folder.write("text", to: "photos/5/interactions/notes.txt")
    let url = folder.url.appending(path: "by-game")
    try FileManager.default.createSymbolicLink(
      at: url, withDestinationURL: folder.url.appending(path: "photos"))
    let byGame = DaysByGame(folder: url)
    #expect(
      try byGame.update(of: history, before: Day(daysSinceEpoch: 200), workers: workers).built == 2)
    try history.take([file("late", [Event(id: "late", time: at(day: 100))])])
    #expect(
      try byGame.update(of: history, before: Day(daysSinceEpoch: 200), workers: workers).built == 1)
    #expect(
      try DurableFile.names(in: folder.url.appending(path: "photos/5/interactions")).count == 3)
    #expect(DurableFile.exists(folder.url.appending(path: "photos/photo.jpg")))
  }
}
