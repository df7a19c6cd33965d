import FindieWorkspace
import FindieTestSupport
import Foundation
import Testing

struct RunTraceTests {
  /// 2026-03-01T03:00:00Z, as `date -u -d 2026-03-01T03:00:00Z +%s` says.
  private static let start: Int64 = 1_772_334_000_000

  private func spans() throws -> [[String: Any]] {
    let trace = RunTrace(of: try SampleRun.manifest(), startMilliseconds: Self.start).json
    return try #require(
      leaf(try SampleRun.object(trace), "resourceSpans.0.scopeSpans.0.spans") as? [[String: Any]])
  }

  private func attribute(_ span: [String: Any], _ key: String) -> [String: Any]? {
    (span["attributes"] as? [[String: Any]])?.first { $0["key"] as? String == key }?["value"]
      as? [String: Any]
  }

  @Test func `each stage has a span under that of the run`() throws {
    let spans = try spans()
    #expect(
      spans.map { $0["name"] as? String } == [
        "nightly", "nightly multiples", "nightly squares", "nightly report",
      ])
    #expect(spans[0]["parentSpanId"] == nil)
    for span in spans.dropFirst() {
      #expect(span["parentSpanId"] as? String == spans[0]["spanId"] as? String)
    }
    #expect(Set(spans.compactMap { $0["spanId"] as? String }).count == spans.count)
    for span in spans {
      #expect(try #require(span["traceId"] as? String).wholeMatch(of: /[0-9a-f]{32}/) != nil)
      #expect(try #require(span["spanId"] as? String).wholeMatch(of: /[0-9a-f]{16}/) != nil)
      #expect(span["traceId"] as? String == spans[0]["traceId"] as? String)
    }
  }

  @Test(arguments: [-62_135_596_800_000, 10_413_792_000_000, 253_402_300_799_000, Int64.max])
  func `a clock in another century gives a trace`(start: Int64) throws {
    let trace = RunTrace(of: try SampleRun.manifest(), startMilliseconds: start).json
    #expect(try !SampleRun.object(trace).isEmpty)
  }

  @Test func `times are nanoseconds as text`() throws {
    let spans = try spans()
    #expect(spans[0]["startTimeUnixNano"] as? String == "1772334000000000000")
    #expect(spans[0]["endTimeUnixNano"] as? String == "1772334003500000000")
    #expect(spans[1]["startTimeUnixNano"] as? String == "1772334000250000000")
    #expect(spans[1]["endTimeUnixNano"] as? String == "1772334001750000000")
  }

  @Test func `a failed stage has an error status, the others are ok`() throws {
    let spans = try spans()
    #expect(spans.map { leaf($0, "status.code") as? Int } == [2, 1, 2, 1])
    #expect(leaf(spans[0], "status.message") as? String == "out of paper")
    #expect(attribute(spans[2], "error.type")?["stringValue"] as? String == "failed")
    #expect(attribute(spans[1], "findie.count.numbers")?["intValue"] as? String == "3")
    #expect(attribute(spans[1], "findie.cpu_seconds")?["doubleValue"] as? Double == 0.5)
  }

  @Test func `another run has another trace id`() throws {
    var other = try SampleRun.manifest()
    other.runId = "0123456789abcdef0123456789abcdef"
    let trace = try SampleRun.object(RunTrace(of: other, startMilliseconds: Self.start).json)
    let id = leaf(trace, "resourceSpans.0.scopeSpans.0.spans.0.traceId") as? String
    #expect(id != (try spans()[0]["traceId"] as? String))
  }
}
