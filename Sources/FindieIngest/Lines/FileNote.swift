package import FindieHistory
import FindieText

/// What a file has that is not used, or is read as something else: the names in `LineCounts.notes`.
enum FileNote {
  /// A column that is not read; its count is that of the rows.
  static func ignoredColumn(_ name: String) -> String { "column.\(name)" }
  /// An event of Google Analytics that is not read.
  static func ignoredEvent(_ name: String) -> String { "event.\(name)" }
  /// A column of lists with commas and no separator.
  static func commas(_ column: String) -> String { "commas.\(column)" }
  /// Numbers with a decimal comma.
  static let decimalCommas = "decimalCommas"
  /// Rows with a quotation mark inside a field that does not begin with one.
  static let quotationMarks = "quotationMarks"
  /// Rows of several lines, and their lines.
  static let longRows = "longRows"
  static let linesOfLongRows = "linesOfLongRows"
}

extension LineCounts {
  /// Sentences about the notes, without those about events of Google Analytics.
  package var noteSentences: [String] {
    let notes = notes ?? [:]
    func counted(_ note: String, _ noun: String) -> String? {
      notes[note].map { $0.counted(noun) }
    }
    var sentences: [String] = []
    let ignored = names(after: FileNote.ignoredColumn(""))
    if !ignored.isEmpty {
      sentences.append(
        "\(ignored.count.counted("column")) of CSV files \(ignored.count.verb("is")) not "
          + "read: \(ignored.map(\.name).joined(separator: ", ")). If one of them is a field, "
          + "rename it (docs/DATA.md has the names)")
    }
    if let numbers = counted(FileNote.decimalCommas, "number") {
      sentences.append(
        "CSV files have \(numbers) with a decimal comma: 4,5 is read as 4.5")
    }
    for (column, count) in names(after: FileNote.commas("")) {
      sentences.append(
        "the column \(column) has \(count.counted("value")) with commas but no | or ;: each is one "
          + "text. If they are lists, separate their texts by |")
    }
    if let rows = counted(FileNote.longRows, "row"),
      let lines = counted(FileNote.linesOfLongRows, "line")
    {
      sentences.append(
        "CSV files have \(rows) with quoted fields of several lines, \(lines) in all. If a "
          + "quotation mark is missing, they hide rows")
    }
    if let rows = counted(FileNote.quotationMarks, "row") {
      sentences.append(
        "CSV files have \(rows) with a quotation mark inside a field that does not begin with "
          + "one: it counts as text. If it should end a quoted field, correct the file")
    }
    return sentences
  }

  /// The ignored events of Google Analytics with their counts, the most frequent first; nil if
  /// there are none.
  package var ignoredEvents: String? {
    let events = names(after: FileNote.ignoredEvent(""))
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    guard !events.isEmpty else { return nil }
    let shown = events.prefix(20).map { "\($0.name) \($0.count.grouped)" }
    return shown.joined(separator: ", ") + (events.count > shown.count ? ", …" : "")
  }

  /// The notes whose name begins so, by the rest of the name.
  private func names(after prefix: String) -> [(name: String, count: Int)] {
    (notes ?? [:]).filter { $0.key.hasPrefix(prefix) }
      .map { (name: String($0.key.dropFirst(prefix.count)), count: $0.value) }
      .sorted { $0.name < $1.name }
  }
}
