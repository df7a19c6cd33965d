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
    func decide(
      _ action: StageDecision<Output>.Action, _ reasons: [StageReason] = [],
      _ identity: Fingerprint? = nil
    ) -> StageDecision<Output> {
      StageDecision(action: action, reasons: reasons, identity: identity)
    }

    var reasons: [StageReason] = []
    if isForced {
      reasons = [StageReason(.forced)]
    } else if !Output.isPersisted {
      guard let input = stale.first else {
        return decide(
          .buildOnDemand, [],
          provenance?.fingerprint(stage: stage.name, formatVersion: Output.formatVersion))
      }
      return decide(.leaveStale(why: StageReason(.inputStale, input.stage).sentence))
    } else if let provenance {
      switch try store.status(of: stage, provenance) {
      case .current(let header):
        return decide(
          .skip(header), [StageReason(isSelected ? .upToDate : .notSelected)], header.checksum)
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
    if !isSelected { return decide(.leaveStale(why: reasons.sentence), reasons) }
    if !stale.isEmpty { return decide(.refuse(.staleInput(stage: stage.name, inputs: stale))) }
    return decide(isCertain ? .run : .wait, reasons)
  }

  /// Decides about a stage identified by its content.
  private func contentDecision<Output>(
    for stage: Stage<Output>, _ isSelected: Bool, _ stale: [(stage: String, why: String)],
    from source: some ArtifactSource
  ) throws -> StageDecision<Output> {
    func decide(
      _ action: StageDecision<Output>.Action, _ reasons: [StageReason] = [],
      _ identity: Fingerprint? = nil
    ) -> StageDecision<Output> {
      StageDecision(action: action, reasons: reasons, identity: identity)
    }
    guard !isSelected, let predict = stage.predict else {
      return stale.isEmpty
        ? decide(.check, [StageReason(.checkedEveryRun)])
        : decide(.refuse(.staleInput(stage: stage.name, inputs: stale)))
    }
    if let input = stale.first {
      return decide(.leaveStale(why: StageReason(.inputStale, input.stage).sentence))
    }
    switch try predict(source) {
    case .unchanged(let output):
      return decide(.skipUnchanged(output), [StageReason(.notSelected)], output.content)
    case .changed(let why): return decide(.leaveStale(why: why), [StageReason(.other, why)])
    }
  }
}

/// One reason why a stage runs or does not.
package struct StageReason: Codable, Sendable, Equatable {
  package enum Kind: String, Codable, Sendable {
    case neverBuilt, damaged, effectMissing, formatChanged, programChanged
    case inputChanged, inputRemoved, inputRuns, inputUnknown, inputStale
    case parameterChanged, unknownChange
    case checkedEveryRun, readBy, forced, upToDate, notSelected
    /// The text is in `name`.
    case other
  }

  package var kind: Kind
  /// The input, the parameter's path, a stage that reads this one, or a text.
  package var name: String?
  package var from: String?
  package var to: String?

  package init(_ kind: Kind, _ name: String? = nil, from: String? = nil, to: String? = nil) {
    self.kind = kind
    self.name = name
    self.from = from
    self.to = to
  }

  package var sentence: String {
    let name = name ?? ""
    let change = from.map { ": " + Self.change(from: $0, to: to ?? "none") } ?? ""
    return switch kind {
    case .neverBuilt: "never built"
    case .damaged: "its artifact is damaged\(name.isEmpty ? "" : ": " + name)"
    case .effectMissing: "its output is missing"
    case .formatChanged: "format \(from ?? "") → \(to ?? "")"
    case .programChanged: "the program changed\(change)"
    case .inputChanged: "input \(name) changed"
    case .inputRemoved: "input \(name) was removed"
    case .inputRuns: "input \(name) runs"
    case .inputUnknown: "depends on \(name), which has not run yet"
    case .inputStale: "input \(name) is out of date"
    case .parameterChanged: "parameter \(name.isEmpty ? "" : name + " ")changed\(change)"
    case .unknownChange: "inputs or parameters changed"
    case .checkedEveryRun: "checks its sources in every run"
    case .readBy: "\(name) reads it"
    case .forced: "forced by --force"
    case .other: name
    case .upToDate: "up to date"
    case .notSelected: "not selected, and up to date"
    }
  }

  /// Two values side by side. Long values are cut to the part where they differ.
  private static func change(from: String, to: String) -> String {
    let (maximumLength, context) = (60, 12)
    let shared = zip(from, to).prefix { $0 == $1 }.count
    let start = max(from.count, to.count) > maximumLength ? max(0, shared - context) : 0
    func shown(_ text: String) -> String {
      let rest = text.dropFirst(start)
      return (start > 0 ? "…" : "")
        + (rest.count > maximumLength ? rest.prefix(maximumLength - 1) + "…" : rest)
    }
    return "\(shown(from)) → \(shown(to))"
  }
}

extension [StageReason] {
  package var sentence: String { map(\.sentence).joined(separator: "; ") }
}
