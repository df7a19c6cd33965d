/// The breaches of the contract that cost no line, counted by field and reason.
///
/// A line's breaches are noted while it is checked, and count once it is taken in: a line that is
/// rejected for another field counts as rejected only.
struct ContractBreaches {
  private struct Breach: Hashable {
    let field: EventField
    let reason: RejectionReason
  }

  private var counts: [Breach: Int] = [:]
  private var noted: [Breach] = []

  /// Forgets what was noted of a line that was not taken in.
  mutating func beginLine() {
    if !noted.isEmpty { noted.removeAll(keepingCapacity: true) }
  }

  mutating func note(_ reason: RejectionReason, _ field: EventField) {
    noted.append(Breach(field: field, reason: reason))
  }

  /// Counts what was noted of the line.
  mutating func endLine() {
    for breach in noted { counts[breach, default: 0] += 1 }
  }

  /// The counts by `field.reason`, which then begin anew; `name` names a field.
  mutating func take(_ name: (EventField) -> String) -> [String: Int] {
    defer { counts.removeAll() }
    return Dictionary(
      uniqueKeysWithValues: counts.map { ("\(name($0.field)).\($0.reason.rawValue)", $1) })
  }
}
