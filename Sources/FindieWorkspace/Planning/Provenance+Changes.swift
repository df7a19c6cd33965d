extension Provenance {
  /// What differs from the provenance of an earlier artifact.
  func changes(since before: Provenance) -> [StageReason] {
    var reasons: [StageReason] = []
    if program != before.program {
      reasons.append(StageReason(.programChanged, from: before.program, to: program))
    }
    let old = Dictionary(
      before.inputs.map { ($0.stage, $0.fingerprint) }, uniquingKeysWith: { $1 })
    for input in inputs where old[input.stage] != input.fingerprint {
      reasons.append(StageReason(.inputChanged, input.stage))
    }
    let names = Set(inputs.map(\.stage))
    for input in before.inputs where !names.contains(input.stage) {
      reasons.append(StageReason(.inputRemoved, input.stage))
    }
    return reasons + StageReason.changes(from: before.parameters, to: parameters)
  }
}

extension StageReason {
  /// Which values differ between two sets of parameters in canonical JSON, by path.
  package static func changes(from old: String, to new: String) -> [StageReason] {
    guard old != new else { return [] }
    guard let before = jsonLeaves(of: old), let after = jsonLeaves(of: new) else {
      return [StageReason(.parameterChanged)]
    }
    let paths = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
    return paths.isEmpty
      ? [StageReason(.parameterChanged)]
      : paths.map {
        StageReason(.parameterChanged, $0, from: before[$0] ?? "none", to: after[$0] ?? "none")
      }
  }
}
