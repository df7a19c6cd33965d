/// A table as RFC 4180 writes it: commas, CRLF, quotes where they are needed.
///
/// Text that a spreadsheet would take for a formula (it begins with `=`, `+`, `-`, `@`, tab or
/// carriage return) gets an apostrophe in front. Numbers are ours, and stay numbers.
package struct CSVTable: Hashable, Sendable {
  package enum Cell: Hashable, Sendable {
    case text(String)
    /// Digits as a report's figure has them.
    case digits(String)
    case empty

    init(_ figure: Figure) {
      self = figure.digits.map { .digits($0) } ?? .empty
    }
  }

  private let columns: Int
  package private(set) var document: String

  package init(header: [String]) {
    columns = header.count
    document = header.joined(separator: ",") + "\r\n"
  }

  package mutating func append(_ cells: [Cell]) {
    precondition(cells.count == columns, "\(cells.count) cells in a row of \(columns)")
    for (place, cell) in cells.enumerated() {
      if place > 0 { document += "," }
      switch cell {
      case .text(let text): document += Self.quoted(Self.neutralised(text))
      case .digits(let digits): document += digits
      case .empty: break
      }
    }
    document += "\r\n"
  }

  /// Takes the rows that were written so far away, for a table that is written piece by piece.
  package mutating func takeRows() -> String {
    defer { document = "" }
    return document
  }

  private static func neutralised(_ text: String) -> String {
    switch text.unicodeScalars.first {
    case "=", "+", "-", "@", "\t", "\r": "'" + text
    default: text
    }
  }

  private static func quoted(_ text: String) -> String {
    let special: (Unicode.Scalar) -> Bool = { $0 == "," || $0 == "\"" || $0 == "\r" || $0 == "\n" }
    guard text.unicodeScalars.contains(where: special) else { return text }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" { quoted += "\"" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }
}
