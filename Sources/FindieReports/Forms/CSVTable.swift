/// A table as RFC 4180 writes it: commas, CRLF, quotes where they are needed.
///
/// Text that a spreadsheet would take for a formula (it begins, maybe behind spaces, with `=`, `+`, `-`,
/// `@`, tab or carriage return) gets an apostrophe in front. Numbers are ours, and stay numbers.
package struct CSVTable: Hashable, Sendable {
  package enum Cell: Hashable, Sendable {
    /// Words of ours, and ids, by which other tables are joined.
    case text(String)
    /// A game's or studio's own text, or an event's: shown whole and cleaned.
    case title(String)
    /// Digits as a report's figure has them.
    case digits(String)
    case count(Int)
    case empty

    init(_ figure: Figure) {
      self =
        figure.digits.map { .digits($0) } ?? (figure == .notRecorded ? .text(figure.words) : .empty)
    }
  }

  private let columns: Int
  /// UTF-8.
  package private(set) var document: [UInt8]

  package init(header: [String]) {
    columns = header.count
    document = Array((header.joined(separator: ",") + "\r\n").utf8)
  }

  package mutating func append(_ cells: [Cell]) {
    precondition(cells.count == columns, "\(cells.count) cells in a row of \(columns)")
    for (place, cell) in cells.enumerated() {
      if place > 0 { document.append(UInt8(ascii: ",")) }
      switch cell {
      case .text(let text): append(text.utf8)
      case .title(let title): append(DisplayText.cleaned(title).utf8)
      case .digits(let digits): document.append(contentsOf: digits.utf8)
      case .count(let count): Digits.append(count, to: &document)
      case .empty: break
      }
    }
    document.append(contentsOf: "\r\n".utf8)
  }

  /// Takes the rows that were written so far away, for a table that is written piece by piece.
  package mutating func takeRows() -> [UInt8] {
    defer { document = [] }
    return document
  }

  private mutating func append(_ text: String.UTF8View) {
    let isQuoted = text.contains(where: Self.isSpecial)
    if isQuoted { document.append(UInt8(ascii: "\"")) }
    if let first = text.first(where: { $0 != UInt8(ascii: " ") }), Self.isFormula(first) {
      document.append(UInt8(ascii: "'"))
    }
    if isQuoted {
      for byte in text {
        if byte == UInt8(ascii: "\"") { document.append(byte) }
        document.append(byte)
      }
      document.append(UInt8(ascii: "\""))
    } else {
      document.append(contentsOf: text)
    }
  }

  /// Whether a spreadsheet would take a text that begins with this for a formula.
  private static func isFormula(_ first: UInt8) -> Bool {
    switch first {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"),
      UInt8(ascii: "\t"), UInt8(ascii: "\r"):
      true
    default: false
    }
  }

  /// Whether a text with this is quoted.
  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\r"), UInt8(ascii: "\n"): true
    default: false
    }
  }
}
