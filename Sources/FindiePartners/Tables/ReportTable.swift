import FindieDomain
import FindieFiles
import Foundation

/// A table whose first line names its columns, from CSV or TSV, plain or compressed with gzip.
///
/// The content decides which, since file names and content types are not reliable.
struct ReportTable: Sendable {
  /// The largest content after decompression.
  static let maximumBytes = 64 << 20

  private let places: [String: Int]
  private let cells: [[String]]

  /// - Parameter columns: the required columns. The table may have others.
  init(_ file: [UInt8], columns: [String]) throws(Unreadable) {
    let text: String
    do throws(DecodingFault) {
      text = String(
        decoding: file.starts(with: [0x1f, 0x8b])
          ? try GzipDecoder.content(of: file, limit: Self.maximumBytes) : file,
        as: UTF8.self)
    } catch {
      throw Unreadable(why: error.why)
    }
    let header = text.prefix { !$0.isNewline }
    var rows = try CSVRows.rows(text, delimiter: header.contains("\t") ? "\t" : ",")
    guard !rows.isEmpty else { throw Unreadable(why: "it is empty") }
    let names = rows.removeFirst()
    places = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
    for column in columns where places[column] == nil {
      throw Unreadable(why: "it has no column '\(column)'")
    }
    cells = rows
  }

  var rows: [Row] {
    cells.enumerated().map { Row(number: $0 + 1, cells: $1, places: places) }
  }

  struct Row {
    /// From 1, which is the line after the first.
    fileprivate let number: Int
    fileprivate let cells: [String]
    fileprivate let places: [String: Int]

    func text(_ column: String) throws(Unreadable) -> String {
      guard let place = places[column], place < cells.count else { throw fault(column) }
      return cells[place]
    }

    /// A whole number that is not negative.
    func count(_ column: String) throws(Unreadable) -> Decimal {
      let text = try text(column)
      guard text.wholeMatch(of: /[0-9]{1,15}/) != nil, let count = Decimal(string: text) else {
        throw fault(column)
      }
      return count
    }

    /// A number with a decimal point.
    func amount(_ column: String) throws(Unreadable) -> Decimal {
      let text = try text(column)
      guard text.wholeMatch(of: /-?[0-9]{1,15}(?:\.[0-9]{1,10})?/) != nil,
        let amount = Decimal(string: text)
      else { throw fault(column) }
      return amount
    }

    /// A day as `YYYY-MM-DD` or `MM/DD/YYYY`; nil for an empty cell.
    func optionalDay(_ column: String) throws(Unreadable) -> Day? {
      let text = try text(column)
      if text.isEmpty { return nil }
      if let day = Day(text) { return day }
      guard let parts = text.wholeMatch(of: /([0-9]{2})\/([0-9]{2})\/([0-9]{4})/),
        let year = Int(parts.3), let month = Int(parts.1), let date = Int(parts.2),
        let day = Day(year: year, month: month, day: date)
      else { throw fault(column) }
      return day
    }

    func day(_ column: String) throws(Unreadable) -> Day {
      guard let day = try optionalDay(column) else { throw fault(column) }
      return day
    }

    func fault(_ column: String) -> Unreadable {
      Unreadable(why: "row \(number) has no valid '\(column)'")
    }
  }
}
