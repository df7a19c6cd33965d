import FindieDomain
import FindieHistory
import FindieTestSupport
import Foundation
import Testing

/// What a file that changed no longer has, and whether it was corrected or replaced.
struct RemovedEventsTests {
  private let folder: TemporaryFolder
  private let history: History

  init() throws {
    folder = try TemporaryFolder()
    history = History(folder: folder.url.appending(path: "history"))
  }

  private func events(days: Range<Int64>, each: Int = 10, _ name: String = "") -> [Event] {
    days.flatMap { day in
      (0..<each).map { Event(id: "\(name)\(day)-\($0)", time: at(day: day) + Int64($0)) }
    }
  }

  /// What the second version of a file removes.
  private func removed(_ first: [Event], _ second: [Event]) throws -> RemovedEvents? {
    try history.take([file("log", first)])
    let removed = try history.take([file("log", second, version: 2)]).removed
    #expect(removed.count <= 1)
    return removed.first
  }

  @Test func `another export under the same name removes the days that it lacks`() throws {
    let removed = try #require(
      try removed(events(days: 0..<6), Array(events(days: 5..<7).dropFirst(4))))
    #expect(removed.path == "log" && removed.isReplacement)
    #expect(removed.days.map(\.day.daysSinceEpoch) == [0, 1, 2, 3, 4, 5])
    #expect(removed.days.map(\.stored) == [10, 10, 10, 10, 10, 10])
    #expect(removed.days.map(\.removed) == [10, 10, 10, 10, 10, 4])
  }

  @Test(arguments: [1, 3, 40])
  func `a window that moves by a day removes a day, however few events it has`(each: Int) throws {
    let removed = try #require(
      try removed(events(days: 0..<45, each: each), events(days: 1..<46, each: each)))
    #expect(removed.removed == each && removed.isReplacement)
  }

  @Test func `other events of the same days remove those that had been there`() throws {
    let removed = try #require(
      try removed(events(days: 3..<4, each: 30), events(days: 3..<4, each: 30, "other")))
    #expect(removed.removed == 30 && removed.isReplacement)
  }

  @Test func `a file without events removes all`() throws {
    let removed = try #require(try removed(events(days: 2..<3, each: 1), []))
    #expect(removed.removed == 1 && removed.stored == 1 && removed.isReplacement)
  }

  @Test func `a correction within days is none`() throws {
    let all = events(days: 0..<20, each: 25)
    let corrected = all.enumerated().filter { $0.offset % 6 > 0 }.map(\.element)
    let removed = try #require(try removed(all, corrected))
    #expect(removed.stored == 500 && removed.removed == 84)
    #expect(!removed.isReplacement)
  }

  @Test func `a day in the middle with a few events is a correction, and with many is none`() throws
  {
    let all =
      events(days: 0..<30, each: 2) + events(days: 30..<31, each: 20)
      + events(days: 31..<50, each: 2)
    let few = try #require(try removed(all, all.filter { !$0.id.hasPrefix("9-") }))
    #expect(few.removed == 2 && !few.isReplacement)
    let many = try history.take([file("log", all.filter { !$0.id.hasPrefix("30-") }, version: 3)])
    #expect(many.removed.map(\.removed) == [20])
    #expect(many.removed.map(\.isReplacement) == [true])
  }

  @Test func `an early day with few events may go`() throws {
    let all = events(days: 0..<1, each: 3) + events(days: 400..<430, each: 20)
    let removed = try #require(try removed(all, Array(all.dropFirst(3))))
    #expect(removed.removed == 3 && !removed.isReplacement)
  }

  @Test func `a quarter of each day is more than a correction`() throws {
    let all = events(days: 0..<20, each: 8)
    let removed = try #require(
      try removed(all, all.enumerated().filter { $0.offset % 4 > 0 }.map(\.element)))
    #expect(removed.removed == 40 && removed.isReplacement)
  }

  @Test func `an event of another day, of another content or of another file is not removed`()
    throws
  {
    try history.take([file("log", events(days: 0..<4)), file("log.1", events(days: 7..<9))])
    var moved = events(days: 1..<4)
    for index in moved.indices { moved[index].time += 86_400_000 }
    moved[0].game = "g9"
    let update = try history.take([
      file("log", moved, version: 2), file("log.1", events(days: 0..<1), version: 2),
      file("log.2", events(days: 7..<9)),
    ])
    #expect(update.removed == [])
    #expect(try history.ids().count == 60)
  }

  @Test func `the same bytes that are read in another way remove nothing by themselves`() throws {
    try history.take([file("log", events(days: 0..<9))])
    var same = file("log", Array(events(days: 0..<9).dropFirst(40)))
    same.source.readBy = "another contract"
    #expect(try history.take([same]).removed == [])
  }

  @Test func `an added day and a deleted file remove nothing`() throws {
    try history.take([file("log", events(days: 0..<4)), file("gone", events(days: 0..<2, "x"))])
    let update = try history.take([file("log", events(days: 0..<5), version: 2)])
    #expect(update.removed == [])
    #expect(try history.ids().count == 70)
  }

  @Test func `tasks on several machines find the same`() throws {
    try history.take([file("log", events(days: 0..<9)), file("old", events(days: 3..<12, "x"))])
    let files = [
      file("log", events(days: 4..<13), version: 2),
      file("old", Array(events(days: 3..<12, "x").dropLast(7)), version: 2),
    ]
    func staged<Result>(_ body: (Staging) throws -> Result) throws -> Result {
      try history.withStaging(files.map(\.source.path)) { staging in
        try fill(staging)
        return try body(staging)
      }
    }
    func fill(_ staging: Staging) throws {
      for file in files {
        var buffer = EventBuffer(.interactions, into: staging, limitInBytes: 1 << 20)
        try buffer.take(
          file.events.enumerated().map { ($0, $1) }, from: staging.file(file.source.path))
        try buffer.flush()
      }
    }
    let sources = files.map(\.source)
    let here = try staged {
      try history.update(from: $0, sources, by: .threads(workers)).removed
    }
    let tasks = try staged { staging in
      func output(_ name: String) throws -> URL {
        let url = folder.url.appending(path: name)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        return url
      }
      let searched = try UpdateTasks.searches(in: history, staging: staging).enumerated().map {
        let url = try output("search-\($0)")
        let found = try UpdateTasks.search(
          $1.search, in: history, staging: staging, sources, into: url, workers: workers)
        let stored = try JSONEncoder().encode(found)
        return (try JSONDecoder().decode(UpdateTasks.Searched.self, from: stored), folder: url)
      }
      #expect(searched.count > 1)
      let found = UpdateTasks(searched: searched)
      let rebuilt = try found.days(in: history, staging: staging, sources).enumerated().map {
        let url = try output("days-\($0)")
        return (
          try found.rebuild($1.days, in: history, staging: staging, sources, into: url),
          folder: url
        )
      }
      return UpdateTasks(searched: searched, rebuilt: rebuilt)
    }
    // As on another machine, the driver has a staging of its own.
    let there = try staged {
      try history.update(from: $0, sources, by: .tasks(tasks)).removed
    }
    #expect(here == there)
    #expect(here.map(\.path) == ["log", "old"])
    #expect(here.map(\.removed) == [40, 7])
    #expect(here.map(\.isReplacement) == [true, false])
  }
}
