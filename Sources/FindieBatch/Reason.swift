/// One reason why a stage is made, or is not.
package struct Reason: Codable, Sendable, Equatable {
  package enum Kind: String, Codable, Sendable {
    case neverMade, damaged, effectGone, format, program, input, inputGone, inputRuns
    case inputUnknown, parameter, unknownChange
    case content, readBy, asked, said, same, notSelected
  }

  package var kind: Kind
  /// The input, the parameter's place, a stage that reads it, or what is to be said.
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
    case .neverMade: "never made"
    case .damaged: "its artifact is damaged\(name.isEmpty ? "" : ": " + name)"
    case .effectGone: "what it had made is not there any more"
    case .format: "format \(from ?? "") → \(to ?? "")"
    case .program: "the program changed\(change)"
    case .input: "its input \(name) changed"
    case .inputGone: "it reads \(name) no more"
    case .inputRuns: "its input \(name) runs"
    case .inputUnknown: "its input \(name) is known when it was looked at"
    case .parameter: "parameter \(name.isEmpty ? "" : name + " ")changed\(change)"
    case .unknownChange: "inputs or parameters changed"
    case .content: "known by its content, so looked at every night"
    case .readBy: "\(name) reads it"
    case .asked: "asked for by --force"
    case .said: name
    case .same: "inputs, parameters and format are the same"
    case .notSelected: "not selected, and its artifact is right"
    }
  }

  /// Two values side by side; of long ones, which may be whole lists, the part where they differ.
  private static func change(from: String, to: String) -> String {
    let (longest, before) = (60, 12)
    let shared = zip(from, to).prefix { $0 == $1 }.count
    let start = max(from.count, to.count) > longest ? max(0, shared - before) : 0
    func shown(_ text: String) -> String {
      let rest = text.dropFirst(start)
      return (start > 0 ? "…" : "")
        + (rest.count > longest ? rest.prefix(longest - 1) + "…" : rest)
    }
    return "\(shown(from)) → \(shown(to))"
  }
}

extension [Reason] {
  package var sentence: String { map(\.sentence).joined(separator: "; ") }
}
