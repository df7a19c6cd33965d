/// What happens to each stage: it is built, skipped, reused, left stale, or blocked.
extension Run: StageVisitor {
  package func visit<Output>(_ stage: Stage<Output>) throws {
    let (known, failed) = read { ($0.known, $0.failed) }
    if let input = stage.inputs.first(where: { failed.contains($0.name) }) {
      change { _ = $0.failed.insert(stage.name) }
      return record(stage, .blocked, "input \(input.name) failed", nil)
    }
    let decision = try decider.decision(for: stage, known, from: self)
    let fingerprint = decision.fingerprint
    change { $0.known.fingerprints[stage.name] = fingerprint }
    let reason = decision.reasons.sentence
    switch decision.action {
    case .skip(let header):
      record(stage, .skipped, reason, fingerprint, summary: header.summary)
    case .skipUnchanged(let output):
      change { $0.values[stage.name] = output }
      if let night = output.night { declare(day: night) }
      record(stage, .skipped, reason, fingerprint, summary: ArtifactSummary(of: output))
    case .buildOnDemand: change { $0.mayBeSkipped.append(stage.name) }
    case .leaveStale(let why):
      change { $0.known.stale[stage.name] = why }
      record(stage, .skipped, "not selected, and out of date: \(why)", nil)
    case .refuse(let staleInput): throw staleInput
    case .check: try attempt(stage, reason)
    case .run:
      let isForced = rules.chosen.forced.contains(stage.name)
      if try !isForced && isLeftOut(stage) { return }
      try attempt(stage, reason)
    case .wait: preconditionFailure("an input of \(stage.name) has no fingerprint yet")
    }
  }

  /// Records the stages that no stage read. Until the run ends, one of them may still be built.
  func recordUnread() {
    let (names, known, records) = read { ($0.mayBeSkipped, $0.known.fingerprints, $0.records) }
    for stage in stages where names.contains(stage.name) {
      guard !records.contains(where: { $0.stage == stage.name }) else { continue }
      record(stage, .skipped, builtOnDemand, known[stage.name])
    }
  }

  /// Builds a stage; if it fails, does what its rule says.
  private func attempt<Output>(_ stage: Stage<Output>, _ reason: String) throws {
    do {
      try build(stage, reason)
    } catch let failure as StageFailure where failure.stage == stage.name {
      switch rules.onError[stage.name] ?? .fail {
      case .fail: throw failure
      case .skipDependents:
        change {
          $0.failed.insert(stage.name)
          $0.firstFailure = $0.firstFailure ?? failure
        }
      case .keepLastGood:
        guard reusePrevious(of: stage, because: "the stage failed: \(failure.cause)") else {
          throw failure
        }
      }
    }
  }

  /// Uses the stage's previous artifact, if there is one.
  private func reusePrevious<Output>(of stage: Stage<Output>, because why: String) -> Bool {
    guard Output.isPersisted, let (output, header) = store.previous(of: stage) else {
      return false
    }
    // The fingerprint is the previous one, so readers depend on what they really read.
    change { $0.store(output, of: stage, header.fingerprint) }
    warn("its previous artifact is used: \(why)", stage: stage.name)
    record(stage, .reused, why, header.fingerprint, summary: header.summary)
    return true
  }

  /// Whether a stage is left out to meet the deadline.
  private func isLeftOut<Output>(_ stage: Stage<Output>) throws -> Bool {
    guard let deadline = rules.deadline,
      deadline.dropped(of: try remainingWork()).contains(stage.name)
    else { return false }
    if reusePrevious(of: stage, because: "it was left out to finish by \(deadline.name)") {
      return true
    }
    warn(
      "it runs although the run may not finish by \(deadline.name), since it has no previous "
        + "artifact", stage: stage.name)
    return false
  }

  /// The stages that are not done and, as far as is known now, will run.
  private func remainingWork() throws -> [String] {
    let (remaining, known) = read { ($0.remaining, $0.known) }
    return try Planner(decider, known: known, readsSources: false).plan(remaining).stages
      .filter { $0.verdict != .skip && $0.verdict != .refused }.map(\.stage)
  }
}
