/// One thing that is checked before a night is published.
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
    case kept
    /// Publication stops.
    case broken
    /// There was nothing to judge by, as `note` says.
    case notJudged
  }

  package let name: String
  /// Nil where it was not judged.
  package let value: Double?
  package let bound: Bound
  package let verdict: Verdict
  /// Whether a breach is a bug of ours, whatever the data: nothing overrides it.
  package let isContract: Bool
  /// Why it was not judged, or where the breach was first seen.
  package let note: String?

  package init(
    _ name: String, _ value: Double, _ bound: Bound, isContract: Bool = false, note: String? = nil
  ) {
    self.name = name
    self.value = value
    self.bound = bound
    verdict = bound.holds(value) ? .kept : .broken
    self.isContract = isContract
    self.note = note
  }

  /// A check that nothing can be said of.
  package init(_ name: String, _ bound: Bound, notJudged reason: String) {
    self.name = name
    value = nil
    self.bound = bound
    verdict = .notJudged
    isContract = false
    note = reason
  }

  /// Such as "changed entries: 0.97, at most 0.9, BROKEN".
  package var sentence: String {
    let bound =
      switch bound {
      case .atLeast(let bound): "at least \(short(bound))"
      case .atMost(let bound): "at most \(short(bound))"
      }
    let said = note.map { " (\($0))" } ?? ""
    guard let value else { return "\(name): not judged\(said)" }
    return "\(name): \(short(value)), \(bound)\(verdict == .broken ? ", BROKEN" : "")\(said)"
  }
}

/// A number with four decimals at most.
func short(_ number: Double) -> String {
  let rounded = (number * 10_000).rounded() / 10_000
  return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
}
