import Yams

/// A value in a settings file: a text, a list or a section.
package struct SettingValue {
  /// The names of the sections around it, and its own.
  package let path: [String]
  private let node: Node

  init(_ node: Node, path: [String] = []) {
    self.node = node
    self.path = path
  }

  /// Its line, from 1.
  var line: Int { node.mark?.line ?? 0 }

  /// Its path and line, for a message.
  var place: String {
    (path.isEmpty ? "the file" : path.joined(separator: "."))
      + (node.mark.map { " (line \($0.line))" } ?? "")
  }

  package var isNull: Bool { node.null != nil }

  package var text: String? { node.scalar?.string }

  package var bool: Bool? { node.bool }

  /// A whole number in decimal notation: YAML 1.1 would read 1:30 as 90 and 010 as 8.
  package var wholeNumber: Int? { text.flatMap { Int($0) } }

  /// A number in decimal notation, such as 0.5 or 1e-3.
  package var number: Double? {
    text.flatMap { $0.contains { "xXpP".contains($0) } ? nil : Double($0) }
  }

  /// The elements of a list; nil for anything else.
  package var list: [SettingValue]? {
    node.sequence.map { $0.map { SettingValue($0, path: path) } }
  }

  /// The texts of a list; nil for anything else.
  package var texts: [String]? {
    guard let list else { return nil }
    let texts = list.compactMap(\.text)
    return texts.count == list.count ? texts : nil
  }

  /// The entries of a section, of which `a.b: 1` means `a: {b: 1}`; nil for anything else.
  package var entries: [SettingValue]? {
    node.mapping.map { mapping in
      mapping.map { key, value in
        let names = (key.scalar?.string ?? "?").split(
          separator: ".", omittingEmptySubsequences: false)
        return SettingValue(value, path: path + names.map(String.init))
      }
    }
  }

  /// The text of each entry of a section that has exactly these names; nil for anything else.
  package func section(_ names: String...) -> [String: String]? {
    guard let entries, entries.count == names.count else { return nil }
    var section: [String: String] = [:]
    for entry in entries {
      section[entry.path.dropFirst(path.count).joined(separator: ".")] = entry.text
    }
    return names.allSatisfy { section[$0] != nil } ? section : nil
  }

  /// Says that the value is not allowed.
  package func mustBe(_ range: String) -> String { "is \(summary), but must be \(range)" }

  private var summary: String {
    switch node {
    case .scalar(let scalar): scalar.string.isEmpty ? "empty" : "'\(scalar.string)'"
    case .sequence:
      texts.flatMap { $0.count < 6 ? "[\($0.joined(separator: ", "))]" : nil } ?? "a list"
    case .mapping: "a section"
    case .alias: "an alias"
    }
  }
}
