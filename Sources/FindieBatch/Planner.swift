package import Foundation

/// Foresees what a run would do, without making anything: it reads artifacts' headers, and what stages
/// that are known by their content say beforehand.
///
/// A class, since stages share what was foreseen.
package final class Planner: ArtifactSource {
  private let shelf: ArtifactShelf
  private let chosen: StageSelection.Chosen
  private let times: StageTimes
  private var values: [String: any Artifact] = [:]
  private var fingerprints: [String: Fingerprint] = [:]
  /// Why what a stage made is stale and stays so, for stages that are not selected.
  private var stale: [String: String] = [:]
  private var planned: [String: (verdict: Plan.Verdict, reasons: [Reason])] = [:]

  /// - Parameters:
  ///   - artifacts: the folder in which a run would keep them.
  ///   - program: what would make the artifacts, with its version.
  ///   - times: how long the stages took.
  package init(
    artifacts: URL, program: String = "", chosen: StageSelection.Chosen = .all,
    times: StageTimes = StageTimes()
  ) {
    shelf = ArtifactShelf(folder: artifacts, program: program)
    self.chosen = chosen
    self.times = times
  }

  /// What a run of `stages` would do.
  ///
  /// - Throws: what a stage throws that looks at what lies outside.
  package func plan(_ stages: [any AnyStage]) throws -> Plan {
    for stage in stages { try stage.foresee(in: self) }
    // Whether what is made when it is read is read shows from behind.
    for stage in stages.reversed() where stage.isMadeWhenRead { lookAtReaders(of: stage, stages) }
    return Plan(
      stages: stages.map { stage in
        let (verdict, reasons) = planned[stage.name] ?? (.look, [])
        return Plan.Stage(
          stage: stage.name, verdict: verdict, reasons: reasons, reason: reasons.sentence,
          last: times.stages[stage.name])
      })
  }

  func foresee<Output>(_ stage: FindieBatch.Stage<Output>) throws {
    if Output.isKnownByContent { return try lookOutside(stage) }
    let inputs = staleInputs(of: stage)
    let origin = shelf.origin(of: stage, fingerprints)
    if let origin {
      fingerprints[stage.name] = origin.fingerprint(
        stage: stage.name, formatVersion: Output.formatVersion)
    }
    guard Output.isKept else {
      if let first = inputs.first { stale[stage.name] = "its input \(first.stage) is stale" }
      return
    }
    var standing = try standing(of: stage, origin)
    if chosen.forced.contains(stage.name) { standing = (.run, [Reason(.asked)]) }
    if standing.0 != .skip, !chosen.holds(stage.name) {
      stale[stage.name] = standing.1.sentence
      standing = (.skip, [Reason(.said, "not selected, and stale: \(standing.1.sentence)")])
    } else if standing.0 != .skip, !inputs.isEmpty {
      let failure = StaleInput(stage: stage.name, inputs: inputs)
      standing = (.refused, [Reason(.said, failure.description)])
    }
    planned[stage.name] = standing
  }

  private func standing<Output>(
    of stage: FindieBatch.Stage<Output>, _ origin: Origin?
  ) throws -> (Plan.Verdict, [Reason]) {
    guard let origin else {
      let certain = shelf.certainReasons(of: stage, fingerprints)
      if !certain.isEmpty { return (.run, certain.map(named)) }
      return (
        .mayRun,
        stage.inputs.filter { fingerprints[$0.name] == nil }
          .map { Reason(.inputUnknown, $0.name) }
      )
    }
    return switch try shelf.standing(of: stage, origin) {
    case .good: (.skip, [Reason(chosen.holds(stage.name) ? .same : .notSelected)])
    case .remake(let reasons): (.run, reasons.map(named))
    }
  }

  private func lookOutside<Output>(_ stage: FindieBatch.Stage<Output>) throws {
    planned[stage.name] = (.look, [Reason(.content)])
    guard let foreseen = stage.foreseen else { return }
    do {
      let found: Output?
      switch try foreseen(self) {
      case .unchanged(let output): found = output
      case .changed(let output, let why):
        found = output
        if chosen.holds(stage.name) {
          planned[stage.name] = (.run, [Reason(.said, why)])
        } else {
          stale[stage.name] = why
          planned[stage.name] = (.skip, [Reason(.said, "not selected, and stale: \(why)")])
        }
      }
      if let found {
        values[stage.name] = found
        fingerprints[stage.name] = found.content
      }
    } catch let unforeseen as Unforeseen {
      planned[stage.name] = (.look, [Reason(.inputUnknown, unforeseen.stage)])
    }
  }

  private func lookAtReaders(of stage: any AnyStage, _ stages: [any AnyStage]) {
    let readers = stages.filter { $0.inputs.contains { $0.name == stage.name } }.map(\.name)
    func reading(_ verdict: Plan.Verdict) -> [Reason] {
      readers.filter { planned[$0]?.verdict == verdict }.map { Reason(.readBy, $0) }
    }
    if chosen.forced.contains(stage.name) {
      planned[stage.name] = (.run, [Reason(.asked)])
    } else if case let reasons = reading(.run), !reasons.isEmpty {
      planned[stage.name] = (.run, reasons)
    } else if case let reasons = reading(.mayRun), !reasons.isEmpty {
      planned[stage.name] = (.mayRun, reasons)
    } else {
      planned[stage.name] = (.skip, [Reason(.said, "made when a stage that runs reads it")])
    }
  }

  private func staleInputs(of stage: some AnyStage) -> [(stage: String, why: String)] {
    stage.inputs.compactMap { input in stale[input.name].map { (input.name, $0) } }
  }

  /// An input that changed because it runs is said to run.
  private func named(_ reason: Reason) -> Reason {
    guard reason.kind == .input, let name = reason.name, planned[name]?.verdict == .run else {
      return reason
    }
    return Reason(.inputRuns, name)
  }

  func value<Output>(of stage: FindieBatch.Stage<Output>) throws -> Output {
    guard let value = values[stage.name] as? Output else { throw Unforeseen(stage: stage.name) }
    return value
  }
}
