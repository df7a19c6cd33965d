import FindieBatch
import Yams

extension Parameter {
  /// A list of names; may be empty.
  static func names(
    _ path: String, _ property: Property<[String]>, _ doc: String
  ) -> Parameter {
    let words = "a list of names, such as [\"one\", \"two\"]"
    return Parameter(
      path: path, doc: doc, range: words,
      text: { canonicalJSON($0[keyPath: property]) },
      set: { parameters, node in
        guard let names = node.names, !names.contains("") else { return words }
        parameters[keyPath: property] = names
        return nil
      })
  }

  /// A list of some of several names; may be empty.
  static func choices<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ path: String, _ property: Property<[Choice]>, _ doc: String
  ) -> Parameter {
    let words = "a list of some of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))"
    return Parameter(
      path: path, doc: doc, range: words,
      text: { "[\($0[keyPath: property].map(\.rawValue).joined(separator: ", "))]" },
      set: { parameters, node in
        guard let names = node.names else { return words }
        let choices = names.compactMap { Choice(rawValue: $0) }
        guard choices.count == names.count else { return words }
        parameters[keyPath: property] = choices
        return nil
      })
  }
}

extension Node {
  /// The texts of a list of scalars; nil for anything else.
  fileprivate var names: [String]? {
    guard let elements = sequence.map({ Array($0) }) else { return nil }
    let names = elements.compactMap { $0.scalar?.string }
    return names.count == elements.count ? names : nil
  }
}
