/// A finished run as an OpenTelemetry trace: one span for the run, and a child span for each stage.
///
/// Source: OTLP's JSON encoding (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding):
/// ids in hexadecimal, 64-bit integers as text, enumerations as numbers.
package struct RunTrace {
  private let manifest: RunManifest
  private let startNanoseconds: Int

  /// - Parameter startMilliseconds: when the run began, since 1970.
  package init(of manifest: RunManifest, startMilliseconds: Int64) {
    self.manifest = manifest
    // Nanoseconds outside of the years 1678 to 2262 do not fit into 64 bits.
    let limit = Int64.max / 2_000_000
    startNanoseconds = Int(min(max(startMilliseconds, -limit), limit)) * 1_000_000
  }

  /// One line of JSON, as collectors read it from files and over HTTP.
  package var json: String {
    let version = manifest.versions["findie"] ?? ""
    let resource = Resource(
      attributes: attributes([
        "service.name": .text("findie"), "service.version": .text(version),
        "service.instance.id": .text(manifest.runId), "os.type": .text("linux"),
        "process.runtime.name": .text("swift"),
        "process.runtime.version": .text(manifest.versions["swift"] ?? ""),
      ]))
    let spans = ScopeSpans(
      scope: Scope(name: "findie.batch", version: version),
      spans: [runSpan] + manifest.stages.map(span))
    return canonicalJSON(
      Document(resourceSpans: [ResourceSpans(resource: resource, scopeSpans: [spans])])) + "\n"
  }

  private var traceId: String {
    String(Fingerprint(of: "trace \(manifest.runId)").hexadecimal.prefix(32))
  }

  private func spanId(_ name: String) -> String {
    String(Fingerprint(of: "span \(manifest.runId) \(name)").hexadecimal.prefix(16))
  }

  private var runSpan: Span {
    var values: [String: Value] = [
      "findie.pipeline": .text(manifest.pipeline), "findie.day": .text(manifest.day),
      "findie.status": .text(manifest.status.rawValue),
      "findie.threads": .integer(manifest.threads),
      "findie.warnings": .integer(manifest.warnings.count),
      "findie.cpu_seconds": .number(manifest.cpuSeconds),
      "findie.peak_memory_bytes": .integer(manifest.peakMemoryInBytes),
    ]
    if let failure = manifest.failure { values["error.type"] = .text(failure.kind) }
    return span(
      manifest.pipeline, id: spanId(""), from: 0, seconds: manifest.seconds, values,
      error: manifest.status == .failed || manifest.status == .stopped
        ? manifest.failure?.cause ?? manifest.status.rawValue : nil)
  }

  private func span(_ record: StageRecord) -> Span {
    var values: [String: Value] = [
      "findie.stage": .text(record.stage), "findie.stage.outcome": .text(record.outcome.rawValue),
      "findie.stage.reason": .text(record.reason), "findie.stage.grain": .text(record.grain),
      "findie.cpu_seconds": .number(record.cpuSeconds),
      "findie.peak_memory_bytes": .integer(record.peakMemoryInBytes),
    ]
    for (name, count) in record.counts { values["findie.count.\(name)"] = .integer(count) }
    if let fingerprint = record.fingerprint {
      values["findie.fingerprint"] = .text(fingerprint.hexadecimal)
    }
    if let bytes = record.bytes { values["findie.artifact_bytes"] = .integer(bytes) }
    if record.outcome == .failed {
      values["error.type"] = .text(
        manifest.failure.flatMap { $0.stage == record.stage ? $0.kind : nil } ?? "_OTHER")
    }
    return span(
      "\(manifest.pipeline) \(record.stage)", id: spanId(record.stage), parent: spanId(""),
      from: record.startedAfterSeconds, seconds: record.seconds, values,
      error: record.outcome == .failed ? record.reason : nil)
  }

  private func span(
    _ name: String, id: String, parent: String? = nil, from start: Double, seconds: Double,
    _ values: [String: Value], error: String?
  ) -> Span {
    Span(
      traceId: traceId, spanId: id, parentSpanId: parent, name: name,
      startTimeUnixNano: time(start), endTimeUnixNano: time(start + seconds),
      attributes: attributes(values),
      status: error.map { Span.Status(code: 2, message: $0) } ?? Span.Status(code: 1))
  }

  private func time(_ seconds: Double) -> String {
    "\(startNanoseconds + Int((max(0, seconds) * 1e9).rounded()))"
  }

  private func attributes(_ values: [String: Value]) -> [Attribute] {
    values.sorted { $0.key < $1.key }.map { Attribute(key: $0.key, value: $0.value) }
  }
}

// MARK: - OTLP

extension RunTrace {
  private struct Document: Encodable {
    let resourceSpans: [ResourceSpans]
  }

  private struct ResourceSpans: Encodable {
    let resource: Resource
    let scopeSpans: [ScopeSpans]
  }

  private struct Resource: Encodable {
    let attributes: [Attribute]
  }

  private struct ScopeSpans: Encodable {
    let scope: Scope
    let spans: [Span]
  }

  private struct Scope: Encodable {
    let name: String
    let version: String
  }

  private struct Span: Encodable {
    struct Status: Encodable {
      /// 1 is ok, 2 is an error.
      let code: Int
      var message: String?
    }

    let traceId: String
    let spanId: String
    let parentSpanId: String?
    let name: String
    /// 1 is an internal operation: neither client nor server.
    let kind = 1
    let startTimeUnixNano: String
    let endTimeUnixNano: String
    let attributes: [Attribute]
    let status: Status
  }

  private struct Attribute: Encodable {
    let key: String
    let value: Value
  }

  private enum Value: Encodable {
    case text(String)
    case integer(Int)
    case number(Double)

    private enum Key: String, CodingKey {
      case stringValue, intValue, doubleValue
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      switch self {
      case .text(let text): try container.encode(text, forKey: .stringValue)
      case .integer(let integer): try container.encode("\(integer)", forKey: .intValue)
      case .number(let number): try container.encode(number, forKey: .doubleValue)
      }
    }
  }
}

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
    add(
      "findie_run_finished_timestamp_seconds", "When the last run ended.",
      [([:], finishedAt)])
    add(
      "findie_run_last_success_timestamp_seconds", "When the last successful run ended.",
      lastSuccess.map { [([:], $0.finishedAt)] } ?? [])
    add(
      "findie_published_day_timestamp_seconds", "The start of the as-of day that is published.",
      publishedDay.map { [([:], $0)] } ?? [])
    add("findie_run_duration_seconds", "The duration of the last run.", [([:], manifest.seconds)])
    add(
      "findie_run_cpu_seconds", "The processor time of the last run, of all threads.",
      [([:], manifest.cpuSeconds)])
    add(
      "findie_run_peak_memory_bytes", "The peak resident memory of the last run.",
      [([:], Double(manifest.peakMemoryInBytes))])
    add(
      "findie_run_threads", "The number of threads of the last run.",
      [([:], Double(manifest.threads))])
    add(
      "findie_run_warnings", "The number of warnings of the last run.",
      [([:], Double(manifest.warnings.count))])
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
