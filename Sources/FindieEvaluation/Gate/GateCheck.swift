import FindieText

/// One check before a run is published.
package struct GateCheck: Codable, Sendable, Equatable {
  package enum Bound: Codable, Sendable, Equatable {
    case atLeast(Double)
    case atMost(Double)

    func holds(_ value: Double) -> Bool {
      switch self {
      case .atLeast(let bound): value >= bound
      case .atMost(let bound): value <= bound
      }
    }

    package var limit: Double {
      switch self {
      case .atLeast(let bound), .atMost(let bound): bound
      }
    }
  }

  package enum Verdict: String, Codable, Sendable {
    case passed
    /// Publication stops.
    case failed
    /// There was no data to check, as `note` says.
    case notEvaluated
  }

  package let name: String
  /// Nil if not evaluated.
  package let value: Double?
  package let bound: Bound
  package let verdict: Verdict
  /// Whether a violation is a bug in Findie, whatever the data: nothing overrides it.
  package let isContract: Bool
  /// Why it was not evaluated, or where the first violation is.
  package let note: String?

  package init(
    _ name: String, _ value: Double, _ bound: Bound, isContract: Bool = false, note: String? = nil
  ) {
    self.name = name
    self.value = value
    self.bound = bound
    verdict = bound.holds(value) ? .passed : .failed
    self.isContract = isContract
    self.note = note
  }

  /// A check that could not be evaluated.
  package init(_ name: String, _ bound: Bound, notEvaluated reason: String) {
    self.name = name
    value = nil
    self.bound = bound
    verdict = .notEvaluated
    isContract = false
    note = reason
  }

  /// For example "changed entries: 0.97, at most 0.9, FAILED".
  package var sentence: String {
    let bound =
      switch bound {
      case .atLeast(let bound): "at least \(bound.decimal(4))"
      case .atMost(let bound): "at most \(bound.decimal(4))"
      }
    let suffix = note.map { " (\($0))" } ?? ""
    guard let value else { return "\(name): not evaluated\(suffix)" }
    return "\(name): \(value.decimal(4)), \(bound)\(verdict == .failed ? ", FAILED" : "")\(suffix)"
  }
}
