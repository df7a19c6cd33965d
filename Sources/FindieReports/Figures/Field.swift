import FindieAnalytics
import FindieDomain
import FindieText

/// A member of a document: its key, what it means, and how it is read and written.
///
/// The lists of fields are the only description of a document: JSON, CSV, the JSON Schema and the
/// definitions follow from them.
struct Field<Root>: Sendable {
  let key: String
  let schema: DocumentSchema
  /// Whether every object has it.
  let isRequired: Bool
  /// Appends the member, unless it has no value.
  let write: @Sendable (Root, _ bytes: inout [UInt8], _ indent: Int?, _ isFirst: inout Bool) -> Void
  let addRows: @Sendable (Root, FigureRow, _ add: (FigureRow) -> Void) -> Void

  /// A member whose key says what it is.
  init<Value>(
    _ key: String, _ form: Form<Value>, _ get: @escaping @Sendable (Root) -> Value
  ) {
    self.init(key, form, isRequired: true, nil, nil) { .some(get($0)) }
  }

  init<Value>(
    _ key: String, _ form: Form<Value>, _ meaning: String,
    _ get: @escaping @Sendable (Root) -> Value
  ) {
    self.init(key, form, isRequired: true, meaning, nil) { .some(get($0)) }
  }

  /// A member that is left out without a value.
  init<Value>(
    _ key: String, ifAny form: Form<Value>, _ get: @escaping @Sendable (Root) -> Value?
  ) {
    self.init(key, form, isRequired: false, nil, nil, get)
  }

  init<Value>(
    _ key: String, ifAny form: Form<Value>, _ meaning: String,
    _ get: @escaping @Sendable (Root) -> Value?
  ) {
    self.init(key, form, isRequired: false, meaning, nil, get)
  }

  /// A member that is null without a value.
  init<Value>(
    _ key: String, orNull form: Form<Value>, _ get: @escaping @Sendable (Root) -> Value?
  ) {
    self.init(key, form.orNull, get)
  }

  init<Value>(
    _ key: String, orNull form: Form<Value>, _ meaning: String,
    _ get: @escaping @Sendable (Root) -> Value?
  ) {
    self.init(key, form.orNull, meaning, get)
  }

  /// A number with a definition, whose id is the key.
  init<Value>(
    _ definition: Definition, _ form: Form<Value>, _ get: @escaping @Sendable (Root) -> Value
  ) {
    self.init(definition.id, form, isRequired: true, definition.sentence, definition) {
      .some(get($0))
    }
  }

  init<Value>(
    _ definition: Definition, ifAny form: Form<Value>,
    _ get: @escaping @Sendable (Root) -> Value?
  ) {
    self.init(definition.id, form, isRequired: false, definition.sentence, definition, get)
  }

  private init<Value>(
    _ key: String, _ form: Form<Value>, isRequired: Bool, _ meaning: String?,
    _ definition: Definition?, _ get: @escaping @Sendable (Root) -> Value?
  ) {
    self.key = key
    self.isRequired = isRequired
    schema = form.schema.described(meaning, definition)
    let name = Array("\"\(key)\":".utf8)
    write = { root, bytes, indent, isFirst in
      guard let value = get(root) else { return }
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      JSONValue.startLine(indent, in: &bytes)
      bytes += name
      if indent != nil { bytes.append(UInt8(ascii: " ")) }
      form.write(value, &bytes, indent)
    }
    let unit = definition?.unit ?? ""
    addRows = { root, row, add in
      if let value = get(root) { form.addRows(value, row.under(key, unit: unit), add) }
    }
  }
}

extension Field {
  /// The same member of what has the root.
  func of<Other>(_ get: @escaping @Sendable (Other) -> Root) -> Field<Other> {
    Field<Other>(self, isRequired: isRequired, get)
  }

  /// The same of what may have the root.
  func ofAny<Other>(_ get: @escaping @Sendable (Other) -> Root?) -> Field<Other> {
    Field<Other>(self, isRequired: false, get)
  }

