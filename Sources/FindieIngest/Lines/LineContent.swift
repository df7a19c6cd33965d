/// What a rejected line has, for people: the value of the field at fault, and its keys.
package struct LineContent {
  /// Such as `the number 1`; empty if the field is absent.
  package let found: String
  /// The keys of its object with the kinds of their values, `user (text)`, in their order.
  package let keys: [String]

  private static let mostKeys = 100
  private static let depth = 64

  /// Whether it has a field, by the file's name, with a value.
  package func hasValue(of field: String) -> Bool {
    keys.contains { $0.hasPrefix(field + " (") && !$0.hasSuffix(" (null)") }
  }

  /// - Parameter names: those that the file has for fields.
  package init(of line: RejectedLine, _ names: FieldNames) {
    // The text of a bad row, or of one that the end of its file cuts, is not a document.
    guard !line.isCut, line.reason != .badRow, line.reason != .truncatedFile else {
      (found, keys) = ("", [])
      return
    }
    let bytes = line.bytes + [UInt8](repeating: 0, count: JSONParser.padding)
    let field = names.field(named: line.detail)
    var parser = JSONParser(
      maxDepth: Self.depth, tables: [[field, "data", "fields", "event_params"], [field]])
    guard parser.parse(bytes.span, line.bytes.indices) == nil, parser.root.kind == .object else {
      (found, keys) = ("\"\(String(decoding: line.bytes, as: UTF8.self).beginning)\"", [])
      return
    }
    _ = parser.read(parser.root, into: 0)
    var keys: [String]
    if parser.field(1, of: 0).kind == .object {
      _ = parser.read(parser.field(1, of: 0), into: 1)
      keys = parser.field(1, of: 0).keys(limit: Self.mostKeys)
    } else if parser.field(2, of: 0).kind == .object {
      _ = parser.read(parser.field(2, of: 0).typedFields, into: 1)
      keys = parser.field(2, of: 0).keys(limit: Self.mostKeys)
    } else {
      _ = parser.read(parameters: parser.field(3, of: 0), into: 1)
      keys = parser.root.keys(limit: Self.mostKeys)
    }
    let table = parser.field(0, of: 0).kind == .absent ? 1 : 0
    found = parser.field(0, of: table).found(line.reason)
    for index in keys.indices { keys[index] = names.named(key: keys[index]) }
    self.keys = keys
  }
}
