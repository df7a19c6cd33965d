/// A table for a terminal: columns as wide as their widest cell, numbers right-aligned. Cells are
/// cleaned (`DisplayText`), so that titles from the data cannot break lines or send control
/// sequences.
package struct TextTable: Sendable {
  package enum Alignment: Sendable { case left, right }

  /// The maximum number of characters per line; nil for no limit. In a wider table, the widest text
  /// columns are narrowed and their cells continue on further lines.
  @TaskLocal package static var maximumWidth: Int?

  private static let minimumColumnWidth = 8

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
    let widths = widths
    func lines(_ cells: [String]) -> [String] {
      let wrapped = zip(cells, widths).map { $0.wrapped(to: $1, breakingWords: true) }
      return (0..<(wrapped.map(\.count).max() ?? 0)).map { number in
        var line = wrapped.enumerated().map { column, lines in
          let cell = number < lines.count ? lines[number] : ""
          let padding = String(repeating: " ", count: widths[column] - cell.count)
          return columns[column].alignment == .left ? cell + padding : padding + cell
        }.joined(separator: Self.gap)
        while line.last == " " { line.removeLast() }
        return line
      }
    }
    let rule = widths.map { String(repeating: "─", count: $0) }.joined(separator: Self.gap)
    return (lines(columns.map(\.heading)) + [rule] + rows.flatMap(lines)).joined(separator: "\n")
  }

  private static let gap = "  "

  /// The width of each column.
  private var widths: [Int] {
    var widths = columns.indices.map { column in
      ([columns[column].heading] + rows.map { $0[column] }).map(\.count).max() ?? 0
    }
    guard let maximum = Self.maximumWidth else { return widths }
    var excess = widths.reduce(0, +) + Self.gap.count * (widths.count - 1) - maximum
    while excess > 0 {
      let texts = widths.indices.filter {
        columns[$0].alignment == .left && widths[$0] > Self.minimumColumnWidth
      }
      guard let widest = texts.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }
}
