import FindieFiles
import Foundation

/// What becomes of a stage: it is made, skipped, left stale, or done without.
extension Run {
  func execute<Output>(_ stage: Stage<Output>) throws {
    if try isOutOfReach(stage) { return }
    guard !Output.isKnownByContent else { return try look(at: stage) }
    guard let origin = origin(of: stage) else {
      preconditionFailure("an input of \(stage.name) has no fingerprint yet")
    }
    let fingerprint = origin.fingerprint(
      stage: stage.name, formatVersion: Output.formatVersion)
    change { $0.fingerprints[stage.name] = fingerprint }
    if rules.chosen.forced.contains(stage.name) {
      try refuseStaleInputs(of: stage)
      return try attempt(stage, reason: Reason(.asked).sentence)
    }
    if !Output.isKept {
      return record(stage, .skipped, "made when a stage that runs reads it", fingerprint)
    }
    switch try shelf.standing(of: stage, origin) {
    case .good(let header):
      record(
        stage, .skipped, Reason(rules.chosen.holds(stage.name) ? .same : .notSelected).sentence,
        fingerprint, found: header.found)
    case .remake(let reasons):
      guard rules.chosen.holds(stage.name) else {
        return leave(stage, stale: reasons.sentence)
      }
      try refuseStaleInputs(of: stage)
      if try isLeftOut(stage) { return }
      try attempt(stage, reason: reasons.sentence)
    }
  }

  private func origin(of stage: some AnyStage) -> Origin? {
    shelf.origin(of: stage, look { $0.fingerprints })
  }

  private func look<Output>(at stage: Stage<Output>) throws {
    guard !rules.chosen.holds(stage.name), let foreseen = stage.foreseen else {
      return try attempt(stage, reason: Reason(.content).sentence)
    }
    switch try foreseen(self) {
    case .unchanged(let output):
      change {
        $0.values[stage.name] = output
        $0.fingerprints[stage.name] = output.content
      }
      if let night = output.night { declare(day: night) }
      record(
        stage, .skipped, "not selected, and there is nothing new", output.content,
        found: Findings(of: output))
    case .changed(_, let why): leave(stage, stale: why)
    }
  }

  /// Makes a stage, or does what its rule says where it fails.
  private func attempt<Output>(_ stage: Stage<Output>, reason: String) throws {
    do {
      try makeNow(stage, reason: reason)
    } catch let failure as StageFailure where failure.stage == stage.name {
      switch rules.onError[stage.name] ?? .fail {
      case .fail: throw failure
      case .skipDependents:
        change {
          $0.outOfReach[stage.name] = .failed
          $0.firstFailure = $0.firstFailure ?? failure
        }
      case .keepLastGood:
        guard useLast(of: stage, because: "it failed: \(failure.cause)") else { throw failure }
      }
    }
  }

  /// Uses the artifact of before, where there is one that can be read.
  private func useLast<Output>(of stage: Stage<Output>, because why: String) -> Bool {
    guard Output.isKept, let (output, header) = shelf.last(of: stage) else { return false }
    // What reads it is known by what it really read.
    change { $0.keep(output, of: stage, header.fingerprint) }
    warn("the artifact of before is used, since \(why)", stage: stage.name)
    record(stage, .kept, why, header.fingerprint, found: header.found)
    return true
  }

  /// Whether the deadline leaves a stage out.
  private func isLeftOut<Output>(_ stage: Stage<Output>) throws -> Bool {
    guard let deadline = rules.deadline,
      deadline.dropped(of: try remainingWork()).contains(stage.name)
    else { return false }
    if useLast(
      of: stage, because: "it was left out for the run to be done by \(deadline.name)")
    {
      return true
    }
    warn(
      "it is made although little time is left until \(deadline.name): there is no artifact of "
        + "before to use instead", stage: stage.name)
    return false
  }

  /// The stages that are not done and, as far as can be told now, will be made.
  private func remainingWork() throws -> [String] {
    var (remaining, fingerprints) = look { ($0.remaining, $0.fingerprints) }
    remaining.removeAll { !rules.chosen.holds($0.name) && !rules.chosen.forced.contains($0.name) }
    var work: [any AnyStage] = []
    for stage in remaining where !stage.isMadeWhenRead {
      let isForced = rules.chosen.forced.contains(stage.name)
      if !isForced, try stage.isGood(in: self, from: fingerprints) {
        fingerprints[stage.name] = shelf.origin(of: stage, fingerprints)?
          .fingerprint(stage: stage.name, formatVersion: stage.formatVersion)
      } else {
        // What it will be is not known, so what reads it will be made too.
        fingerprints[stage.name] = nil
        work.append(stage)
      }
    }
    for stage in remaining.reversed() where stage.isMadeWhenRead {
      let isRead = work.contains { $0.inputs.contains { $0.name == stage.name } }
      if isRead { work.append(stage) }
    }
    return work.map(\.name)
  }

  /// Whether a stage cannot be made for want of an input, or need not be; then it is recorded.
  private func isOutOfReach(_ stage: some AnyStage) throws -> Bool {
    let (outOfReach, fingerprints) = look { ($0.outOfReach, $0.fingerprints) }
    for input in stage.inputs {
      switch outOfReach[input.name] {
      case nil: continue
      case .failed:
        change { $0.outOfReach[stage.name] = .failed }
        record(stage, .dropped, "its input \(input.name) was not made", nil)
        return true
      case .stale:
        // What is made when read goes on to whoever reads it.
        guard stage.isMadeWhenRead || fingerprints[input.name] == nil else { continue }
        if !stage.isMadeWhenRead, rules.chosen.holds(stage.name) {
          try refuseStaleInputs(of: stage)
        }
        if let origin = shelf.origin(of: stage, fingerprints) {
          let fingerprint = origin.fingerprint(
            stage: stage.name, formatVersion: stage.formatVersion)
          change { $0.fingerprints[stage.name] = fingerprint }
        }
        leave(stage, stale: "its input \(input.name) is stale")
        return true
      }
    }
    return false
  }

