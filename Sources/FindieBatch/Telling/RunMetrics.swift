/// The metrics of the last run in Prometheus' text format, for node_exporter's textfile collector.
///
/// Source: Prometheus exposition format 0.0.4
/// (https://prometheus.io/docs/instrumenting/exposition_formats/). All are gauges: what they tell is of
/// the last run and goes up and down.
package struct RunMetrics {
  private var lines: [String] = []

  /// - Parameters:
  ///   - finishedAt: when the run ended, in seconds since 1970.
  ///   - servedNight: the beginning of the day of the night that is served, in the same.
  ///   - lastDone: the last run that came to its end; this one, where it did.
  package init(
    of manifest: RunManifest, finishedAt: Double, servedNight: Double?,
    lastDone: StageTimes.Done?
  ) {
    add(
      "findie_run_info", "What ran last: always 1.",
      [
        (
          ["pipeline": manifest.pipeline, "night": manifest.day]
            .merging(manifest.versions.map { ("\($0.key)_version", $0.value) }) { $1 }, 1
        )
      ])
    let statuses: [RunManifest.Status] = [.done, .failed, .stopped]
    add(
      "findie_run_status", "1 for what became of the last run, 0 for what did not.",
      statuses.map { (["status": $0.rawValue], $0 == manifest.status ? 1 : 0) })
    add(
      "findie_run_finished_timestamp_seconds", "When the last run ended, well or not.",
      [([:], finishedAt)])
    add(
      "findie_run_last_success_timestamp_seconds", "When a run last came to its end.",
      lastDone.map { [([:], $0.finishedAt)] } ?? [])
    add(
      "findie_served_night_timestamp_seconds",
      "The beginning of the as-of day of the night that is served.",
      servedNight.map { [([:], $0)] } ?? [])
    add("findie_run_duration_seconds", "How long the last run took.", [([:], manifest.seconds)])
    add(
      "findie_run_cpu_seconds", "The processor time of all threads of the last run.",
      [([:], manifest.cpuSeconds)])
    add(
      "findie_run_peak_memory_bytes", "The highest resident memory of the last run.",
      [([:], Double(manifest.peakMemoryInBytes))])
    add("findie_run_threads", "The threads of the last run.", [([:], Double(manifest.threads))])
    add(
      "findie_run_warnings", "How many warnings the last run gave.",
      [([:], Double(manifest.warnings.count))])
    addStages(manifest.stages)
  }

  package var text: String { lines.joined(separator: "\n") + "\n" }

  private mutating func addStages(_ stages: [StageRecord]) {
    func of(_ value: (StageRecord) -> Double?) -> [Sample] {
      stages.compactMap { stage in value(stage).map { (["stage": stage.stage], $0) } }
    }
    add(
      "findie_stage_outcome", "1 for what became of a stage in the last run.",
      stages.map { (["stage": $0.stage, "outcome": $0.outcome.rawValue], 1) })
    add(
      "findie_stage_duration_seconds", "How long a stage took in the last run; 0 where skipped.",
      of { $0.seconds })
    add(
      "findie_stage_cpu_seconds", "The processor time of all threads in a stage of the last run.",
      of { $0.cpuSeconds })
    add(
      "findie_stage_peak_memory_bytes",
      "The highest resident memory of the last run up to the end of a stage.",
      of { Double($0.peakMemoryInBytes) })
    add(
      "findie_stage_artifact_bytes", "The size of the file that a stage keeps.",
      of { $0.bytes.map(Double.init) })
    add(
      "findie_stage_count", "What a stage counted.",
      stages.flatMap { stage in
        stage.counts.sorted { $0.key < $1.key }.map { name, count in
          (["stage": stage.stage, "count": name], Double(count))
        }
      })
  }

  private typealias Sample = (labels: [String: String], value: Double)

  /// A family of metrics; nothing where it has no samples.
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
