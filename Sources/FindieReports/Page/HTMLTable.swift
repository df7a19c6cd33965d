import FindieText

/// A table of a page with what a screen reader needs: a caption, and headings with a scope.
struct HTMLTable {
  struct Column: ExpressibleByStringInterpolation {
    let name: HTML
    /// Its name without marks; nil for none.
    let text: String?
    let isInterval: Bool
    /// Left out on small screens.
    let isRoomy: Bool
    let isText: Bool

    init(_ name: String, isInterval: Bool = false, isRoomy: Bool = false, isText: Bool = false) {
      self.init(
        html: HTML(text: name), text: name, isInterval: isInterval, isRoomy: isRoomy,
        isText: isText)
    }

    init(
      html: HTML, text: String?, isInterval: Bool = false, isRoomy: Bool = false,
      isText: Bool = false
    ) {
      name = html
      self.text = text
      self.isInterval = isInterval
      self.isRoomy = isRoomy
      self.isText = isText
    }

    init(stringLiteral name: String) { self.init(name) }

    fileprivate var mark: HTML {
      isInterval ? " class=\"iv-cell\"" : isText ? " class=\"text\"" : ""
    }
  }

  private struct Row {
    let head: HTML
    /// One per column; a single one if it spans all columns.
    let cells: [HTML]
    var isBest = false
    var isSpanned = false
  }

  private let label: String
  private let caption: HTML
  private let head: String
  private let columns: [Column]
  private let blanks: [HTML]
  private var rows: [Row] = []

  /// - Parameters:
  ///   - label: the name for screen readers.
  ///   - head: the heading of the column of row headings.
  ///   - blanks: cells without content. A column that has no others is left out.
  init(
    _ label: String, caption: HTML, head: String, columns: [Column], leavingOut blanks: [HTML] = []
  ) {
    self.label = label
    self.caption = caption
    self.head = head
    self.columns = columns
    self.blanks = blanks
  }

  /// The cells that say that there is no number: "–", "not recorded", "too few to show" or nothing.
  static let noNumber: [HTML] = [
    "", Figure.none.html, Figure.notRecorded.html, Figure.tooFewPlayers.html,
    "<small>\(Figure.none)</small>",
  ]

  /// Adds a row with one cell per column.
  mutating func append(_ head: HTML, _ cells: [HTML], isBest: Bool = false) {
    precondition(cells.count == columns.count, "\(cells.count) cells in a row of \(columns.count)")
    rows.append(Row(head: head, cells: cells, isBest: isBest))
  }

  /// Adds a row with one sentence.
  mutating func append(_ head: HTML, spanning sentence: HTML) {
    rows.append(Row(head: head, cells: [sentence], isSpanned: true))
  }

  /// The table with a row for each item.
  func html<Item>(
    of items: some Sequence<Item>, _ row: (Item) -> (head: HTML, cells: [HTML])
  ) -> HTML {
    var table = self
    for item in items {
      let (head, cells) = row(item)
      table.append(head, cells)
    }
    return table.html
  }

  /// The table; empty without a row, and without a column.
  var html: HTML {
    let shown =
      blanks.isEmpty
      ? Array(columns.indices)
      : columns.indices.filter { column in
        rows.contains { !$0.isSpanned && !blanks.contains($0.cells[column]) }
      }
    guard !rows.isEmpty, !shown.isEmpty || columns.isEmpty else { return "" }
    let columns = shown.map { self.columns[$0] }
    let marks = columns.map(\.mark)
    let stack = Self.stack(columns)
    let roomy = columns.indices.filter { columns[$0].isRoomy }.map { " r\($0 + 1)" as HTML }
    let headings = zip(columns, marks).map { "<th scope=\"col\"\($1)>\($0.name)</th>" as HTML }
    var text: HTML = """
      <div class="wide\(columns.count > 5 ? " dense" : "")\(stack.isEmpty ? "" : " stack")\(roomy)" \
      tabindex="0" role="region" aria-label="\(text: label), table"\(stack)><table><caption>\(caption)</caption><thead><tr>\
      <th scope="col">\(text: head)</th>\(headings)</tr></thead><tbody>

      """
    for row in rows {
      text.append(row.isBest ? "<tr class=\"best\"><th scope=\"row\">" : "<tr><th scope=\"row\">")
      text += row.head
      text.append("</th>")
      if row.isSpanned {
        text += """
          <td class="text" colspan="\(columns.count)"><small>\(row.cells[0])</small></td>
          """
      } else {
        for (index, mark) in zip(shown, marks) {
          text.append("<td")
          text += mark
          text.append(">")
          text += row.cells[index]
          text.append("</td>")
        }
      }
      text.append("</tr>\n")
    }
    text.append("</tbody></table></div>\n")
    return text
  }

  /// On a phone, each row of a table with many columns is a card, and each cell has its heading:
  /// the style sheet's `--c1`, `--c2` and so on. Empty for other tables, and for headings without
  /// a text.
  private static func stack(_ columns: [Column]) -> HTML {
    let texts = columns.compactMap(\.text)
    guard (3...mostStacked).contains(columns.count), texts.count == columns.count else { return "" }
    let names = texts.enumerated().map { index, text in
      let string = text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
      return "--c\(index + 1):'\(text: string)'" as HTML
    }
    return " style=\"\(names, separator: ";")\""
  }

  static let mostStacked = 14

  /// A bar in a cell; its number is in another cell.
  static func bar(_ share: Double) -> HTML {
    "<i class=\"meter\" style=\"--w:\(min(1, max(0, share)) * 100, places: 1)%\"></i>"
  }
}