  private init<Other>(
    _ field: Field<Other>, isRequired: Bool, _ get: @escaping @Sendable (Root) -> Other?
  ) {
    (key, schema, self.isRequired) = (field.key, field.schema, isRequired)
    write = { if let root = get($0) { field.write(root, &$1, $2, &$3) } }
    addRows = { if let root = get($0) { field.addRows(root, $1, $2) } }
  }
}

/// A part of a JSON Schema, and the definitions of the numbers in it.
struct DocumentSchema: Sendable {
  fileprivate(set) var members: [(key: String, value: JSONValue)]
  /// The types that it refers to.
  fileprivate(set) var types: [(key: String, value: JSONValue)] = []
  private(set) var definitions: [Definition] = []

  init(_ members: [(key: String, value: JSONValue)], _ definitions: [Definition] = []) {
    self.members = members
    self.definitions = definitions
  }

  /// An object that has no other members than its fields.
  init<Root>(of fields: [Field<Root>], named name: String?) {
    members = [
      ("type", "object"),
      (
        "properties",
        .object(fields.map { (key: $0.key, value: .oneLine($0.schema.value)) })
      ),
      (
        "required",
        .oneLine(.array(fields.filter(\.isRequired).map { .string($0.key) }))
      ),
      ("additionalProperties", false),
    ]
    for field in fields { add(field.schema) }
    if let name {
      types.append((name, value))
      members = [("$ref", .string("#/$defs/" + name))]
    }
  }

  var value: JSONValue { .object(members) }

  /// Another part with the same types.
  func with(_ members: [(key: String, value: JSONValue)]) -> DocumentSchema {
    var schema = self
    schema.members = members
    return schema
  }

  /// With the definition of a number that it has under another key.
  func defining(_ definition: Definition) -> DocumentSchema {
    var schema = self
    schema.definitions.append(definition)
    return schema
  }

  func or(_ other: DocumentSchema) -> DocumentSchema {
    var schema = with([("anyOf", .array([value, other.value]))])
    schema.add(other)
    return schema
  }

  func or(_ members: [(key: String, value: JSONValue)]) -> DocumentSchema {
    or(DocumentSchema(members))
  }

  fileprivate func described(_ meaning: String?, _ definition: Definition?) -> DocumentSchema {
    var schema = self
    if let meaning { schema.members.append(("description", .string(meaning))) }
    if let definition {
      schema.members.append(("unit", .string(definition.unit)))
      schema.definitions.insert(definition, at: 0)
    }
    return schema
  }

  private mutating func add(_ other: DocumentSchema) {
    let known = Set(types.map(\.key))
    types += other.types.filter { !known.contains($0.key) }
    let defined = Set(definitions.map(\.id))
    definitions += other.definitions.filter { !defined.contains($0.id) }
  }
}

/// A file that is described by its fields.
struct Document<Root>: Sendable {
  private let title: String
  private let about: String
  private let form: Form<Root>
  private let days: (@Sendable (Root) -> DayRange)?

  /// - Parameter version: rises with each change that a reader of the file notices.
  init(
    _ title: String, _ about: String, version: Int,
    days: (@Sendable (Root) -> DayRange)? = nil, _ fields: [Field<Root>]
  ) {
    self.title = title
    self.about = about
    self.days = days
    form = .object(
      [
        Field("schemaVersion", .count, "Rises if a key or its form changes.") { _ in version }
      ] + fields)
  }

  /// In the order of the document.
  var definitions: [Definition] { form.schema.definitions }

  func json(_ root: Root) -> [UInt8] {
    var bytes: [UInt8] = []
    form.write(root, &bytes, 0)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  func csv(_ root: Root) -> [UInt8] {
    var table = CSVTable(header: FigureRow.header)
    form.addRows(root, FigureRow(days: days?(root))) { table.append($0.cells) }
    return table.document
  }

  /// The JSON Schema.
  var schema: JSONValue {
    JSONValue.object(
      [
        ("$schema", "https://json-schema.org/draft/2020-12/schema"), ("title", .string(title)),
        ("description", .string(about)),
      ] + form.schema.members + [("$defs", .object(form.schema.types))])
  }
}
