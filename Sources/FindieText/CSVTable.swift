/// A CSV table: commas, CRLF, and quotes where they are needed.
///
/// An apostrophe precedes a text that a spreadsheet would run as a formula: one that begins, after
/// any spaces, with `=`, `+`, `-`, `@` (also the full-width ones), a tab or a carriage return.
///
/// Source: RFC 4180.
package struct CSVTable: Hashable, Sendable {
  package enum Cell: Hashable, Sendable {
    /// A name for a column's value, or an id that other tables join on: written unchanged.
    case text(String)
    /// A title or other text from the data: cleaned (`DisplayText`) but not shortened.
    case title(String)
    /// A number in its decimal digits.
    case digits(String)
    case integer(Int)
    case empty
  }

  private let columns: Int
  /// The cells of the last row, which is not complete.
  private var cells = 0
  /// UTF-8.
  package private(set) var document: [UInt8]

  package init(header: [String]) {
    columns = header.count
    document = Array((header.joined(separator: ",") + "\r\n").utf8)
  }

  package mutating func append(_ cells: [Cell]) {
    for cell in cells { add(cell) }
    endRow()
  }

  /// Adds a cell to the last row; `endRow` follows the row's last cell.
  package mutating func add(_ cell: Cell) {
    beginCell()
    switch cell {
    case .text(let text): append(text)
    case .title(let title): append(DisplayText.cleaned(title))
    case .digits(let digits): document.append(contentsOf: digits.utf8)
    case .integer(let integer): document.append(integer)
    case .empty: break
    }
  }

  package mutating func add(_ integer: Int) {
    beginCell()
    document.append(integer)
  }

  /// A number with at most `places` decimals.
  package mutating func add(_ number: Double, places: Int) {
    beginCell()
    document.append(number, places: places)
  }

  package mutating func addEmpty(_ count: Int = 1) {
    for _ in 0..<count { beginCell() }
  }

  package mutating func endRow() {
    precondition(cells == columns, "\(cells) cells in a row of \(columns)")
    cells = 0
    document.append(UInt8(ascii: "\r"))
    document.append(UInt8(ascii: "\n"))
  }

  private mutating func beginCell() {
    if cells > 0 { document.append(UInt8(ascii: ",")) }
    cells += 1
  }

  /// Removes the rows written so far and returns them, for a table that is written piece by piece.
  package mutating func takeRows() -> [UInt8] {
    defer { document = [] }
    return document
  }

  private mutating func append(_ text: String) {
    let isQuoted = text.hasByte(where: { Self.isSpecial($0) })
    if isQuoted { document.append(UInt8(ascii: "\"")) }
    if Self.isFormula(text.unicodeScalars.drop(while: Self.isSpace).first) {
      document.append(UInt8(ascii: "'"))
    }
    if isQuoted {
      for byte in text.utf8 {
        if byte == UInt8(ascii: "\"") { document.append(byte) }
        document.append(byte)
      }
      document.append(UInt8(ascii: "\""))
    } else {
      document += text.utf8
    }
  }

  /// Whether a spreadsheet would run a text that begins with `first` as a formula.
  ///
  /// In East Asian languages, Excel treats the full-width characters like the ASCII ones.
  private static func isFormula(_ first: Unicode.Scalar?) -> Bool {
    guard let first else { return false }
    return switch first {
    case "=", "+", "-", "@", "\t", "\r", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": true
    default: false
    }
  }

  /// Whether it is a space, including the full-width one.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\u{3000}"
  }

  /// Whether a text that contains this byte must be quoted.
  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\r"), UInt8(ascii: "\n"): true
    default: false
    }
  }
}
