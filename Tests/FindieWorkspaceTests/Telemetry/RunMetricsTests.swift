import FindieWorkspace
import FindieTestSupport
import Testing

struct RunMetricsTests {
  private func metrics(_ manifest: RunManifest? = nil) throws -> PrometheusText {
    try PrometheusText(
      RunMetrics(
        of: manifest ?? SampleRun.manifest(), finishedAt: 1_772_334_003.5,
        publishedDay: 1_772_236_800,
        lastSuccess: .init(day: "2026-02-28", finishedAt: 1_772_247_612.25)
      ).text)
  }

  @Test func `the text is in Prometheus format`() throws {
    #expect(try metrics().problems == [])
    #expect(try metrics().samples.count > 20)
  }

  @Test func `values are in base units, with the stage as a label`() throws {
    let metrics = try metrics()
    #expect(metrics.value("findie_run_status", ["status": "failed"]) == 1)
    #expect(metrics.value("findie_run_status", ["status": "done"]) == 0)
    #expect(metrics.value("findie_run_duration_seconds") == 3.5)
    #expect(metrics.value("findie_run_finished_timestamp_seconds") == 1_772_334_003.5)
    #expect(metrics.value("findie_run_last_success_timestamp_seconds") == 1_772_247_612.25)
    #expect(metrics.value("findie_published_day_timestamp_seconds") == 1_772_236_800)
    #expect(metrics.value("findie_stage_duration_seconds", ["stage": "multiples"]) == 1.5)
    #expect(metrics.value("findie_stage_artifact_bytes", ["stage": "multiples"]) == 96)
    #expect(
      metrics.value("findie_stage_count", ["stage": "multiples", "count": "numbers"]) == 3)
    #expect(
      metrics.value("findie_stage_outcome", ["stage": "report", "outcome": "blocked"]) == 1)
  }

  @Test func `a label may hold any text`() throws {
    var manifest = try SampleRun.manifest()
    let name = "a \"b\" \\ c\nd ä"
    manifest.stages[0].counts = [name: 5]
    let metrics = try metrics(manifest)
    #expect(metrics.problems == [])
    #expect(metrics.value("findie_stage_count", ["stage": "multiples", "count": name]) == 5)
  }

  @Test func `a missing value has no sample`() throws {
    let metrics = PrometheusText(
      RunMetrics(of: try SampleRun.manifest(), finishedAt: 1, publishedDay: nil, lastSuccess: nil)
        .text)
    #expect(metrics.problems == [])
    #expect(metrics.value("findie_published_day_timestamp_seconds") == nil)
    #expect(metrics.value("findie_run_last_success_timestamp_seconds") == nil)
  }

  @Test(arguments: [
    "findie_x 1\n", "# HELP a b\n# TYPE a gauge\na{l=\"\"x\"} 1\n",
    "# HELP a b\n# TYPE a gauge\na 1\na 1\n", "# HELP a b\n# TYPE a gauge\na one\n",
    "# HELP a_total b\n# TYPE a_total gauge\na_total 1\n", "# HELP a b\n# TYPE a gauge\na 1",
  ])
  func `a malformed text is rejected`(text: String) {
    #expect(!PrometheusText(text).problems.isEmpty)
  }
}
