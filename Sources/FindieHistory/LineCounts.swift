/// The outcomes of a file's lines. Blank lines are not counted.
///
/// - Invariant: read = accepted + duplicate + rejected + ignored, if the file was read to its end.
package struct LineCounts: Codable, Sendable, Equatable {
  package var read = 0
  package var accepted = 0
  package var duplicate = 0
  /// Rejected lines by the name of the reason.
  package var rejectedByReason: [String: Int] = [:]
  /// Accepted and duplicate lines by the name of their shape.
  package var byShape: [String: Int] = [:]
  /// Violations of the contract that did not reject their line, by field and reason.
  package var warnings: [String: Int] = [:]
  /// What the file has that is not used, or is read as something else, by name: columns that are
  /// ignored, names of ignored events. Nil for nothing.
  package var notes: [String: Int]?
  /// Valid lines that are not used, such as GA4's `page_view`.
  package var ignored = 0
  /// Lines of players who asked to be forgotten. They are in no other count, and are not stored.
  package var forgotten = 0

  private enum CodingKeys: CodingKey {
    case read, accepted, duplicate, rejectedByReason, byShape, warnings, notes, ignored
  }

  package init() {}

  package var rejected: Int { rejectedByReason.values.reduce(0, +) }

  package mutating func add(notes more: [String: Int]) {
    if !more.isEmpty { notes = (notes ?? [:]).merging(more, uniquingKeysWith: +) }
  }

  /// Whether all counts are in a plausible range and add up.
  var isSound: Bool {
    let counts = [read, accepted, duplicate, ignored] + rejectedByReason.values
    return counts.allSatisfy { (0...1 << 53).contains($0) } && isBalanced
  }

  package var isBalanced: Bool { read == accepted + duplicate + rejected + ignored }

  package static func += (left: inout LineCounts, right: LineCounts) {
    left.read += right.read
    left.accepted += right.accepted
    left.duplicate += right.duplicate
    left.ignored += right.ignored
    left.forgotten += right.forgotten
    left.rejectedByReason.merge(right.rejectedByReason, uniquingKeysWith: +)
    left.byShape.merge(right.byShape, uniquingKeysWith: +)
    left.warnings.merge(right.warnings, uniquingKeysWith: +)
    left.add(notes: right.notes ?? [:])
  }
}

extension Sequence<LineCounts> {
  package var sum: LineCounts { reduce(into: LineCounts()) { $0 += $1 } }
}
