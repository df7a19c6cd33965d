/// What happens to a stage in a run, and why. `Planner` predicts it, and `Run` follows it.
struct StageDecision<Output: Artifact> {
  enum Action {
    /// The artifact on disk is up to date.
    case skip(ArtifactHeader)
    /// The stage is not selected, and running it would give this artifact.
    case skipUnchanged(Output)
    /// The stage is not selected, and its artifact is out of date for this reason.
    case leaveStale(why: String)
    /// The stage is built only if a stage that runs reads it.
    case buildOnDemand
    /// The stage runs.
    case run
    /// The stage is identified by its content, so it runs to find out.
    case check
    /// Whether the stage runs depends on inputs that are not known yet.
    case wait
    /// The stage would have to read an input that is out of date and not selected.
    case refuse(WorkspaceFailure)
  }

  let action: Action
  let reasons: [StageReason]
  /// What identifies the stage's artifact for its readers; nil if it is not known yet.
  let identity: Fingerprint?

  init(_ action: Action, _ reasons: [StageReason] = [], identity: Fingerprint? = nil) {
    (self.action, self.reasons, self.identity) = (action, reasons, identity)
  }
}

/// What is known about the stages before the one to decide.
struct KnownStages {
  /// What identifies each stage's artifact for its readers: the digest of its content. One that is
  /// not stored and has none is identified by what it is built from.
  var identities: [String: Fingerprint] = [:]
  /// The stages that are out of date and not selected, with the reason.
  var stale: [String: String] = [:]
}

/// Decides which stages run.
struct StageDecider: Sendable {
  let store: ArtifactStore
  let chosen: StageSelection.Chosen

  /// Decides what happens to a stage.
  ///
  /// - Parameters:
  ///   - known: the stages before it.
  ///   - source: the artifacts that a prediction reads.
  /// - Throws: `WorkspaceFailure.newerArtifact`, or an error of the stage's prediction.
  func decision<Output>(
    for stage: Stage<Output>, _ known: KnownStages, from source: some ArtifactSource
  ) throws -> StageDecision<Output> {
    let isForced = chosen.forced.contains(stage.name)
    let isSelected = isForced || chosen.contains(stage.name)
    let stale = stage.inputs.compactMap { input in
      known.stale[input.name].map { (stage: input.name, why: $0) }
    }
    if Output.isIdentifiedByContent {
      return try contentDecision(for: stage, isSelected, stale, from: source)
    }
    let provenance = store.provenance(of: stage, from: known.identities)
    var reasons: [StageReason] = []
    if isForced {
      reasons = [StageReason(.forced)]
    } else if !Output.isPersisted {
      guard let input = stale.first else {
        return StageDecision(
          .buildOnDemand,
          identity: provenance?.fingerprint(stage: stage.name, formatVersion: Output.formatVersion))
      }
      return StageDecision(.leaveStale(why: StageReason(.inputStale, input.stage).sentence))
    } else if let provenance {
      switch try store.status(of: stage, provenance) {
      case .current(let header):
        return StageDecision(
          .skip(header), [StageReason(isSelected ? .upToDate : .notSelected)],
          identity: header.checksum)
      case .outdated(let changes): reasons = changes
      }
    } else {
      reasons = store.certainReasons(of: stage, known.identities)
    }
    let isCertain = !reasons.isEmpty
    if !isCertain {
      reasons = stage.identity.filter { known.identities[$0.name] == nil }.map { input in
        StageReason(known.stale[input.name] == nil ? .inputUnknown : .inputStale, input.name)
      }
    }
    if !isSelected { return StageDecision(.leaveStale(why: reasons.sentence), reasons) }
    if !stale.isEmpty {
      return StageDecision(.refuse(.staleInput(stage: stage.name, inputs: stale)))
    }
    return StageDecision(isCertain ? .run : .wait, reasons)
  }

  /// Decides about a stage identified by its content.
  private func contentDecision<Output>(
    for stage: Stage<Output>, _ isSelected: Bool, _ stale: [(stage: String, why: String)],
    from source: some ArtifactSource
  ) throws -> StageDecision<Output> {
    guard !isSelected, let predict = stage.predict else {
      return stale.isEmpty
        ? StageDecision(.check, [StageReason(.checkedEveryRun)])
        : StageDecision(.refuse(.staleInput(stage: stage.name, inputs: stale)))
    }
    if let input = stale.first {
      return StageDecision(.leaveStale(why: StageReason(.inputStale, input.stage).sentence))
    }
    switch try predict(source) {
    case .unchanged(let output):
      return StageDecision(
        .skipUnchanged(output), [StageReason(.notSelected)], identity: output.content)
    case .changed(_, let why):
      return StageDecision(.leaveStale(why: why), [StageReason(.other, why)])
    }
  }
}
