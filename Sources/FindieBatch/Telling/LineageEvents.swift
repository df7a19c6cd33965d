/// Tells a run and its stages as OpenLineage run events, one JSON text each.
///
/// Source: OpenLineage 2-0-2 (https://openlineage.io/spec/2-0-2/OpenLineage.json) and its facets in the
/// versions that the events name.
package struct LineageEvents: Sendable {
  package enum Kind: String, Sendable {
    case start = "START"
    case complete = "COMPLETE"
    case fail = "FAIL"
    case abort = "ABORT"
  }

  /// A file or folder.
  package struct Place: Sendable {
    let path: String

    package init(path: String) { self.path = path }
  }

  private let runId: String
  private let pipeline: String
  private let startedAt: String
  private let version: String
  private let stages: [String: Described]
  private let sources: [String: [Place]]

  private struct Described: Sendable {
    let inputs: [String]
    let grain: String
    let place: String
  }

  /// - Parameters:
  ///   - startedAt: ISO 8601, when the run was meant to start.
  ///   - version: of the program.
  ///   - artifacts: the folder of the artifacts.
  ///   - sources: what stages read that no stage makes, by their names.
  package init(
    runId: String, pipeline: String, startedAt: String, version: String,
    stages: [any AnyStage], artifacts: String, sources: [String: [Place]]
  ) {
    self.runId = runId
    self.pipeline = pipeline
    self.startedAt = startedAt
    self.version = version
    self.stages = Dictionary(
      stages.map { stage in
        (
          stage.name,
          Described(
            inputs: stage.inputs.map(\.name), grain: stage.grain,
            place: "\(artifacts)/\(stage.name)" + (stage.isKept ? ".artifact" : ""))
        )
      }, uniquingKeysWith: { $1 })
    self.sources = sources
  }

  /// The whole run begins or ends.
  ///
  /// - Parameter error: why it did not come to its end.
  package func run(
    _ kind: Kind, at time: String, error: String? = nil, made outputs: [Place] = []
  ) -> String {
    event(
      kind, at: time, runId: runId, job: pipeline, type: "PIPELINE", error: error, parent: nil,
      inputs: Set(sources.values.joined().map(\.path)).sorted().map(dataset),
      outputs: outputs.map { dataset($0.path) })
  }

  /// A stage begins or ends.
  ///
  /// - Parameters:
  ///   - record: what became of it; nil where it begins or was cut off.
  ///   - outputs: what it made besides its artifact.
  package func stage(
    _ kind: Kind, _ name: String, at time: String, record: StageRecord? = nil,
    made outputs: [Place] = []
  ) -> String {
    let described = stages[name]
    let inputs = (described?.inputs ?? []).compactMap { stages[$0]?.place }.map(dataset)
    return event(
      kind, at: time, runId: NameUUID.text(of: name, in: runId), job: "\(pipeline).\(name)",
      type: "STAGE", error: kind == .fail ? record?.reason : nil,
      parent: ["run": ["runId": "\(runId)"], "job": job(pipeline)],
      inputs: inputs + (sources[name] ?? []).map { dataset($0.path) },
      outputs: [output(described, record, of: name)] + outputs.map { dataset($0.path) })
  }

  private func event(
    _ kind: Kind, at time: String, runId: String, job name: String, type: String, error: String?,
    parent: [String: JSONTree]?, inputs: [JSONTree], outputs: [JSONTree]
  ) -> String {
    var facets: [String: JSONTree] = [
      "nominalTime": facet("1-0-1/NominalTimeRunFacet", ["nominalStartTime": "\(startedAt)"]),
      "processing_engine": facet(
        "1-1-1/ProcessingEngineRunFacet",
        ["version": "\(version)", "name": "findie", "openlineageAdapterVersion": "\(version)"]),
    ]
    if let parent { facets["parent"] = facet("1-2-0/ParentRunFacet", parent) }
    if let error {
      facets["errorMessage"] = facet(
        "1-0-1/ErrorMessageRunFacet", ["message": "\(error)", "programmingLanguage": "Swift"])
    }
    guard case .object(var job) = job(name) else { preconditionFailure("a job is an object") }
    job["facets"] = [
      "jobType": facet(
        "2-0-4/JobTypeJobFacet",
        ["processingType": "BATCH", "integration": "FINDIE", "jobType": "\(type)"])
    ]
    return canonicalJSON(
      JSONTree.object([
        "eventType": "\(kind.rawValue)", "eventTime": "\(time)", "producer": "\(producer)",
        "schemaURL": "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent",
        "run": ["runId": "\(runId)", "facets": .object(facets)], "job": .object(job),
        "inputs": .list(inputs), "outputs": .list(outputs),
      ]))
  }

  /// What made the events.
  private var producer: String { "urn:findie:batch:\(version)" }

  private func job(_ name: String) -> JSONTree {
    ["namespace": "findie", "name": "\(name)"]
  }

  private func dataset(_ path: String) -> JSONTree {
    ["namespace": "file", "name": "\(path)"]
  }

  /// The artifact of a stage, with what is known of it.
  private func output(
    _ stage: Described?, _ record: StageRecord?, of name: String
  ) -> JSONTree {
    var dataset: [String: JSONTree] = [
      "namespace": "file", "name": "\(stage?.place ?? name)",
    ]
    var facets: [String: JSONTree] = [:]
    if let grain = stage?.grain {
      facets["documentation"] = facet(
        "1-1-0/DocumentationDatasetFacet", ["description": "\(grain)"])
    }
    if let fingerprint = record?.fingerprint {
      facets["version"] = facet(
        "1-0-1/DatasetVersionDatasetFacet", ["datasetVersion": "\(fingerprint.hexadecimal)"])
    }
    dataset["facets"] = .object(facets)
    var statistics: [String: JSONTree] = [:]
    if let rows = record?.rows { statistics["rowCount"] = .integer(rows) }
    if let bytes = record?.bytes { statistics["size"] = .integer(bytes) }
    if !statistics.isEmpty {
      dataset["outputFacets"] = [
        "outputStatistics": facet("1-0-2/OutputStatisticsOutputDatasetFacet", statistics)
      ]
    }
    return .object(dataset)
  }

  private func facet(_ schema: String, _ members: [String: JSONTree]) -> JSONTree {
    let name = schema.split(separator: "/").last ?? ""
    var members = members
    members["_producer"] = "\(producer)"
    members["_schemaURL"] = "https://openlineage.io/spec/facets/\(schema).json#/$defs/\(name)"
    return .object(members)
  }
}
