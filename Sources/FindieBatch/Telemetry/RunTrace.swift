/// A finished run as an OpenTelemetry trace: one span for the run, and a child span for each stage.
///
/// Source: OTLP's JSON encoding (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding): ids in
/// hexadecimal, 64-bit integers as text, enumerations as numbers.
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
