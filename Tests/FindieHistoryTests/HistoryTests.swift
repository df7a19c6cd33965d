import FindieDomain
import FindieFiles
import FindieHistory
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

struct HistoryTests {
  let folder: TemporaryFolder
  let history: History

  init() throws {
    folder = try TemporaryFolder()
    history = History(folder: folder.url.appending(path: "history"))
  }

  /// Events of few ids, games and days, so that many are duplicates and conflicts.
  private func random(
    _ count: Int, _ generator: inout SeededGenerator, ids: Int = 60
  ) -> [Event] {
    (0..<count).map { _ in
      Event(
        id: "i\(Int.random(in: 0..<ids, using: &generator))",
        time: at(day: .random(in: 0..<4, using: &generator)),
        game: "g\(Int.random(in: 0..<2, using: &generator))")
    }
  }

  @Test func `the same event twice is accepted once`() throws {
    let event = Event(id: "a", time: at(day: 1))
    let update = try history.take([file("x", [event, event])])
    #expect(try history.ids() == ["a"])
    let counts = update.ledger.counts(of: .interactions)
    #expect(counts.accepted == 1)
    #expect(counts.duplicate == 1)
    #expect(update.ledger.conflicts == [])
  }

  @Test func `of two events with one id the earlier is stored and the other is listed`() throws {
    let update = try history.take([
      file("x", [Event(id: "a", time: at(day: 2))]), file("y", [Event(id: "a", time: at(day: 1))]),
    ])
    let events = try history.events(.interactions, workers: workers)
    #expect(events.milliseconds == [at(day: 1)])
    let conflict = try #require(update.ledger.conflicts.first)
    #expect(update.ledger.conflicts.count == 1)
    #expect(conflict.id == "a")
    #expect([conflict.kept.file, conflict.dropped.file] == ["y", "x"])
    #expect(update.ledger.conflictCount == 1)
  }

  /// The ledger that was written last is held in memory.
  @Test func `the ledger is the one of its file`() throws {
    var generator = SeededGenerator(seed: 3)
    for name in ["x", "y", "x"] {
      try history.take([file(name, random(80, &generator))])
      _ = try history.forget(workers: workers, who: name) { $0 == name }
      let stored = try Data(contentsOf: history.folder.appending(path: "ledger.json"))
      #expect(try JSONDecoder().decode(Ledger.self, from: stored) == history.ledger())
    }
    #expect(try history.ledger().conflictCount > 0)
  }

  @Test func `the stored event depends neither on the order of lines nor on that of files`() throws
  {
    var generator = SeededGenerator(seed: 7)
    let files = (0..<5).map { file("f\($0)", random(80, &generator)) }
    try history.take(files)
    let expected = try history.bytes()
    for run in 0..<5 {
      let other = History(folder: folder.url.appending(path: "other\(run)"))
      try other.take(files.shuffled(using: &generator))
      #expect(try other.bytes() == expected)
    }
  }

  @Test func `nights one by one end with the days of one night over all files`() throws {
    var generator = SeededGenerator(seed: 8)
    let files = (0..<6).map { file("f\($0)", random(60, &generator)) }
    try history.take(files)
    let expected = try history.bytes().filter { $0.key != "ledger.json" }
    for run in 0..<4 {
      let other = History(folder: folder.url.appending(path: "other\(run)"))
      for file in files.shuffled(using: &generator) { try other.take([file]) }
      #expect(try other.bytes().filter { $0.key != "ledger.json" } == expected)
      let ledger = try other.ledger()
      #expect(try ledger.sources.map(\.counts) == history.ledger().sources.map(\.counts))
      #expect(try ledger.days == history.ledger().days)
    }
  }

  @Test func `a changed file's old events are retracted`() throws {
    try history.take([
      file("x", [Event(id: "a", time: at(day: 1)), Event(id: "b", time: at(day: 2))]),
      file("y", [Event(id: "c", time: at(day: 1))]),
    ])
    let update = try history.take([file("x", [Event(id: "b", time: at(day: 2))], version: 2)])
    #expect(try history.ids() == ["b", "c"])
    #expect(update.ledger.counts(of: .interactions).read == 2)
    #expect(update.ledger.sources.map(\.contentHash) == ["2", "1"])
  }

