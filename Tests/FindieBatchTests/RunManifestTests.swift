import FindieBatch
import FindieTestSupport
import Foundation
import Testing

/// The record of a run.
struct RunManifestTests {
  @Test func `a manifest comes back from its file as it was`() throws {
    let folder = try TemporaryFolder()
    let pipeline = try Pipeline()
    try pipeline.run()
    var manifest = RunManifest(
      pipeline: "test", day: "2016-09-19", startedAt: "2016-09-19T03:00:00Z", threads: 2,
      parameters: ["als.rank": "8"], versions: ["findie": "1"])
    manifest.status = .failed
    manifest.message = "stage report: the printer is out of paper"
    manifest.seconds = 1.5
    manifest.stages = pipeline.manifestStages
    manifest.warnings = ["report: no paper"]
    let url = folder.url.appending(path: "runs/2016-09-19/run.json")
    try manifest.write(to: url)
    let back = try JSONDecoder().decode(RunManifest.self, from: Data(contentsOf: url))
    #expect(canonicalJSON(back) == canonicalJSON(manifest))
    #expect(back.stages == manifest.stages)
  }

  @Test func `a new manifest says that the run goes on`() {
    let manifest = RunManifest(
      pipeline: "test", day: "2016-09-19", startedAt: "", threads: 1, parameters: [:], versions: [:]
    )
    #expect(manifest.status == .running)
  }

  @Test func `a stage's record says what one row is and what it cost`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    let record = try #require(pipeline.manifestStages.first { $0.stage == "report" })
    #expect(record.grain == "one row per number")
    #expect(record.counts == ["numbers": 4])
    // A process of tests is larger than a megabyte.
    #expect(record.peakMemoryInBytes > 1 << 20)
  }
}