  private func refuseStaleInputs(of stage: some AnyStage) throws {
    let outOfReach = look { $0.outOfReach }
    let stale = stage.inputs.compactMap { input -> (stage: String, why: String)? in
      guard case .stale(let why) = outOfReach[input.name] else { return nil }
      return (input.name, why)
    }
    guard stale.isEmpty else { throw StaleInput(stage: stage.name, inputs: stale) }
  }

  private func leave(_ stage: some AnyStage, stale why: String) {
    change { $0.outOfReach[stage.name] = .stale(why) }
    record(stage, .skipped, "not selected, and stale: \(why)", nil)
  }
}

// MARK: - Making

extension Run {
  private func makeNow<Output>(_ stage: Stage<Output>, reason: String) throws {
    // What its inputs take is theirs.
    let body = try stage.prepared(self)
    observer.report(.started(stage: stage.name))
    let started = elapsedSeconds()
    change { $0.beginTime(of: stage.name) }
    func times() -> (seconds: Double, cpuSeconds: Double) {
      (elapsedSeconds() - started, change { $0.endTime(of: stage.name) })
    }
    do {
      let (output, fingerprint) = try rules.retrying.run {
        try make(stage, body)
      } say: {
        warn($0, stage: stage.name)
      }
      change { $0.keep(output, of: stage, fingerprint) }
      record(stage, .made, reason, fingerprint, found: Findings(of: output), times())
    } catch let stopped as Stopped {
      _ = times()
      throw stopped
    } catch {
      record(stage, .failed, "\(error)", nil, times())
      throw StageFailure(stage: stage.name, cause: error)
    }
  }

  private func make<Output>(
    _ stage: Stage<Output>, _ body: (StageContext) throws -> Output
  ) throws -> (Output, Fingerprint) {
    let output = try body(StageContext(run: self, stage: stage.name))
    let origin = origin(of: stage)
    guard
      let fingerprint = output.content
        ?? origin?.fingerprint(stage: stage.name, formatVersion: Output.formatVersion)
    else { preconditionFailure("an input of \(stage.name) has no fingerprint yet") }
    if Output.isKept {
      var writer = ArtifactWriter()
      output.write(to: &writer)
      let file = writer.file(
        stage: stage.name, fingerprint: fingerprint, formatVersion: Output.formatVersion,
        found: Findings(of: output), origin: origin)
      try DurableFile.write(pieces: file, to: shelf.url(stage.name))
    }
    return (output, fingerprint)
  }

  /// The artifact of a stage: as it was made in this run, else from disk, else made now. Where another
  /// lane is at it, its artifact is waited for.
  func value<Output>(of stage: Stage<Output>) throws -> Output {
    let standing = when { state -> Had? in
      if let value = state.values[stage.name] { return .there(value) }
      if state.beingHad.contains(stage.name) { return state.ending.map { .inVain($0) } }
      state.beingHad.insert(stage.name)
      return .missing
    }
    switch standing {
    case .there(let value):
      guard let output = value as? Output else {
        preconditionFailure("\(stage.name) made something else than \(Output.self)")
      }
      return output
    case .inVain(let error): throw error
    case .missing:
      defer { change { $0.beingHad.remove(stage.name) } }
      try have(stage)
      guard let output = look({ $0.values[stage.name] }) as? Output else {
        preconditionFailure("\(stage.name) is let go of before it is read")
      }
      return output
    }
  }

  private enum Had {
    case there(any Artifact)
    case missing
    /// It is waited for, and the run ends.
    case inVain(any Error)
  }

  /// Reads or makes the artifact of a stage.
  private func have<Output>(_ stage: Stage<Output>) throws {
    guard Output.isKept else { return try makeNow(stage, reason: "a stage reads it") }
    do {
      let output = try Output(from: ArtifactReader(shelf.url(stage.name)))
      change { $0.values[stage.name] = output }
    } catch {
      warn("its artifact is damaged and is made again: \(error)", stage: stage.name)
      try makeNow(stage, reason: "its artifact is damaged")
    }
  }

  private func record(
    _ stage: some AnyStage, _ outcome: StageRecord.Outcome, _ reason: String,
    _ fingerprint: Fingerprint?, found: Findings = .none,
    _ times: (seconds: Double, cpuSeconds: Double) = (0, 0)
  ) {
    let record = StageRecord(
      stage: stage.name, outcome: outcome, reason: reason, inputs: stage.inputs.map(\.name),
      grain: stage.grain, fingerprint: fingerprint,
      rows: stage.countOfGrain.flatMap { found.counts[$0] },
      bytes: stage.isKept ? shelf.bytes(stage.name) : nil, counts: found.counts,
      measures: found.measures, conclusion: found.conclusion,
      startedAfterSeconds: elapsedSeconds() - startedAt - times.seconds, seconds: times.seconds,
      cpuSeconds: times.cpuSeconds, peakMemoryInBytes: Resources.used.peakMemoryInBytes)
    change { state in
      state.records.removeAll { $0.stage == stage.name }
      state.records.append(record)
    }
    observer.report(.finished(record))
  }
}
