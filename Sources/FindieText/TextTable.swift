/// A table for a terminal: columns as wide as their widest cell, numbers to the right. Cells are cleaned
/// (`DisplayText`), so that no title from the data breaks a line or sends a control sequence.
package struct TextTable: Sendable {
  package enum Alignment: Sendable { case left, right }

  private let columns: [(heading: String, alignment: Alignment)]
  private var rows: [[String]] = []

  package init(_ columns: (String, Alignment)...) {
    self.init(columns)
  }

  package init(_ columns: [(String, Alignment)]) {
    self.columns = columns.map { (heading: $0.0, alignment: $0.1) }
  }

  /// - Precondition: one cell per column.
  package mutating func add(_ cells: String...) {
    add(cells)
  }

  /// - Precondition: one cell per column.
  package mutating func add(_ cells: [String]) {
    precondition(cells.count == columns.count, "\(cells.count) cells for \(columns.count) columns")
    rows.append(cells.map { DisplayText.cleaned($0) })
  }

  package var isEmpty: Bool { rows.isEmpty }

  /// The table as lines: headings, a rule, the rows.
  package var text: String {
    let widths = columns.indices.map { column in
      ([columns[column].heading] + rows.map { $0[column] }).map(\.count).max() ?? 0
    }
    func line(_ cells: [String]) -> String {
      var line = cells.enumerated().map { column, cell in
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        return columns[column].alignment == .left ? cell + padding : padding + cell
      }.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
    let rule = widths.map { String(repeating: "─", count: $0) }.joined(separator: "  ")
    return ([line(columns.map(\.heading)), rule] + rows.map(line)).joined(separator: "\n")
  }
}
