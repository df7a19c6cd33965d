package import Foundation

/// What a run would do, stage by stage, and why.
package struct Plan: Codable, Sendable, Equatable {
  package enum Verdict: String, Codable, Sendable {
    case skip, run
    /// Whether the stage runs depends on an input that has not run yet.
    case mayRun
    /// The stage checks its sources, as in every run, and would find no change.
    case check
    /// The stage would have to read an input that is out of date and not selected.
    case refused
  }

  package struct Stage: Codable, Sendable, Equatable {
    package var stage: String
    package var verdict: Verdict
    package var reasons: [StageReason]
    /// The reasons as text.
    package var reason: String
    /// The last run that built it.
    package var last: StageTimes.Time?
  }

  package var stages: [Stage]

  /// Whether a run would build anything.
  package var hasWork: Bool {
    stages.contains { $0.verdict != .skip && $0.verdict != .check }
  }
}

/// Predicts what a run would do without running a stage. It reads the headers of artifacts and the
/// predictions of stages that are identified by their content.
///
/// A class, since stages share what was predicted.
package final class Planner: ArtifactSource, StageVisitor {
  private let decider: StageDecider
  private let times: StageTimes
  private var known = KnownStages()
  private var values: [String: any Artifact] = [:]
  private var planned: [String: (verdict: Plan.Verdict, reasons: [StageReason])] = [:]

  /// - Parameters:
  ///   - artifacts: the folder of artifacts.
  ///   - program: the program that would build them, with its version.
  ///   - times: the durations of earlier runs.
  package init(
    artifacts: URL, program: String = "", chosen: StageSelection.Chosen = .all,
    times: StageTimes = StageTimes()
  ) {
    decider = StageDecider(
      store: ArtifactStore(folder: artifacts, program: program), chosen: chosen)
    self.times = times
  }

  /// Plans a run of `stages`.
  ///
  /// - Throws: `WorkspaceFailure.newerArtifact`, or an error of a stage's prediction.
  package func plan(_ stages: [any AnyStage]) throws -> Plan {
    for stage in stages { try stage.accept(self) }
    // Stages that are built on demand run if a reader does, so readers come first.
    for stage in stages.reversed() where stage.isBuiltOnDemand { followReaders(of: stage, stages) }
    return Plan(
      stages: stages.map { stage in
        let (verdict, reasons) = planned[stage.name] ?? (.check, [])
        return Plan.Stage(
          stage: stage.name, verdict: verdict, reasons: reasons, reason: reasons.sentence,
          last: times.stages[stage.name])
      })
  }

  package func visit<Output>(_ stage: Stage<Output>) throws {
    do {
      let decision = try decider.decision(for: stage, known, from: self)
      known.identities[stage.name] = decision.identity
      switch decision.action {
      case .skip: planned[stage.name] = (.skip, decision.reasons)
      case .skipUnchanged(let output):
        values[stage.name] = output
        planned[stage.name] = (.check, decision.reasons)
      case .leaveStale(let why):
        known.stale[stage.name] = why
        planned[stage.name] = (
          .skip, [StageReason(.other, "not selected, and out of date: \(why)")]
        )
      case .buildOnDemand: break
      case .run: planned[stage.name] = (.run, decision.reasons.map(named))
      case .wait: planned[stage.name] = (.mayRun, decision.reasons)
      case .check:
        planned[stage.name] = (.check, decision.reasons)
        try predict(stage)
      case .refuse(let failure):
        planned[stage.name] = (.refused, [StageReason(.other, failure.description)])
      }
    } catch let unpredictable as Unpredictable {
      planned[stage.name] = (.check, [StageReason(.inputUnknown, unpredictable.stage)])
    }
  }

  /// Predicts what a selected stage that is identified by its content would find.
  private func predict<Output>(_ stage: Stage<Output>) throws {
    guard let predict = stage.predict else { return }
    let found: Output?
    switch try predict(self) {
    case .unchanged(let output): found = output
    case .changed(let output, let why):
      found = output
      planned[stage.name] = (.run, [StageReason(.other, why)])
    }
    if let found {
      values[stage.name] = found
      known.identities[stage.name] = found.content
    }
  }

  private func followReaders(of stage: any AnyStage, _ stages: [any AnyStage]) {
    guard planned[stage.name]?.verdict != .run else { return }
    let readers = stages.filter { $0.inputs.contains { $0.name == stage.name } }.map(\.name)
    func reading(_ verdict: Plan.Verdict) -> [StageReason] {
      readers.filter { planned[$0]?.verdict == verdict }.map { StageReason(.readBy, $0) }
    }
    if case let reasons = reading(.run), !reasons.isEmpty {
      planned[stage.name] = (.run, reasons)
    } else if case let reasons = reading(.mayRun), !reasons.isEmpty {
      planned[stage.name] = (.mayRun, reasons)
    } else if planned[stage.name] == nil {
      planned[stage.name] = (.skip, [StageReason(.other, builtOnDemand)])
    }
  }

  /// Replaces "input changed" by "input runs" if the input runs in this plan.
  private func named(_ reason: StageReason) -> StageReason {
    guard reason.kind == .inputChanged, let name = reason.name, planned[name]?.verdict == .run
    else { return reason }
    return StageReason(.inputRuns, name)
  }

  package func value<Output>(of stage: Stage<Output>) throws -> Output {
    guard let value = values[stage.name] as? Output else {
      throw Unpredictable(stage: stage.name)
    }
    return value
  }
}

/// Why a stage that is built on demand is skipped.
let builtOnDemand = "built only if a stage that runs reads it"

/// An artifact cannot be predicted without running its stage.
private struct Unpredictable: Error {
  let stage: String
}