  @Test func `a day whose events are all retracted is removed`() throws {
    try history.take([file("x", [Event(id: "a", time: at(day: 1))])])
    try history.take([file("x", [Event(id: "a", time: at(day: 5))], version: 2)])
    #expect(
      try history.bytes().keys.sorted() == ["interactions/1970-01-06.findie", "ledger.json"])
  }

  @Test func `the events of a deleted file stay`() throws {
    try history.take([file("x", [Event(id: "a", time: at(day: 1))])])
    try history.take([file("y", [Event(id: "b", time: at(day: 2))])])
    #expect(try history.ids() == ["a", "b"])
    #expect(try history.ledger().sources.map(\.path) == ["x", "y"])
  }

  @Test func `late events rewrite their own day only`() throws {
    try history.take([file("x", (1...5).map { Event(id: "a\($0)", time: at(day: $0)) })])
    let before = try history.bytes()
    func modified(_ day: Int) throws -> Date? {
      try FileManager.default.attributesOfItem(
        atPath: history.dayFile("1970-01-0\(day + 1)").path)[
          .modificationDate] as? Date
    }
    let times = try (1...5).map { try modified($0) }
    try history.take([file("late", [Event(id: "late", time: at(day: 3, hour: 1))])])
    let after = try history.bytes()
    #expect(
      before.keys.filter { before[$0] != after[$0] }.sorted() == [
        "interactions/1970-01-04.findie", "ledger.json",
      ])
    let later = try (1...5).map { try modified($0) }
    #expect(zip(times, later).map { $0 == $1 } == [true, true, false, true, true])
  }

  @Test func `late events are accepted events of stored days, without duplicates`() throws {
    func late() throws -> [Int?] { try history.ledger().sources.map(\.late) }
    let old = (1...5).map { Event(id: "a\($0)", time: at(day: $0)) }
    try history.take([file("m", old)])
    #expect(try late() == [0])
    // An overlapping export repeats all events; of equal events, that of the first path is stored.
    let more = [Event(id: "b", time: at(day: 3)), Event(id: "c", time: at(day: 6))]
    for path in ["a", "z"] {
      let other = History(folder: folder.url.appending(path: path))
      try other.take([file("m", old)])
      try other.take([file(path, old + more + more)])
      #expect(try Set(other.ledger().sources.map(\.late)) == [0, 1], "\(path)")
    }
    // The same if the first file has grown and is read again too.
    for path in ["a", "z"] {
      let other = History(folder: folder.url.appending(path: "grown-\(path)"))
      try other.take([file("m", old)])
      try other.take([
        file("m", old + [Event(id: "d", time: at(day: 7))]), file(path, old + more),
      ])
      #expect(try Set(other.ledger().sources.map(\.late)) == [0, 1], "\(path)")
      #expect(try other.ledger().counts(of: .interactions).accepted == 8, "\(path)")
    }
    // If two files bring it at the same time, one event is accepted.
    try history.take([file("x", more), file("y", more)])
    #expect(try late() == [0, 1, 0])
    // An event with a known id is never late, whichever event is stored.
    try history.take([file("z", [Event(id: "a5", time: at(day: 2))])])
    #expect(try late() == [0, 1, 0, 0])
    #expect(try history.ledger().counts(of: .interactions).accepted == 7)
  }

  @Test func `a run uses only events before its as-of day`() throws {
    try history.take([file("x", (1...4).map { Event(id: "a\($0)", time: at(day: $0, hour: 0)) })])
    let events = try history.events(
      .interactions, before: Day(daysSinceEpoch: 3), workers: workers)
    #expect(events.milliseconds == [at(day: 1, hour: 0), at(day: 2, hour: 0)])
  }

  @Test func `the content hash of a night changes with its own days only`() throws {
    func hash() throws -> UInt64 {
      try history.contentHash(of: history.ledger(), before: Day(daysSinceEpoch: 3))
    }
    try history.take([file("x", [Event(id: "a", time: at(day: 1))])])
    let first = try hash()
    try history.take([file("y", [Event(id: "b", time: at(day: 3))])])
    #expect(try hash() == first)
    try history.take([file("z", [Event(id: "c", time: at(day: 2))])])
    #expect(try hash() != first)
  }

  @Test func `a damaged day is named with the remedy`() throws {
    try history.take([file("x", [Event(id: "a", time: at(day: 1))])])
    let url = try history.dayFile("1970-01-02")
    var bytes = [UInt8](try Data(contentsOf: url))
    // The last column: where lines begin.
    bytes[bytes.count - 8] ^= 1
    try Data(bytes).write(to: url)
    let error = #expect(throws: History.Failure.self) {
      try history.take([file("y", [Event(id: "b", time: at(day: 1))])])
    }
    let text = try "\(#require(error))"
    #expect(text.contains("1970-01-02-"))
    #expect(text.contains("originOffset"))
    #expect(text.contains("Restore it from a backup"))
  }

  @Test func `a few long texts are staged in pieces, and give the same day as one piece`() throws {
    var events = (0..<30).map { Event(id: "e\($0)", time: at(day: 1) + Int64($0 % 7)) }
    for index in events.indices {
      events[index].user = String(repeating: "u\(index % 20)", count: 60_000)
    }
    func day(limitInBytes: Int) throws -> (pieces: Int, content: String) {
      try history.withStaging(["x"]) { staging in
        var buffer = EventBuffer(.interactions, into: staging, limitInBytes: limitInBytes)
        try buffer.take(events.enumerated().map { ($0, $1) }, from: staging.file("x"))
        try buffer.flush()
        let update = try history.update(
          from: staging, [file("x", events).source], by: .threads(workers))
        let names = try DurableFile.names(in: try #require(history.stagings().first))
        let stored = try #require(update.ledger.days.first)
        return (names.count { $0.hasSuffix(".ids") }, stored.checksum)
      }
    }
    let (pieces, whole) = (try day(limitInBytes: 1 << 20), try day(limitInBytes: 1 << 30))
    #expect(pieces.pieces > 2)
    #expect(whole.pieces == 1)
    #expect(pieces.content == whole.content)
  }

  @Test func `the history is as it was before an update is written`() throws {
    try history.take([file("x", [Event(id: "a", time: at(day: 1))])])
    let before = try history.bytes()
    try history.withStaging(["y"]) { staging in
      var buffer = EventBuffer(.interactions, into: staging, limitInBytes: 1 << 20)
      try buffer.take([(0, Event(id: "b", time: at(day: 1)))], from: staging.file("y"))
      try buffer.flush()
      _ = try history.update(
        from: staging, [file("y", [Event(id: "b", time: at(day: 1))]).source], by: .threads(workers)
      )
    }
    #expect(try history.bytes() == before)
  }

  @Test func `when the file of a stored event changes, the files that lost to it are named`() throws
  {
    // The event is in both files; that of x is stored.
    let event = Event(id: "a", time: at(day: 1))
    try history.take([file("x", [event]), file("y", [event, Event(id: "b", time: at(day: 1))])])
    #expect(try history.ledger().pathsToReadAgain(changed: ["x"]) == ["y"])
    #expect(try history.ledger().pathsToReadAgain(changed: ["y"]) == [])
    // When y is read again with the changed file, its event is stored.
    try history.take([
      file("x", [], version: 2), file("y", [event, Event(id: "b", time: at(day: 1))]),
    ])
    #expect(try history.ids() == ["a", "b"])
  }

  @Test(arguments: 0..<12)
  func `changed files give the conflicts and counts of one night over their new content`(
    _ seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: 40 + seed)
    var files = (0..<4).map { file("f\($0)", random(12, &generator, ids: 6)) }
    try history.take(files)
    for version in 2..<8 {
      let changed = Int.random(in: 0..<4, using: &generator)
      // Often all of its events are removed, or all but one.
      let fewer = max(0, files[changed].events.count - 1)
      let left = [0, fewer, 10].randomElement(using: &generator) ?? 0
      let events =
        left == 10 ? random(10, &generator, ids: 6) : Array(files[changed].events.prefix(left))
      files[changed] = file("f\(changed)", events, version: Int64(version))
      let again = try history.ledger().pathsToReadAgain(changed: [ExactText("f\(changed)")])
      try history.take(
        [files[changed]] + files.filter { again.contains(ExactText($0.source.path)) })

      let fresh = History(folder: folder.url.appending(path: "fresh-\(version)"))
      try fresh.take(files)
      let (found, expected) = (try history.ledger(), try fresh.ledger())
      #expect(found.conflicts.map(\.content) == expected.conflicts.map(\.content))
      #expect(found.conflictCount == expected.conflictCount)
      #expect(found.conflictCount == found.conflicts.count)
      #expect(found.sources.map(\.counts) == expected.sources.map(\.counts))
      #expect(found.days == expected.days)
    }
  }

  @Test func `a conflict with a deleted file stays when the other file grows`() throws {
    let first = Event(id: "a", time: at(day: 1))
    try history.take([file("x", [first]), file("y", [Event(id: "a", time: at(day: 2))])])
    #expect(try history.ledger().conflictCount == 1)
    try history.take([file("x", [first, Event(id: "b", time: at(day: 1))], version: 2)])
    #expect(try history.ledger().conflictCount == 1)
  }

  @Test func `a run interrupted at any step has the same result when it is repeated`() throws {
    var generator = SeededGenerator(seed: 10)
    let first = [file("x", random(80, &generator))]
    let second = [file("x", random(60, &generator), version: 2), file("y", random(60, &generator))]
    try history.take(first)
    let before = try contents(of: history.folder)
    try history.take(second)
    let after = try contents(of: history.folder)

    func resume(_ files: [String: Data], _ name: String) throws {
      let cutOff = History(folder: folder.url.appending(path: name))
      for (path, bytes) in files {
        let url = cutOff.folder.appending(path: path)
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: url)
      }
      try cutOff.take(second)
      #expect(try contents(of: cutOff.folder) == after, "\(name)")
      #expect(try cutOff.verify(workers: workers).problems == [], "\(name)")
    }
    let ledger = "ledger.json"
    // Before any step: the staging remains.
    try resume(before.merging(["staging/interactions-0.ids": Data([1])]) { $1 }, "staged")
    // Some files have their final names, and the ledger is the old one.
    let new = after.keys.filter { before[$0] == nil }.sorted()
    for count in 0...new.count {
      let moved = after.filter { new.prefix(count).contains($0.key) }
      try resume(before.merging(moved) { old, _ in old }, "moved-\(count)")
    }
    // The ledger is the new one, and the old files still exist.
    try resume(before.merging(after) { $1 }, "named")
    #expect(before[ledger] != after[ledger])
  }

  @Test func `a suspended run does not write into another run's files`() throws {
    try history.take([file("x", [Event(id: "a", time: at(day: 1))])])
    try history.withStaging(["y"]) { _ in
      let own = try history.stagings()
      try history.withStaging(["z"]) { _ in
        let other = try history.stagings()
        #expect((own.count, other.count) == (1, 1))
        #expect(own != other)
      }
      #expect(try history.stagings() == [])
    }
  }

  @Test func `an interrupted first run leaves no days without a ledger`() throws {
    let files = [file("x", [Event(id: "a", time: at(day: 1)), Event(id: "b", time: at(day: 2))])]
    try history.take(files)
    let after = try contents(of: history.folder)
    // An empty ledger exists before the first day.
    let other = History(folder: folder.url.appending(path: "other"))
    try other.take([])
    let empty = try contents(of: other.folder)
    #expect(Array(empty.keys) == ["ledger.json"])
    for (path, bytes) in after where path.hasSuffix(".findie") {
      try bytes.write(to: other.folder.appending(path: path))
    }
    try other.take(files)
    #expect(try contents(of: other.folder) == after)
  }
}

extension Conflict {
  /// The id, the content and the first origin of a conflict.
  fileprivate var content: String {
    "\(id) \(droppedContent) \(dropped.file):\(dropped.byteOffset)"
  }
}

/// The bytes of every file below `folder`, by path.
private func contents(of folder: URL) throws -> [String: Data] {
  var files: [String: Data] = [:]
  for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
    let url = folder.appending(path: path)
    if try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true {
      files[path] = try Data(contentsOf: url)
    }
  }
  return files
}
