import FindieWorkspace
import Foundation
import Synchronization
import Testing

/// Which stages are rebuilt and which are skipped.
struct SkippingTests {
  private let everything = ["source": 1, "multiples": 1, "sum": 1, "squares": 1, "report": 1]

  @Test func `a first run builds every stage`() throws {
    let pipeline = try Pipeline()
    #expect(try pipeline.run() == everything)
    // 10 + 20 + 30, then 10², 20², 30².
    #expect(try pipeline.numbers("report") == [60, 100, 400, 900])
  }

  @Test func `a second run checks the source and builds nothing`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    #expect(try pipeline.run() == ["source": 1])
    #expect(
      pipeline.outcomes == [
        "source": .built, "multiples": .skipped, "sum": .skipped, "squares": .skipped,
        "report": .skipped,
      ])
  }

  @Test func `the readers of a stage that built equal content again are skipped`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    for lost in ["multiples", "squares"] {
      try FileManager.default.removeItem(at: pipeline.artifact(lost))
      #expect(try pipeline.run() == ["source": 1, lost: 1])
      #expect(pipeline.reason(lost) == "never built")
      #expect(pipeline.reason("report") == "up to date")
    }
  }

  /// What a stage found in a file that another process may hold.
  private struct Reading: JSONArtifact {
    static var grain: String { "one value" }
    static var formatVersion: Int { 1 }

    let value: Int?

    var counts: [String: Int] { [:] }
    var isFinal: Bool { value != nil }
  }

  @Test func `what could not be read is read again by the next run`() throws {
    let pipeline = try Pipeline()
    let outside = pipeline.outside
    func stages(_ found: Int?) -> [any AnyStage] {
      let reading = Stage<Reading>("reading", parameters: [Int]()) { _ in
        outside.count("reading")
        return Reading(value: found)
      }
      let report = Stage<Numbers>("report", from: reading, parameters: [Int]()) { _, reading in
        outside.count("report")
        return Numbers([reading.value ?? 0])
      }
      return [reading, report]
    }
    #expect(try pipeline.run(stages(nil)) == ["reading": 1, "report": 1])
    #expect(try pipeline.run(stages(nil)) == ["reading": 1])
    #expect(try pipeline.run(stages(7)) == ["reading": 1, "report": 1])
    #expect(try pipeline.run(stages(nil)) == [:])
    #expect(try pipeline.numbers("report") == [7])
  }

  @Test func `a skipped stage has its reason and counts in the record`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    try pipeline.run()
    #expect(pipeline.reason("multiples") == "up to date")
    #expect(pipeline.reason("sum") == "built only if a stage that runs reads it")
    #expect(pipeline.manifestStages.first { $0.stage == "report" }?.counts == ["numbers": 4])
  }

  /// Lists the stages that were reported as ended.
  private final class Ended: RunObserver {
    let stages = Mutex<[String]>([])

    func report(_ event: RunEvent) {
      if case .finished(let record) = event { stages.withLock { $0.append(record.stage) } }
    }
  }

  @Test func `no stage is reported as skipped before it is built`() throws {
    let pipeline = try Pipeline()
    let ended = Ended()
    pipeline.observer = ended
    try pipeline.run()
    #expect(ended.stages.withLock { $0 }.sorted() == everything.keys.sorted())
  }

  @Test func `a built stage has its reason in the record`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    #expect(pipeline.reason("source") == "checks its sources in every run")
    #expect(pipeline.reason("multiples") == "never built")
    #expect(pipeline.reason("sum") == "a stage reads it")
  }

  @Test func `a changed parameter rebuilds its stage and the readers, and no other`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    pipeline.power = 3
    #expect(try pipeline.run() == ["source": 1, "sum": 1, "squares": 1, "report": 1])
    #expect(pipeline.reason("squares") == "parameter power changed: 2 → 3")
    #expect(pipeline.reason("report") == "input squares changed")
    #expect(try pipeline.numbers("report") == [60, 1000, 8000, 27000])
  }

  @Test func `a parameter that is changed back causes another rebuild`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    pipeline.power = 3
    try pipeline.run()
    pipeline.power = 2
    try pipeline.run()
    #expect(try pipeline.numbers("squares") == [100, 400, 900])
  }

  @Test func `a changed source rebuilds all stages that depend on it`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    pipeline.outside.change { $0.source = 4 }
    #expect(try pipeline.run() == everything)
    #expect(try pipeline.numbers("multiples") == [10, 20, 30, 40])
  }

  @Test func `a transient artifact is not built if no stage that runs reads it`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    #expect(try pipeline.run()["sum"] == nil)
    #expect(!FileManager.default.fileExists(atPath: pipeline.artifact("sum").path))
  }

  @Test func `a transient artifact with two readers is built once`() throws {
    let pipeline = try Pipeline()
    let outside = pipeline.outside
    let sum = Stage<Sum>("sum", parameters: [Int]()) { _ in
      outside.count("sum")
      return Sum(value: 7)
    }
    let first = Stage<Numbers>("first", from: sum, parameters: [Int]()) { Numbers([$1.value]) }
    let second = Stage<Numbers>("second", from: sum, parameters: [Int]()) { Numbers([$1.value]) }
    #expect(try pipeline.run([sum, first, second]) == ["sum": 1])
  }

  @Test func `the inputs of a transient artifact are built once`() throws {
    let pipeline = try Pipeline()
    let outside = pipeline.outside
    let events = Stage<Sum>("events", parameters: [Int]()) { _ in
      outside.count("events")
      return Sum(value: 7)
    }
    let matrix = Stage<Numbers>("matrix", from: events, parameters: [Int]()) { Numbers([$1.value]) }
    let activity = Stage<Sum>("activity", from: events, parameters: [Int]()) { _, events in
      outside.count("activity")
      return events
    }
    let trending = Stage<Numbers>("trending", from: activity, parameters: [Int]()) {
      Numbers([$1.value])
    }
    let reports = Stage<Numbers>("reports", from: activity, parameters: [Int]()) {
      Numbers([$1.value])
    }
    #expect(
      try pipeline.run([events, matrix, activity, trending, reports])
        == ["events": 1, "activity": 1])
  }

  @Test func `a stage runs again only if what identifies it changes`() throws {
    let pipeline = try Pipeline()
    let outside = pipeline.outside
    func stages(week: Int, day: Int) -> [any AnyStage] {
      let week = Stage<Source>("week", parameters: [Int]()) { _ in Source(value: week) }
      let day = Stage<Source>("day", parameters: [Int]()) { _ in Source(value: day) }
      let data = Stage<Sum>(
        "data", from: week, day, identifiedBy: [week], parameters: [Int]()
      ) { _, week, day in
        outside.count("data")
        return Sum(value: 10 * week.value + day.value)
      }
      let model = Stage<Numbers>("model", from: data, parameters: [Int]()) { _, data in
        outside.count("model")
        return Numbers([data.value])
      }
      return [week, day, data, model]
    }
    #expect(try pipeline.run(stages(week: 1, day: 1)) == ["data": 1, "model": 1])
    #expect(try pipeline.run(stages(week: 1, day: 2)) == [:])
    #expect(try pipeline.numbers("model") == [11])
    #expect(try pipeline.run(stages(week: 2, day: 3)) == ["data": 1, "model": 1])
    #expect(pipeline.reason("model") == "input data changed")
    #expect(try pipeline.numbers("model") == [23])
  }

  @Test func `a changed format version causes a rebuild`() throws {
    let pipeline = try Pipeline()
    let old = Stage<Numbers>("numbers", parameters: [Int]()) { _ in Numbers([1]) }
    let new = Stage<NumbersInFormat2>("numbers", parameters: [Int]()) { _ in
      NumbersInFormat2(Numbers([2]))
    }
    try pipeline.run([old])
    try pipeline.run([new])
    #expect(pipeline.reason("numbers") == "format 1 → 2")
    #expect(try pipeline.numbers("numbers") == [2])
  }

  @Test func `a missing effect is repeated`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    pipeline.outside.change { $0.isThere = false }
    #expect(try pipeline.run() == ["source": 1, "sum": 1, "report": 1])
    #expect(pipeline.reason("report") == "its output is missing")
  }

  @Test func `a fingerprint does not depend on the folder`() throws {
    let (here, there) = (try Pipeline(), try Pipeline())
    try here.run()
    try there.run()
    #expect(
      here.manifestStages.map(\.fingerprint) == there.manifestStages.map(\.fingerprint))
    #expect(
      try Data(contentsOf: here.artifact("report"))
        == Data(contentsOf: there.artifact("report")))
  }

  @Test func `records are in the order in which stages ended`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    // The sum is built when the report reads it, after the squares.
    #expect(
      pipeline.manifestStages.map(\.stage) == ["source", "multiples", "squares", "sum", "report"])
  }
}
