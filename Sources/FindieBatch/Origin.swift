/// What an artifact was made from. It stands in the artifact's header, so that a later run can name
/// what has changed since.
package struct Origin: Codable, Sendable, Equatable {
  package struct Input: Codable, Sendable, Equatable {
    package var stage: String
    package var fingerprint: Fingerprint
  }

  package var program: String
  /// In canonical JSON.
  package var parameters: String
  /// In the order in which the stage reads them.
  package var inputs: [Input]

  /// The hash of a stage's name, format, parameters and inputs' fingerprints.
  func fingerprint(stage: String, formatVersion: Int) -> Fingerprint {
    Fingerprint(
      of: ([program, stage, "\(formatVersion)", parameters]
        + inputs.map { "\($0.stage)=\($0.fingerprint.hexadecimal)" })
        .joined(separator: "\n"))
  }

  /// What is not as it was when an artifact was made from `before`.
  func changes(since before: Origin) -> [Reason] {
    var reasons: [Reason] = []
    if program != before.program {
      reasons.append(Reason(.program, from: before.program, to: program))
    }
    let old = Dictionary(
      before.inputs.map { ($0.stage, $0.fingerprint) }, uniquingKeysWith: { $1 })
    for input in inputs where old[input.stage] != input.fingerprint {
      reasons.append(Reason(.input, input.stage))
    }
    let names = Set(inputs.map(\.stage))
    for input in before.inputs where !names.contains(input.stage) {
      reasons.append(Reason(.inputGone, input.stage))
    }
    return reasons + Reason.changes(from: before.parameters, to: parameters)
  }
}

extension Reason {
  /// Which values differ in two texts of parameters in canonical JSON, by their places.
  package static func changes(from old: String, to new: String) -> [Reason] {
    guard old != new else { return [] }
    guard let before = jsonLeaves(of: old), let after = jsonLeaves(of: new) else {
      return [Reason(.parameter)]
    }
    let places = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
    return places.isEmpty
      ? [Reason(.parameter)]
      : places.map {
        Reason(.parameter, $0, from: before[$0] ?? "none", to: after[$0] ?? "none")
      }
  }
}
