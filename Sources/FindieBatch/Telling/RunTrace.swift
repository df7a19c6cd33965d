/// A finished run as an OpenTelemetry trace: the run's span, under it one a stage.
///
/// Source: OTLP's JSON encoding (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding): ids in
/// hexadecimal, 64-bit numbers as text, enumerations as numbers.
package struct RunTrace {
  private let manifest: RunManifest
  private let startNanoseconds: Int

  /// - Parameter startMilliseconds: when the run began, since 1970.
  package init(of manifest: RunManifest, startMilliseconds: Int64) {
    self.manifest = manifest
    // What a clock says beyond the years 1678 to 2262 does not fit.
    let most = Int64.max / 2_000_000
    startNanoseconds = Int(min(max(startMilliseconds, -most), most)) * 1_000_000
  }

  /// One line of JSON, as collectors read it from files and over HTTP.
  package var json: String {
    var spans = [runSpan]
    for record in manifest.stages { spans.append(span(record)) }
    let resource: JSONTree = [
      "attributes": attributes([
        "service.name": "findie", "service.version": .text(manifest.versions["findie"] ?? ""),
        "service.instance.id": .text(manifest.runId), "os.type": "linux",
        "process.runtime.name": "swift",
        "process.runtime.version": .text(manifest.versions["swift"] ?? ""),
      ])
    ]
    let scope: JSONTree = [
      "name": "findie.batch", "version": .text(manifest.versions["findie"] ?? ""),
    ]
    let document: JSONTree = [
      "resourceSpans": [
        ["resource": resource, "scopeSpans": [["scope": scope, "spans": .list(spans)]]]
      ]
    ]
    return canonicalJSON(document) + "\n"
  }

  private var traceId: String {
    String(Fingerprint(of: "trace \(manifest.runId)").hexadecimal.prefix(32))
  }

  private func spanId(_ name: String) -> String {
    String(Fingerprint(of: "span \(manifest.runId) \(name)").hexadecimal.prefix(16))
  }

  private var runSpan: JSONTree {
    var facts: [String: JSONTree] = [
      "findie.pipeline": .text(manifest.pipeline), "findie.night": .text(manifest.day),
      "findie.status": .text(manifest.status.rawValue),
      "findie.threads": .integer(manifest.threads),
      "findie.warnings": .integer(manifest.warnings.count),
      "findie.cpu_seconds": .number(manifest.cpuSeconds),
      "findie.peak_memory_bytes": .integer(manifest.peakMemoryInBytes),
    ]
    if let failure = manifest.failure { facts["error.type"] = .text(failure.kind) }
    return span(
      manifest.pipeline, id: spanId(""), from: 0, seconds: manifest.seconds, facts,
      error: manifest.status == .failed || manifest.status == .stopped
        ? manifest.failure?.cause ?? manifest.status.rawValue : nil)
  }

  private func span(_ record: StageRecord) -> JSONTree {
    var facts: [String: JSONTree] = [
      "findie.stage": .text(record.stage), "findie.stage.outcome": .text(record.outcome.rawValue),
      "findie.stage.reason": .text(record.reason), "findie.stage.grain": .text(record.grain),
      "findie.cpu_seconds": .number(record.cpuSeconds),
      "findie.peak_memory_bytes": .integer(record.peakMemoryInBytes),
    ]
    for (name, count) in record.counts { facts["findie.count.\(name)"] = .integer(count) }
    if let fingerprint = record.fingerprint {
      facts["findie.fingerprint"] = .text(fingerprint.hexadecimal)
    }
    if let bytes = record.bytes { facts["findie.artifact_bytes"] = .integer(bytes) }
    if record.outcome == .failed {
      facts["error.type"] = .text(
        manifest.failure.flatMap { $0.stage == record.stage ? $0.kind : nil } ?? "_OTHER")
    }
    return span(
      "\(manifest.pipeline) \(record.stage)", id: spanId(record.stage), parent: spanId(""),
      from: record.startedAfterSeconds, seconds: record.seconds, facts,
      error: record.outcome == .failed ? record.reason : nil)
  }

  private func span(
    _ name: String, id: String, parent: String? = nil, from start: Double, seconds: Double,
    _ facts: [String: JSONTree], error: String?
  ) -> JSONTree {
    var span: [String: JSONTree] = [
      "traceId": .text(traceId), "spanId": .text(id), "name": .text(name),
      // An operation of our own, neither asked for nor asking others.
      "kind": 1,
      "startTimeUnixNano": .text(time(start)), "endTimeUnixNano": .text(time(start + seconds)),
      "attributes": attributes(facts),
    ]
    if let parent { span["parentSpanId"] = .text(parent) }
    // 1 is ok, 2 an error.
    span["status"] = error.map { ["code": 2, "message": .text($0)] } ?? ["code": 1]
    return .object(span)
  }

  private func time(_ seconds: Double) -> String {
    "\(startNanoseconds + Int((max(0, seconds) * 1e9).rounded()))"
  }

  private func attributes(_ facts: [String: JSONTree]) -> JSONTree {
    .list(
      facts.sorted { $0.key < $1.key }.map { name, value in
        let typed: JSONTree =
          switch value {
          case .integer(let integer): ["intValue": .text("\(integer)")]
          case .number(let number): ["doubleValue": .number(number)]
          case .flag(let flag): ["boolValue": .flag(flag)]
          case .text, .list, .object: ["stringValue": value]
          }
        return ["key": .text(name), "value": typed]
      })
  }
}
