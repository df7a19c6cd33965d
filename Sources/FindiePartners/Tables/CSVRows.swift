import Foundation

/// Reads CSV and TSV: delimiters, quotes, and lines that end in LF, CRLF or CR.
///
/// Source: RFC 4180. A quote within a cell that does not start with one is an ordinary character.
enum CSVRows {
  /// The cells of each non-blank line, without surrounding spaces unless they are quoted.
  static func rows(
    _ text: String, delimiter: Unicode.Scalar = ","
  ) throws(Unreadable) -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var cell = String.UnicodeScalarView()
    var isQuoted = false
    var openQuote: Int?
    var line = 1
    func endCell() {
      let content = String(cell)
      row.append(isQuoted ? content : content.trimmingCharacters(in: .whitespaces))
      cell = .init()
      isQuoted = false
    }
    func endRow() {
      endCell()
      if row != [""] { rows.append(row) }
      row = []
    }
    let scalars = Array(text.unicodeScalars.drop { $0 == "\u{FEFF}" })
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      if scalar == "\n" || scalar == "\r" {
        let isPair = scalar == "\r" && index < scalars.count && scalars[index] == "\n"
        line += isPair ? 0 : 1
      }
      if openQuote != nil {
        guard scalar == "\"" else {
          cell.append(scalar)
          continue
        }
        if index < scalars.count, scalars[index] == "\"" {
          cell.append(scalar)
          index += 1
        } else {
          openQuote = nil
        }
        continue
      }
      switch scalar {
      case "\"" where cell.allSatisfy({ $0 == " " }) && !isQuoted:
        cell = .init()
        isQuoted = true
        openQuote = line
      case delimiter: endCell()
      case "\n", "\r": endRow()
      default: cell.append(scalar)
      }
    }
    if let openQuote {
      throw Unreadable(why: "the quote that begins in line \(openQuote) is not closed")
    }
    endRow()
    return rows
  }
}
