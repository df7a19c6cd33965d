import FindieAnalytics
import FindieText

/// A table without the columns that have no content: those whose cells are all "–", "not recorded",
/// "too few to show" or empty.
struct FilledTable {
  private let label: String
  private let caption: HTML
  private let head: String
  private let columns: [HTMLTable.Column]
  private let dropsZeros: Bool
  private var rows: [Row] = []

  private enum Row {
    case cells(head: HTML, [HTML])
    case sentence(head: HTML, HTML)
  }

  /// - Parameter dropsZeros: whether a column of zeros has no content either.
  init(
    _ label: String, caption: HTML, head: String, columns: [HTMLTable.Column],
    dropsZeros: Bool = false
  ) {
    self.label = label
    self.caption = caption
    self.head = head
    self.columns = columns
    self.dropsZeros = dropsZeros
  }

  /// Adds a row with one cell per column.
  mutating func append(_ head: HTML, _ cells: [HTML]) { rows.append(.cells(head: head, cells)) }

  /// Adds a row with one sentence.
  mutating func append(_ head: HTML, spanning sentence: HTML) {
    rows.append(.sentence(head: head, sentence))
  }

  private static let empty: [HTML] = [
    "", Figure.none.html, Figure.notRecorded.html, Figure.players(.suppressed).html,
    "<small>\(Figure.none)</small>",
  ]

  /// Whether a cell has content.
  static func isFilled(_ cell: HTML) -> Bool { !empty.contains(cell) }

  /// The table; empty without a row, and if rows have cells but none has content.
  var html: HTML {
    let zero = Figure.count(0).html
    let kept = columns.indices.filter { column in
      rows.contains { row in
        guard case .cells(_, let cells) = row else { return false }
        return Self.isFilled(cells[column]) && !(dropsZeros && cells[column] == zero)
      }
    }
    guard !kept.isEmpty || columns.isEmpty else { return "" }
    var table = HTMLTable(label, caption: caption, head: head, columns: kept.map { columns[$0] })
    for row in rows {
      switch row {
      case .cells(let head, let cells): table.append(head, kept.map { cells[$0] })
      case .sentence(let head, let sentence): table.append(head, spanning: sentence)
      }
    }
    return table.html
  }
}
