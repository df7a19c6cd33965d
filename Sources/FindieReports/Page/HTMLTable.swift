import FindieText

/// A table of a page with what a screen reader needs: a caption, and headings with a scope.
struct HTMLTable<Item> {
  /// A column: its heading, and the cell of an item.
  struct Column {
    let name: String
    let detail: HTML
    let isInterval: Bool
    /// Left out on small screens.
    let isRoomy: Bool
    let isText: Bool
    let cell: (Item) -> HTML

    init(
      _ name: String, detail: HTML = "", isInterval: Bool = false, isRoomy: Bool = false,
      isText: Bool = false, html cell: @escaping (Item) -> HTML
    ) {
      self.name = name
      self.detail = detail
      self.isInterval = isInterval
      self.isRoomy = isRoomy
      self.isText = isText
      self.cell = cell
    }

    init(_ name: String, isRoomy: Bool = false, _ figure: @escaping (Item) -> Figure) {
      self.init(name, isRoomy: isRoomy, html: { figure($0).html })
    }

    /// A bar whose number is in another cell.
    static func chart(
      _ name: String = "Chart", isRoomy: Bool = false, _ share: @escaping (Item) -> Double?
    ) -> Column {
      Column(name, isInterval: true, isRoomy: isRoomy) { item in
        share(item).map { share in
          "<i class=\"meter\" style=\"--w:\(min(1, max(0, share)) * 100, places: 1)%\"></i>"
        } ?? ""
      }
    }

    fileprivate var mark: HTML {
      isInterval ? " class=\"iv-cell\"" : isText ? " class=\"text\"" : ""
    }
  }

  /// The name for screen readers.
  let label: String
  let caption: HTML
  /// The heading of the column of row headings.
  let head: String
  /// Cells without content. A column that has no others is left out.
  var blanks: [HTML] = []
  var isBest: (Item) -> Bool = { _ in false }
  /// What spans all columns instead of cells; nil for cells.
  var sentence: (Item) -> HTML? = { _ in nil }
  let columns: [Column]
  /// The heading of a row.
  let name: (Item) -> HTML

  /// The table with a row for each item; empty without a row, and without a column.
  func html(of items: some Sequence<Item>) -> HTML {
    let rows = items.map { item in
      let sentence = self.sentence(item)
      let cells = sentence == nil ? self.columns.map { $0.cell(item) } : []
      return (item: item, cells: cells, sentence: sentence)
    }
    let shown =
      blanks.isEmpty
      ? Array(self.columns.indices)
      : self.columns.indices.filter { column in
        rows.contains { !$0.cells.isEmpty && !blanks.contains($0.cells[column]) }
      }
    guard !rows.isEmpty, !shown.isEmpty || self.columns.isEmpty else { return "" }
    let columns = shown.map { self.columns[$0] }
    let marks = columns.map(\.mark)
    let stack = Self.stack(columns)
    let roomy = columns.indices.filter { columns[$0].isRoomy }.map { " r\($0 + 1)" as HTML }
    let headings = zip(columns, marks).map {
      "<th scope=\"col\"\($1)>\(text: $0.name)\($0.detail)</th>" as HTML
    }
    var text: HTML = """
      <div class="wide\(columns.count > 5 ? " dense" : "")\(stack.isEmpty ? "" : " stack")\(roomy)" \
      tabindex="0" role="region" aria-label="\(text: label), table"\(stack)><table><caption>\(caption)</caption><thead><tr>\
      <th scope="col">\(text: head)</th>\(headings)</tr></thead><tbody>

      """
    for (item, cells, sentence) in rows {
      text.append(isBest(item) ? "<tr class=\"best\"><th scope=\"row\">" : "<tr><th scope=\"row\">")
      text += name(item)
      text.append("</th>")
      if let sentence {
        text += "<td class=\"text\" colspan=\"\(columns.count)\"><small>\(sentence)</small></td>"
      }
      for (index, mark) in zip(shown, marks) where sentence == nil {
        text.append("<td")
        text += mark
        text.append(">")
        text += cells[index]
        text.append("</td>")
      }
      text.append("</tr>\n")
    }
    text.append("</tbody></table></div>\n")
    return text
  }

  /// On a phone, each row of a table with many columns is a card, and each cell has its heading:
  /// the style sheet's `--c1`, `--c2` and so on. Empty for other tables.
  private static func stack(_ columns: [Column]) -> HTML {
    guard (3...StyleSheet.mostStacked).contains(columns.count) else { return "" }
    let names = columns.enumerated().map { index, column in
      let string = column.name.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
      return "--c\(index + 1):'\(text: string)'" as HTML
    }
    return " style=\"\(names, separator: ";")\""
  }
}

extension HTML {
  /// The cells that say that there is no number: "–", "not recorded", "too few to show" or nothing.
  static let noNumber: [HTML] = [
    "", Figure.none.html, Figure.notRecorded.html, Figure.tooFewPlayers.html,
    "<small>\(Figure.none)</small>",
  ]
}
