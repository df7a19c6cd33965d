import FindieAnalytics
import FindieDomain
import FindieText

/// How the values of a type are written in all documents: as JSON, as rows of CSV, and in the
/// schema of the JSON.
struct Form<Value>: Sendable {
  let schema: DocumentSchema
  /// Appends JSON, on one line if `indent` is nil.
  let write: @Sendable (_ value: Value, _ bytes: inout [UInt8], _ indent: Int?) -> Void
  /// Adds a row for each number and text.
  let addRows: @Sendable (Value, FigureRow, _ add: (FigureRow) -> Void) -> Void
}

extension Form {
  /// A value with one row.
  init(
    _ schema: DocumentSchema,
    write: @escaping @Sendable (Value, inout [UInt8]) -> Void,
    row: @escaping @Sendable (Value, inout FigureRow) -> Void
  ) {
    self.init(
      schema: schema,
      write: { value, bytes, _ in write(value, &bytes) },
      addRows: { value, start, add in
        var own = start
        row(value, &own)
        add(own)
      })
  }

  /// The form with the definition of a number that it has under another key.
  func defining(_ definition: Definition) -> Form {
    Form(schema: schema.defining(definition), write: write, addRows: addRows)
  }

  /// The form of what is made from a value.
  func of<Root>(_ get: @escaping @Sendable (Root) -> Value) -> Form<Root> {
    let (write, addRows) = (write, addRows)
    return Form<Root>(
      schema: schema, write: { write(get($0), &$1, $2) }, addRows: { addRows(get($0), $1, $2) })
  }

  /// `null` without a value, and no row.
  var orNull: Form<Value?> {
    let (write, addRows) = (write, addRows)
    return Form<Value?>(
      schema: schema.or([("type", "null")]),
      write: { value, bytes, indent in
        if let value { write(value, &bytes, indent) } else { bytes += "null".utf8 }
      }, addRows: { value, row, add in if let value { addRows(value, row, add) } })
  }

  /// Why there is no number, instead of one that is missing.
  var orReason: Form<Reading<Value>> {
    let (write, addRows) = (write, addRows)
    let reason = Form<MissingNumber>.choice
    return Form<Reading<Value>>(
      schema: schema.or(reason.schema),
      write: { reading, bytes, indent in
        switch reading {
        case .shown(let value): write(value, &bytes, indent)
        case .missing(let why): reason.write(why, &bytes, indent)
        }
      },
      addRows: { reading, row, add in
        switch reading {
        case .shown(let value): addRows(value, row, add)
        case .missing(let why): reason.addRows(why, row, add)
        }
      })
  }

  /// A list of at least `least` and at most `most` values.
  func list(_ least: Int? = nil, _ most: Int? = nil, onLine: Bool = false) -> Form<[Value]> {
    let (write, addRows) = (write, addRows)
    var members: [(key: String, value: JSONValue)] = [("type", "array"), ("items", schema.value)]
    if let least { members.append(("minItems", .integer(least))) }
    if let most { members.append(("maxItems", .integer(most))) }
    return Form<[Value]>(
      schema: schema.with(members),
      write: { values, bytes, indent in
        bytes.append(list: values.count, in: ("[", "]"), indent: onLine ? nil : indent) {
          write(values[$0], &$1, $2)
        }
      }, addRows: { values, row, add in for value in values { addRows(value, row, add) } })
  }

  /// An object with a value for each key.
  var map: Form<[(key: String, value: Value)]> {
    let (write, addRows) = (write, addRows)
    return Form<[(key: String, value: Value)]>(
      schema: schema.with([("type", "object"), ("additionalProperties", schema.value)]),
      write: { members, bytes, indent in
        bytes.append(list: members.count, in: ("{", "}"), indent: indent) { index, bytes, indent in
          bytes.append(json: members[index].key)
          bytes += (indent == nil ? ":" : ": ").utf8
          write(members[index].value, &bytes, indent)
        }
      },
      addRows: { members, row, add in
        for (key, value) in members { addRows(value, row.under(key), add) }
      })
  }

  /// An object with fields.
  ///
  /// - Parameters:
  ///   - name: of its type in the schema; nil for an object in one place.
  ///   - onLine: whether it stays on one line.
  ///   - item: what distinguishes it in a list, for CSV.
  ///   - title: a name of the item from the data, for CSV.
  ///   - days: the days of its numbers, for CSV.
  ///   - isTop: whether its keys stand alone in CSV, without those that lead to it.
  static func object(
    named name: String? = nil, onLine: Bool = false,
    item: (@Sendable (Value) -> String)? = nil, title: (@Sendable (Value) -> String?)? = nil,
    days: (@Sendable (Value) -> DayRange)? = nil, isTop: Bool = false,
    _ fields: [Field<Value>]
  ) -> Form {
    Form(
      schema: DocumentSchema(of: fields, named: name),
      // Not the fields: to copy one takes longer than to write it.
      write: { [writers = fields.map(\.write)] value, bytes, indent in
        let indent = onLine ? nil : indent
        var isFirst = true
        bytes.append(UInt8(ascii: "{"))
        for write in writers { write(value, &bytes, indent.map { $0 + 1 }, &isFirst) }
        if !isFirst { JSONValue.startLine(indent, in: &bytes) }
        bytes.append(UInt8(ascii: "}"))
      },
      addRows: { [adders = fields.map(\.addRows)] value, row, add in
        var row = row
        if let item = item?(value) {
          row.item += (row.item.isEmpty || item.isEmpty ? "" : " ") + item
        }
        if let title = title?(value) { row.title = title }
        if let days { row.days = days(value) }
        if isTop { row.measure = "" }
        for addRows in adders { addRows(value, row, add) }
      })
  }
}

