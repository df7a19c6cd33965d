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
