import FindieBatch
import FindieTestSupport
import Foundation
import Testing

struct LineageEventsTests {
  private let events: LineageEvents

  init() throws {
    events = LineageEvents(
      runId: Told.id, pipeline: "nightly", startedAt: "2026-03-01T03:00:00Z", version: "0.1.0",
      stages: try Pipeline().stages, artifacts: "/srv/findie/artifacts",
      sources: ["source": [.init(path: "/srv/export")]])
  }

  private func stage(
    _ kind: LineageEvents.Kind, _ record: StageRecord? = nil, name: String = "squares"
  ) throws -> [String: Any] {
    try Told.object(events.stage(kind, name, at: "2026-03-01T03:00:01.500Z", record: record))
  }

  @Test func `an event has what OpenLineage asks of each`() throws {
    for event in [try stage(.start), try Told.object(events.run(.complete, at: "x"))] {
      #expect(
        event["schemaURL"] as? String
          == "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent")
      for key in ["eventType", "eventTime", "producer"] { #expect(event[key] is String, "\(key)") }
      for key in ["inputs", "outputs"] { #expect(event[key] is [Any], "\(key)") }
      #expect(leaf(event, "run.runId") is String)
      #expect(leaf(event, "job.namespace") as? String == "findie")
    }
  }

  /// The versions are those that the Python client of OpenLineage has.
  @Test func `every facet names its producer and its schema`() throws {
    let record = try Told.record("squares", .failed, after: 0, seconds: 1)
    let event = try stage(.fail, record)
    let run = try #require(leaf(event, "run.facets") as? [String: [String: Any]])
    let job = try #require(leaf(event, "job.facets") as? [String: [String: Any]])
    let expected = [
      "parent": "1-2-0/ParentRunFacet", "nominalTime": "1-0-1/NominalTimeRunFacet",
      "processing_engine": "1-1-1/ProcessingEngineRunFacet",
      "errorMessage": "1-0-1/ErrorMessageRunFacet", "jobType": "2-0-4/JobTypeJobFacet",
    ]
    let facets = run.merging(job) { $1 }
    #expect(Set(facets.keys) == Set(expected.keys))
    for (name, schema) in expected {
      let type = try #require(schema.split(separator: "/").last)
      #expect(
        facets[name]?["_schemaURL"] as? String
          == "https://openlineage.io/spec/facets/\(schema).json#/$defs/\(type)")
      #expect(facets[name]?["_producer"] as? String == event["producer"] as? String)
    }
  }

  @Test func `a stage names its parent, what it reads and what it makes`() throws {
    let event = try stage(
      .complete,
      try Told.record("squares", .made, after: 0, seconds: 1, counts: ["numbers": 3], bytes: 96))
    #expect(leaf(event, "eventType") as? String == "COMPLETE")
    #expect(leaf(event, "run.facets.parent.run.runId") as? String == Told.id)
    #expect(leaf(event, "run.facets.parent.job.name") as? String == "nightly")
    #expect(leaf(event, "job.name") as? String == "nightly.squares")
    #expect(
      leaf(event, "inputs.0.name") as? String == "/srv/findie/artifacts/multiples.artifact")
    #expect(leaf(event, "outputs.0.name") as? String == "/srv/findie/artifacts/squares.artifact")
    let output = leaf(event, "outputs.0")
    #expect(leaf(output, "outputFacets.outputStatistics.rowCount") as? Int == 3)
    #expect(leaf(output, "outputFacets.outputStatistics.size") as? Int == 96)
    #expect(
      leaf(output, "facets.version.datasetVersion") as? String
        == Fingerprint(of: "squares").hexadecimal)
    #expect(leaf(output, "facets.documentation.description") as? String == "one row per number")
  }

  @Test func `what no stage makes is an input, and a failure has its message`() throws {
    #expect(leaf(try stage(.start, name: "source"), "inputs.0.name") as? String == "/srv/export")
    let failed = try stage(.fail, try Told.record("squares", .failed, after: 0, seconds: 1))
    #expect(leaf(failed, "run.facets.errorMessage.message") as? String == "why\n\"so\"")
    #expect(leaf(try stage(.abort), "run.facets.errorMessage") == nil)
  }

  @Test func `a run's stages have identifiers of their own, the same for all events`() throws {
    let ids = try ["squares", "report"].map { try stage(.start, name: $0) }
      .compactMap { leaf($0, "run.runId") as? String }
    #expect(Set(ids + [Told.id]).count == 3)
    #expect(leaf(try stage(.complete), "run.runId") as? String == ids[0])
  }
}
