/// The names that a file has for fields, for messages: a fault names `rating`, not `action`.
package struct FieldNames: Sendable {
  /// By the field's own name.
  private var columns: [String: String] = [:]
  /// The best of the ratings that stand for the action; nil if there are none.
  private var bestRating: String?

  package init() {}

  /// - Parameter columns: fields, each with the name of its column.
  init(_ columns: [(String, String)], bestRating: String? = nil) {
    self.columns = Dictionary(columns, uniquingKeysWith: { first, _ in first })
      .filter { $0.key != $0.value }
    self.bestRating = bestRating
  }

  var isEmpty: Bool { columns.isEmpty }

  /// The file's name of a field; other texts are unchanged.
  package func name(of field: String) -> String { columns[field] ?? field }

  /// A line's faults and keys in the file's words.
  package func named(_ line: ExaminedLine) -> ExaminedLine {
    guard !isEmpty else { return line }
    var line = line
    line.faults = line.faults.map { named($0) }
    line.keys = line.keys.map { named(key: $0) }
    return line
  }

  private func named(_ fault: ExaminedLine.Fault) -> ExaminedLine.Fault {
    let name = name(of: fault.field)
    guard let bestRating, fault.field == "action", fault.reason == .unknownAction else {
      return ExaminedLine.Fault(
        reason: fault.reason, field: name, found: fault.found, expected: fault.expected)
    }
    return ExaminedLine.Fault(
      reason: fault.reason, field: name,
      found: fault.found.replacing("rating ", with: "")
        .replacing(" of \(bestRating)", with: ""),
      expected: "a number above 0 and at most \(bestRating)")
  }

  /// A key of a line with the kind of its value, such as `action (text)`, by the file's name.
  private func named(key: String) -> String {
    guard let end = key.firstRange(of: " (")?.lowerBound else { return key }
    return name(of: String(key[..<end])) + key[end...]
  }
}
