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
  package let isInvariant: Bool
  /// Why it was not evaluated, or what it refers to.
  package let note: Note?

  package enum Note: Codable, Sendable, Equatable {
    /// The first violation, by rank from 1.
    case firstViolation(rank: Int, player: String)
    case noGameLeft
    case noGameShown
    case tooFewEntries(Int, games: Int)
    /// Of what the night compares with, in its words.
    case words(String)
  }

  package init(
    _ name: String, _ value: Double, _ bound: Bound, isInvariant: Bool = false, note: Note? = nil
  ) {
    self.name = name
    self.value = value
    self.bound = bound
    verdict = bound.holds(value) ? .passed : .failed
    self.isInvariant = isInvariant
    self.note = note
  }

  /// A check that could not be evaluated.
  package init(_ name: String, _ bound: Bound, notEvaluated reason: Note) {
    self.name = name
    value = nil
    self.bound = bound
    verdict = .notEvaluated
    isInvariant = false
    note = reason
  }
}
