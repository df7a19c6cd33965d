/// The violations of the contract that do not reject their line, counted by field and reason.
///
/// A line's violations are noted while it is checked, and counted when it is accepted: a line that
/// is rejected for another field counts as rejected only.
struct ContractBreaches {
  private struct Breach: Hashable {
    let field: EventField
    let reason: RejectionReason
  }

  private var counts: [Breach: Int] = [:]
  private var noted: [Breach] = []

  /// Removes the notes of a rejected line.
  mutating func beginLine() {
    if !noted.isEmpty { noted.removeAll(keepingCapacity: true) }
  }

  mutating func note(_ reason: RejectionReason, _ field: EventField) {
    noted.append(Breach(field: field, reason: reason))
  }

  /// Counts the notes of the line.
  mutating func endLine() {
    for breach in noted { counts[breach, default: 0] += 1 }
  }

  /// Returns the counts by `field.reason` and resets them; `name` names a field.
  mutating func take(_ name: (EventField) -> String) -> [String: Int] {
    defer { counts.removeAll() }
    return Dictionary(
      uniqueKeysWithValues: counts.map { ("\(name($0.field)).\($0.reason.rawValue)", $1) })
  }
}