extension [UInt8] {
  /// Appends an array or object, whose elements `write` appends by index.
  fileprivate mutating func append(
    list count: Int, in brackets: (open: Unicode.Scalar, close: Unicode.Scalar), indent: Int?,
    _ write: (Int, inout [UInt8], Int?) -> Void
  ) {
    let inner = indent.map { $0 + 1 }
    append(UInt8(ascii: brackets.open))
    for index in 0..<count {
      if index > 0 { append(UInt8(ascii: ",")) }
      JSONValue.startLine(inner, in: &self)
      write(index, &self, inner)
    }
    if count > 0 { JSONValue.startLine(indent, in: &self) }
    append(UInt8(ascii: brackets.close))
  }
}

/// A number or text of a document: a row of a CSV with one row for each, or a cell of a wide one.
struct FigureRow {
  static let header = [
    "section", "item", "from", "to", "measure", "value", "lower", "upper", "successes", "trials",
    "unit", "text",
  ]

  var section = ""
  /// The cohort, model, day or other item of a list.
  var item = ""
  var title: String?
  var days: DayRange?
  /// The keys within the section, joined by dots.
  var measure = ""
  var value = ""
  var lower = ""
  var upper = ""
  var counts: (successes: Int, trials: Int)?
  var unit = ""
  var text = ""

  func under(_ key: String, unit: String = "") -> FigureRow {
    var row = self
    if section.isEmpty {
      row.section = key
    } else {
      row.measure += (measure.isEmpty ? "" : ".") + key
    }
    if !unit.isEmpty { row.unit = unit }
    return row
  }

  var cells: [CSVTable.Cell] {
    func number(_ digits: String) -> CSVTable.Cell { digits.isEmpty ? .empty : .digits(digits) }
    func count(_ count: Int?) -> CSVTable.Cell { count.map { .integer($0) } ?? .empty }
    func word(_ text: String) -> CSVTable.Cell { text.isEmpty ? .empty : .text(text) }
    return [
      .text(section), word(item), word(days?.first.description ?? ""),
      word(days?.last.description ?? ""), word(measure), number(value), number(lower),
      number(upper), count(counts?.successes), count(counts?.trials),
      word(value.isEmpty ? "" : unit), text.isEmpty ? .empty : .title(text),
    ]
  }
}

/// A CSV with a line for each item, and a column for each number and text that an item has.
struct WideTable {
  private var names = ["section", "item", "title", "from", "to"]
  private var columns: [String: Int] = [:]
  /// The first row of the last line, and the line's cells by column: those of the numbers and texts
  /// that it has are not empty. A line may have fewer cells than there are columns.
  private var start: FigureRow?
  private var cells: [CSVTable.Cell] = []
  /// The column of the last cell.
  private var column = 0
  /// The lines before the last one.
  private var lines: [UInt8] = []
  private var ends: [(end: Int, cells: Int)] = []

  static func document<Root>(
    _ root: Root, _ fields: [Field<Root>], from start: FigureRow = FigureRow()
  ) -> [UInt8] {
    var table = WideTable()
    for field in fields { field.addRows(root, start) { table.add($0) } }
    table.endLine()
    var document = Array(table.names.joined(separator: ",").utf8)
    var first = 0
    for (end, cells) in table.ends {
      document += table.lines[first..<end]
      document += repeatElement(UInt8(ascii: ","), count: table.names.count - cells)
      first = end
    }
    return document + "\r\n".utf8
  }

  /// Without reasons, and without words that the first columns have.
  private mutating func add(_ row: FigureRow) {
    let (text, days) = (row.text, row.days)
    if !row.value.isEmpty {
      add(row.measure, .digits(row.value), of: row)
      guard !row.lower.isEmpty else { return }
      add(row.measure + "Lower", .digits(row.lower), of: row)
      add(row.measure + "Upper", .digits(row.upper), of: row)
    } else if !text.isEmpty, text != row.item, text != row.title,
      MissingNumber(rawValue: text) == nil, text != days?.first.description,
      text != days?.last.description
    {
      add(row.measure, .title(text), of: row)
    }
  }

  private mutating func add(_ key: String, _ cell: CSVTable.Cell, of row: FigureRow) {
    if start.map({ ($0.section, $0.item, $0.days) == (row.section, row.item, row.days) }) != true {
      endLine()
      start = row
      let ends = row.cells
      cells += ends[0..<2] + [row.title.map { .title($0) } ?? .empty] + ends[2..<4]
      column = cells.count - 1
    }
    // Most lines have their cells in the order of the columns.
    column += 1
    if column >= names.count || names[column] != key || column < cells.count {
      // The values of a list without items are numbered.
      var (name, number, known) = (key, 1, columns[key])
      while let taken = known, taken < cells.count, cells[taken] != .empty {
        number += 1
        name = key + String(number)
        known = columns[name]
      }
      column = known ?? names.count
      if known == nil {
        columns[name] = column
        names.append(name)
      }
    }
    while cells.count <= column { cells.append(.empty) }
    cells[column] = cell
  }

  private mutating func endLine() {
    guard !cells.isEmpty else { return }
    // It begins with a line break: the end of a header without columns.
    var line = CSVTable(header: [])
    for cell in cells { line.add(cell) }
    lines += line.document
    ends.append((lines.count, cells.count))
    cells.removeAll(keepingCapacity: true)
  }
}
