import FindieText

/// A table of a page with what a screen reader needs: a caption, and headings with a scope.
struct HTMLTable {
  struct Column {
    let name: HTML
    var isInterval = false
    /// Left out on small screens.
    var isRoomy = false
    var isText = false
    /// Its name without marks; nil for none.
    let text: String?

    init(_ name: String, isInterval: Bool = false, isRoomy: Bool = false, isText: Bool = false) {
      self.init(
        html: HTML(text: name), text: name, isInterval: isInterval, isRoomy: isRoomy,
        isText: isText)
    }

    init(
      html: HTML, text: String? = nil, isInterval: Bool = false, isRoomy: Bool = false,
      isText: Bool = false
    ) {
      name = html
      self.text = text
      self.isInterval = isInterval
      self.isRoomy = isRoomy
      self.isText = isText
    }

    fileprivate var mark: HTML {
      isInterval ? " class=\"iv-cell\"" : isText ? " class=\"text\"" : ""
    }
  }

  private let marks: [HTML]
  private var text: HTML
  private(set) var isEmpty = true

  /// - Parameters:
  ///   - label: the name for screen readers.
  ///   - head: the heading of the column of row headings.
  init(_ label: String, caption: HTML, head: String, columns: [Column]) {
    marks = columns.map(\.mark)
    let stack = Self.stack(columns)
    let roomy = columns.indices.filter { columns[$0].isRoomy }.map { " r\($0 + 1)" as HTML }
    text = """
      <div class="wide\(columns.count > 5 ? " dense" : "")\(stack.isEmpty ? "" : " stack")\(roomy)" \
      tabindex="0" role="region" aria-label="\(text: label), table"\(stack)><table><caption>\(caption)</caption><thead><tr>\
      <th scope="col">\(text: head)</th>
      """
    for (column, mark) in zip(columns, marks) {
      text += "<th scope=\"col\"\(mark)>\(column.name)</th>"
    }
    text += "</tr></thead><tbody>\n"
  }

  /// On a phone, each row of a table with many columns is a card, and each cell has its heading:
  /// the style sheet's `--c1`, `--c2` and so on. Empty for other tables, and for headings without
  /// a text.
  private static func stack(_ columns: [Column]) -> HTML {
    let texts = columns.compactMap(\.text)
    guard (3...mostStacked).contains(columns.count), texts.count == columns.count else { return "" }
    let names = texts.enumerated().map { index, text in
      let isPlain = !text.utf8.contains { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "'") }
      let string =
        isPlain ? text : text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
      return "--c\(index + 1):'\(text: string)'" as HTML
    }
    return " style=\"\(names, separator: ";")\""
  }

  static let mostStacked = 14

  /// Adds a row with one cell per column.
  mutating func append(_ head: HTML, _ cells: [HTML], isBest: Bool = false) {
    precondition(cells.count == marks.count, "\(cells.count) cells in a row of \(marks.count)")
    isEmpty = false
    text.append(isBest ? "<tr class=\"best\"><th scope=\"row\">" : "<tr><th scope=\"row\">")
    text += head
    text.append("</th>")
    for (mark, cell) in zip(marks, cells) {
      text.append("<td")
      text += mark
      text.append(">")
      text += cell
      text.append("</td>")
    }
    text.append("</tr>\n")
  }

  /// Adds a row with one sentence.
  mutating func append(_ head: HTML, spanning sentence: HTML) {
    isEmpty = false
    text += """
      <tr><th scope="row">\(head)</th><td class="text" colspan="\(marks.count)">\
      <small>\(sentence)</small></td></tr>

      """
  }

  /// The table; empty without a row.
  var html: HTML { isEmpty ? "" : "\(text)</tbody></table></div>\n" }

  /// A bar in a cell; its number is in another cell.
  static func bar(_ share: Double) -> HTML {
    "<i class=\"meter\" style=\"--w:\(min(1, max(0, share)) * 100, places: 1)%\"></i>"
  }
}
