/// The names that a file has for fields, for messages: a fault names `rating`, not `action`.
package struct FieldNames: Sendable {
  /// By the field's own name.
  private var columns: [String: String] = [:]

  package init() {}

  /// - Parameter columns: fields, each with the name of its column.
  init(_ columns: [(String, String)]) {
    self.columns = Dictionary(columns, uniquingKeysWith: { first, _ in first })
      .filter { $0.key != $0.value }
  }

  var isEmpty: Bool { columns.isEmpty }

  /// The file's name of a field; other texts are unchanged.
  package func name(of field: String) -> String { columns[field] ?? field }

  /// The field that the file calls so; other texts are unchanged.
  func field(named name: String) -> String { columns.first { $0.value == name }?.key ?? name }

  /// A key of a line with the kind of its value, such as `action (text)`, by the file's name.
  func named(key: String) -> String {
    guard let end = key.firstRange(of: " (")?.lowerBound else { return key }
    return name(of: String(key[..<end])) + key[end...]
  }
}
