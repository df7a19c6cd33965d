/// The metrics of the last run in Prometheus text format, for node_exporter's textfile collector.
///
/// Source: Prometheus exposition format 0.0.4
/// (https://prometheus.io/docs/instrumenting/exposition_formats/). All metrics are gauges, since
/// each run replaces the values of the one before.
package struct RunMetrics {
  private var lines: [String] = []

  /// - Parameters:
  ///   - finishedAt: when the run ended, in seconds since 1970.
  ///   - publishedDay: the start of the day whose lists are published, in seconds since 1970.
  ///   - lastSuccess: the last run that succeeded, which may be this one.
  package init(
    of manifest: RunManifest, finishedAt: Double, publishedDay: Double?,
    lastSuccess: StageTimes.Success?
  ) {
    add(
      "findie_run_info", "The last run. Always 1.",
      [
        (
          ["pipeline": manifest.pipeline, "day": manifest.day]
            .merging(manifest.versions.map { ("\($0.key)_version", $0.value) }) { $1 }, 1
        )
      ])
    let statuses: [RunManifest.Status] = [.done, .failed, .stopped]
    add(
      "findie_run_status", "1 for the status of the last run, 0 for the others.",
      statuses.map { (["status": $0.rawValue], $0 == manifest.status ? 1 : 0) })
    add("findie_run_finished_timestamp_seconds", "When the last run ended.", finishedAt)
    add(
      "findie_run_last_success_timestamp_seconds", "When the last successful run ended.",
      lastSuccess?.finishedAt)
    add(
      "findie_published_day_timestamp_seconds", "The start of the as-of day that is published.",
      publishedDay)
    add("findie_run_duration_seconds", "The duration of the last run.", manifest.seconds)
    add(
      "findie_run_cpu_seconds", "The processor time of the last run, of all threads.",
      manifest.cpuSeconds)
    add(
      "findie_run_peak_memory_bytes", "The peak resident memory of the last run.",
      Double(manifest.peakMemoryInBytes))
    add(
      "findie_run_threads", "The number of threads of the last run.", Double(manifest.threads))
    add(
      "findie_run_warnings", "The number of warnings of the last run.",
      Double(manifest.warnings.count))
    addStages(manifest.stages)
  }

  package var text: String { lines.joined(separator: "\n") + "\n" }

  private mutating func addStages(_ stages: [StageRecord]) {
    func of(_ value: (StageRecord) -> Double?) -> [Sample] {
      stages.compactMap { stage in value(stage).map { (["stage": stage.stage], $0) } }
    }
    add(
      "findie_stage_outcome", "1 for the outcome of a stage in the last run.",
      stages.map { (["stage": $0.stage, "outcome": $0.outcome.rawValue], 1) })
    add(
      "findie_stage_duration_seconds",
      "The duration of a stage in the last run. 0 if it was skipped.",
      of { $0.seconds })
    add(
      "findie_stage_cpu_seconds", "The processor time of a stage in the last run, of all threads.",
      of { $0.cpuSeconds })
    add(
      "findie_stage_peak_memory_bytes",
      "The peak resident memory of the last run up to the end of a stage.",
      of { Double($0.peakMemoryInBytes) })
    add(
      "findie_stage_artifact_bytes", "The size of the artifact of a stage.",
      of { $0.bytes.map(Double.init) })
    add(
      "findie_stage_count", "A count of a stage.",
      stages.flatMap { stage in
        stage.counts.sorted { $0.key < $1.key }.map { name, count in
          (["stage": stage.stage, "count": name], Double(count))
        }
      })
  }

  private typealias Sample = (labels: [String: String], value: Double)

  /// Adds a metric without labels; nothing for nil.
  private mutating func add(_ name: String, _ help: String, _ value: Double?) {
    add(name, help, value.map { [([:], $0)] } ?? [])
  }

  /// Adds a metric with its samples; nothing if there are none.
  private mutating func add(_ name: String, _ help: String, _ samples: [Sample]) {
    guard !samples.isEmpty else { return }
    lines.append("# HELP \(name) \(help)")
    lines.append("# TYPE \(name) gauge")
    for (labels, value) in samples {
      let inner = labels.sorted { $0.key < $1.key }
        .map { "\($0.key)=\"\(escaped($0.value))\"" }.joined(separator: ",")
      lines.append(name + (inner.isEmpty ? "" : "{\(inner)}") + " \(number(value))")
    }
  }

  private func escaped(_ value: String) -> String {
    var text = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case "\n": text += "\\n"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private func number(_ value: Double) -> String {
    Int(exactly: value).map { "\($0)" } ?? "\(value)"
  }
}
