/// All faults of a rejected line, with what was found and what was expected.
package struct ExaminedLine: Sendable {
  package struct Fault: Sendable, Equatable {
    package let reason: RejectionReason
    /// Empty if the whole line is at fault.
    package let field: String
    /// What the field has, such as `the number 1`; empty for a field that is absent.
    package let found: String
    /// What it must have, such as `text`.
    package let expected: String
  }

  package internal(set) var faults: [Fault] = []
  /// The keys of its object with the kinds of their values, in their order.
  package internal(set) var keys: [String] = []

  static let shownKeys = 30

  mutating func add(
    _ reason: RejectionReason, _ field: String, found: String = "", expected: String = ""
  ) {
    faults.append(Fault(reason: reason, field: field, found: found, expected: expected))
  }
}

/// A reader that can find all faults of a line.
protocol LineExaminer: ~Copyable {
  mutating func examine(_ buffer: Span<UInt8>, _ range: Range<Int>) -> ExaminedLine
}

extension ExaminedLine {
  /// A line that is no JSON object.
  init(_ fault: LineFault, _ line: Span<UInt8>) {
    let text = String(copying: line)
    add(
      fault.reason, fault.detail, found: "\"\(text.beginning)\"",
      expected: "one JSON object, such as {\"id\":\"e1\", …}")
  }
}
