import FindieFiles
import Foundation

extension Run {
  /// Builds the artifact of a stage and records it.
  ///
  /// - Throws: `StageFailure` or `Stopped`.
  func build<Output>(_ stage: Stage<Output>, _ reason: String) throws {
    // Loading the inputs counts as theirs.
    let body = try stage.prepared(self)
    observer.report(.started(stage: stage.name))
    let started = elapsedSeconds()
    change { $0.beginTime(of: stage.name) }
    func times() -> (seconds: Double, cpuSeconds: Double) {
      (elapsedSeconds() - started, change { $0.endTime(of: stage.name) })
    }
    do {
      let (output, fingerprint) = try rules.retrying.run {
        try result(of: stage, body)
      } report: {
        warn($0, stage: stage.name)
      }
      change { $0.store(output, of: stage, fingerprint) }
      record(stage, .built, reason, fingerprint, summary: ArtifactSummary(of: output), times())
    } catch let stopped as Stopped {
      _ = times()
      throw stopped
    } catch {
      record(stage, .failed, "\(error)", nil, times())
      throw StageFailure(stage: stage.name, cause: error)
    }
  }

  /// Runs the body of a stage and writes its artifact.
  private func result<Output>(
    of stage: Stage<Output>, _ body: (StageContext) throws -> Output
  ) throws -> (Output, Fingerprint) {
    let output = try body(StageContext(host: self, stage: stage.name))
    let provenance = store.provenance(of: stage, from: read { $0.known.fingerprints })
    guard
      let fingerprint = output.content
        ?? provenance?.fingerprint(stage: stage.name, formatVersion: Output.formatVersion)
    else { preconditionFailure("an input of \(stage.name) has no fingerprint yet") }
    if Output.isPersisted {
      var writer = ArtifactWriter()
      output.write(to: &writer)
      let file = writer.file(
        stage: stage.name, fingerprint: fingerprint, formatVersion: Output.formatVersion,
        summary: ArtifactSummary(of: output), provenance: provenance)
      try DurableFile.write(pieces: file, to: store.url(stage.name))
    }
    return (output, fingerprint)
  }

  /// The artifact of a stage: from this run, else from disk, else built now. If another lane is loading
  /// it, this one waits.
  package func value<Output>(of stage: Stage<Output>) throws -> Output {
    let availability = waitFor { state -> Availability? in
      if let value = state.values[stage.name] { return .available(value) }
      if state.loading.contains(stage.name) { return state.endingError.map { .runEnds($0) } }
      state.loading.insert(stage.name)
      return .missing
    }
    switch availability {
    case .available(let value):
      guard let output = value as? Output else {
        preconditionFailure("the artifact of \(stage.name) is not of type \(Output.self)")
      }
      return output
    case .runEnds(let error): throw error
    case .missing:
      defer { change { $0.loading.remove(stage.name) } }
      try load(stage)
      guard let output = read({ $0.values[stage.name] }) as? Output else {
        preconditionFailure("the artifact of \(stage.name) was released before it was read")
      }
      return output
    }
  }

  private enum Availability {
    case available(any Artifact)
    case missing
    /// Another lane was loading it when the run failed.
    case runEnds(any Error)
  }

  /// Reads or builds the artifact of a stage.
  private func load<Output>(_ stage: Stage<Output>) throws {
    guard Output.isPersisted else { return try build(stage, "a stage reads it") }
    do {
      let output = try Output(from: ArtifactReader(store.url(stage.name)))
      change { $0.values[stage.name] = output }
    } catch {
      warn("its artifact is damaged and is rebuilt: \(error)", stage: stage.name)
      try build(stage, StageReason(.damaged).sentence)
    }
  }

  func record(
    _ stage: some AnyStage, _ outcome: StageRecord.Outcome, _ reason: String,
    _ fingerprint: Fingerprint?, summary: ArtifactSummary = .empty,
    _ times: (seconds: Double, cpuSeconds: Double) = (0, 0)
  ) {
    let record = StageRecord(
      stage: stage.name, outcome: outcome, reason: reason, inputs: stage.inputs.map(\.name),
      grain: stage.grain, fingerprint: fingerprint,
      rows: stage.countOfGrain.flatMap { summary.counts[$0] },
      bytes: stage.isPersisted ? store.bytes(stage.name) : nil, counts: summary.counts,
      measures: summary.measures, conclusion: summary.conclusion,
      startedAfterSeconds: elapsedSeconds() - startedAt - times.seconds, seconds: times.seconds,
      cpuSeconds: times.cpuSeconds, peakMemoryInBytes: Resources.used.peakMemoryInBytes)
    change { state in
      state.records.removeAll { $0.stage == stage.name }
      state.records.append(record)
    }
    observer.report(.finished(record))
  }
}
