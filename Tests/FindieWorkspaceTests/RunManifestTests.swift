import FindieWorkspace
import FindieTestSupport
import Foundation
import Testing

/// The record of a run.
struct RunManifestTests {
  @Test func `a manifest is read back unchanged`() throws {
    let folder = try TemporaryFolder()
    let pipeline = try Pipeline()
    try pipeline.run()
    var manifest = RunManifest(
      runId: SampleRun.id, pipeline: "test", day: "2016-09-19", startedAt: "2016-09-19T03:00:00Z",
      threads: 2,
      parameters: ["als.rank": "8"], versions: ["findie": "1"])
    manifest.status = .failed
    manifest.message = "Stage report failed: the printer is out of paper"
    manifest.seconds = 1.5
    manifest.stages = pipeline.manifestStages
    manifest.warnings = ["report: no paper"]
    let url = folder.url.appending(path: "runs/2016-09-19/run.json")
    try manifest.write(to: url)
    let back = try RunManifest(file: url)
    #expect(canonicalJSON(back) == canonicalJSON(manifest))
    #expect(back.stages == manifest.stages)
  }

  @Test func `settings files that the run before read and this one lacks are named`() {
    func files(_ folder: String, parameters: String?, experiments: String?) -> SettingsFiles {
      SettingsFiles(
        folder: folder, parameters: parameters, contract: nil, experiments: experiments)
    }
    let before = files("/a", parameters: "/a/nightly.yaml", experiments: "/a/experiments.yaml")
    let now = files("/b", parameters: "/c/my.yaml", experiments: nil)
    let missing = now.missing(since: before, of: "the run of 2026-03-01")
    #expect(missing.count == 1)
    #expect(missing[0].hasPrefix("the run of 2026-03-01 read its experiments from /a/experiments."))
    #expect(missing[0].contains("no such file in /b"))
    #expect(before.missing(since: now, of: "the last run").isEmpty)
  }

  @Test func `a new manifest has the status running`() {
    let manifest = RunManifest(
      runId: SampleRun.id, pipeline: "test", day: "2016-09-19", startedAt: "", threads: 1,
      parameters: [:], versions: [:])
    #expect(manifest.status == .running)
  }

  @Test func `a stage's record has its grain, sizes and costs`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    let record = try #require(pipeline.manifestStages.first { $0.stage == "report" })
    #expect(record.grain == "one row per number")
    #expect(record.counts == ["numbers": 4])
    #expect(record.inputs == ["sum", "squares"])
    #expect(record.rows == 4)
    let size = try FileManager.default.attributesOfItem(atPath: pipeline.artifact("report").path)
    #expect(record.bytes == size[.size] as? Int)
    // A process of tests is larger than a megabyte.
    #expect(record.peakMemoryInBytes > 1 << 20)
  }

  @Test(arguments: [
    ("{\"formatVersion\":2}", "its format is 2, and this version of findie reads format 1"),
    ("{\"formatVersion\":3}", "its format is 3, and this version of findie reads format 1"),
    ("{\"formatVersion\":1}", "it is damaged"), ("{", "it is damaged"),
  ])
  func `a damaged record, or one in another format, is refused`(text: String, why: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(text, to: "run.json")
    let refusal = #expect(throws: WorkspaceFailure.self) { try RunManifest(file: file) }
    #expect(refusal?.description.contains(why) == true)
  }

  @Test func `stages start one after the other, and an on-demand stage ends before its reader`()
    throws
  {
    let pipeline = try Pipeline()
    try pipeline.run()
    let named = Dictionary(uniqueKeysWithValues: pipeline.manifestStages.map { ($0.stage, $0) })
    let starts = ["source", "multiples", "squares", "report"].compactMap {
      named[$0]?.startedAfterSeconds
    }
    #expect(starts.count == 4)
    #expect(zip(starts, starts.dropFirst()).allSatisfy { $0 < $1 })
    let (sum, report) = (
      try #require(pipeline.manifestStages.first { $0.stage == "sum" }),
      try #require(pipeline.manifestStages.first { $0.stage == "report" })
    )
    #expect(sum.outcome == .built)
    #expect(sum.startedAfterSeconds + sum.seconds < report.startedAfterSeconds)
  }
}
