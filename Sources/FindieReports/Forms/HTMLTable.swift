/// A table of a page, with what a screen reader needs: a caption, and heads that say what they head.
///
/// Its parts are HTML of our own making: titles come escaped.
struct HTMLTable {
  struct Column {
    let name: String
    var isInterval = false
    /// Left out of small screens.
    var isRoomy = false
    var isText = false

    fileprivate var mark: String {
      let names = [isInterval ? "iv-cell" : "", isRoomy ? "roomy" : "", isText ? "text" : ""]
        .filter { !$0.isEmpty }
      return names.isEmpty ? "" : " class=\"\(names.joined(separator: " "))\""
    }
  }

  private let label: String
  private let columns: [Column]
  private let marks: [String]
  private var text: String
  private(set) var isEmpty = true

  /// - Parameters:
  ///   - label: what a screen reader calls it; plain text.
  ///   - head: of the column of row heads.
  init(_ label: String, caption: String, head: String, columns: [Column]) {
    self.label = label
    self.columns = columns
    marks = columns.map(\.mark)
    text =
      "<div class=\"wide\(columns.count > 5 ? " dense" : "")\" tabindex=\"0\" role=\"region\" aria-label=\"\(escaped(label)), table\">"
      + "<table><caption>\(caption)</caption><thead><tr><th scope=\"col\">\(head)</th>"
    for (column, mark) in zip(columns, marks) {
      text += "<th scope=\"col\"\(mark)>\(column.name)</th>"
    }
    text += "</tr></thead><tbody>\n"
  }

  /// Adds a row; `cells` has one element a column.
  mutating func append(_ head: String, _ cells: [String]) {
    precondition(cells.count == columns.count, "\(cells.count) cells in a row of \(columns.count)")
    isEmpty = false
    text += "<tr><th scope=\"row\">"
    text += head
    text += "</th>"
    for place in cells.indices {
      text += "<td"
      text += marks[place]
      text += ">"
      text += cells[place]
      text += "</td>"
    }
    text += "</tr>\n"
  }

  /// Adds a row of one sentence.
  mutating func append(_ head: String, spanning sentence: String) {
    isEmpty = false
    text +=
      "<tr><th scope=\"row\">\(head)</th><td class=\"text\" colspan=\"\(columns.count)\">"
      + "<small>\(sentence)</small></td></tr>\n"
  }

  var html: String { text + "</tbody></table></div>" }

  /// A bar of a cell; its number stands beside it.
  static func bar(_ share: Double) -> String {
    let width = svg(min(1, max(0, share)) * 100)
    return "<div class=\"meter\" aria-hidden=\"true\"><i style=\"width:\(width)%\"></i></div>"
  }
}
