import FindieWorkspace
import Foundation
import Testing

/// When a run's stages were computed, and how many cores were busy.
struct RunTimelineTests {
  /// - Parameter cpuSeconds: of the process, when the stage started and when it ended.
  private func record(
    _ name: String, _ time: ClosedRange<Double>, cpuSeconds: ClosedRange<Double>?
  ) throws -> StageRecord {
    var record = try SampleRun.record(
      name, .built, after: time.lowerBound, seconds: time.upperBound - time.lowerBound)
    record.cpuSecondsOfProcess = cpuSeconds
    return record
  }

  /// Of 20 s: one core for 4 s, two for 4 s, one for 8 s (of two stages), two for 4 s.
  private func records() throws -> [StageRecord] {
    [
      try record("late", 10...20, cpuSeconds: 14...28),
      try record("first", 0...4, cpuSeconds: 0...4),
      try record("both", 4...16, cpuSeconds: 4...20),
      try record("skipped", 5...5, cpuSeconds: nil),
      try record("early", 4...8, cpuSeconds: 4...12),
    ]
  }

  @Test func `the longest time with at most one busy core is found, with its stages`() throws {
    let stretch = try #require(RunTimeline(try records()).longestSerialStretch)
    #expect(stretch.startedAfterSeconds == 8)
    #expect(stretch.seconds == 8)
    #expect(stretch.stages == ["both", "late"])
  }

  @Test func `bars share one axis and fit the width`() throws {
    let timeline = RunTimeline(try records())
    #expect(timeline.end == 20)
    #expect(
      timeline.bars(width: 27) == [
        "first  ░░░░",
        "both       ████░░░░░░░░",
        "early      ████",
        "late             ░░░░░░████",
      ])
    for width in [12, 40, 100] {
      #expect(timeline.bars(width: width).allSatisfy { $0.count <= max(width, 17) })
    }
  }

  @Test func `waiting is serial, and without times there is no stretch`() throws {
    // Nothing ran between the two stages.
    let waiting = RunTimeline([
      try record("a", 0...2, cpuSeconds: 0...4), try record("b", 5...7, cpuSeconds: 4...8),
    ])
    #expect(waiting.longestSerialStretch?.seconds == 3)
    #expect(waiting.longestSerialStretch?.stages == [])
    let old = RunTimeline([try record("a", 0...2, cpuSeconds: nil)])
    #expect(old.longestSerialStretch == nil && old.bars(width: 100).isEmpty && old.end == 0)
    let parallel = RunTimeline([try record("a", 0...2, cpuSeconds: 0...4)])
    #expect(parallel.longestSerialStretch == nil)
  }
}
