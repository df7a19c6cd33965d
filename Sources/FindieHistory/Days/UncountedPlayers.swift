package import FindieDomain

/// The accounts whose events a reader of the history does not count.
package struct UncountedPlayers: Sendable {
  /// By the first day.
  package let all: [UncountedPlayer]
  /// Their ids, in the same order.
  private let ids: Vocabulary

  package init(_ players: [UncountedPlayer] = []) {
    all = players.sorted { ($0.firstDay, ExactText($0.id)) < ($1.firstDay, ExactText($1.id)) }
    var ids = Vocabulary()
    for player in all { _ = ids.code(of: player.id.utf8.span) }
    precondition(ids.count == all.count, "an account occurs twice")
    self.ids = ids
  }

  /// The number of accounts whose events of a day do not count.
  private func count(on day: Day) -> Int { all.indices.partitionPoint { all[$0].firstDay <= day } }

  /// Identifies those whose events of some day before `end` do not count; nil without any.
  package func identity(before end: Day) -> String? {
    let days = all.prefix { $0.firstDay < end }
    guard !days.isEmpty else { return nil }
    let text = days.map { "\($0.firstDay.daysSinceEpoch) \($0.id)\n" }.joined()
    return hash64(of: text.utf8.span).padded(to: 16, radix: 16)
  }

  /// The same for one day.
  func identity(on day: Day) -> String? {
    let count = count(on: day)
    guard count > 0 else { return nil }
    return all[..<count].reduce(0) { $0 &+ hash64(of: $1.id.utf8.span) }.padded(to: 16, radix: 16)
  }

  /// The rows of a day that count; nil for all of them.
  func countedRows(of file: PartitionFile) throws(HistoryDamage) -> [Int]? {
    let count = count(on: file.day)
    guard count > 0 else { return nil }
    let players = try file.strings(TextColumn.userId.rawValue)
    let isOut = (0..<players.count).map { player in
      ids.existingCode(of: players[player]).map { $0 < count } ?? false
    }
    guard isOut.contains(true) else { return nil }
    let codes = try file.text(TextColumn.userId.rawValue).codes
    return codes.indices.filter { !isOut[Int(codes[$0])] }
  }
}

extension UncountedPlayer {
  /// The first day that does not count; the first of all days if none counts.
  fileprivate var firstDay: Day { since ?? Day(daysSinceEpoch: .min) }
}

/// The columns of a day's file, with the rows that a reader counts.
struct CountedColumns {
  let file: PartitionFile
  /// Nil for all rows.
  private let rows: [Int]?

  init(_ file: PartitionFile, without players: UncountedPlayers) throws(HistoryDamage) {
    self.file = file
    rows = try players.countedRows(of: file)
  }

  private func counted<Number>(_ column: [Number]) -> [Number] {
    rows.map { rows in rows.map { column[$0] } } ?? column
  }

  func kinds() throws(HistoryDamage) -> [UInt8] { counted(try file.kinds()) }

  func milliseconds() throws(HistoryDamage) -> [Int64] { counted(try file.milliseconds()) }

  func millisecondsOfDay() throws(HistoryDamage) -> [UInt32] {
    counted(try file.wholeNumbers("millisecondOfDay", UInt32.self))
  }

  func numbers(_ column: NumberColumn) throws(HistoryDamage) -> [Float] {
    counted(Array(copying: try file.numbers(column.rawValue, Float.self)))
  }

  func text(_ column: TextColumn) throws(HistoryDamage) -> (strings: ByteStrings, codes: [UInt32]) {
    let all = try file.text(column.rawValue)
    guard let rows else { return all }
    let coded = CodedStrings(rows.count, of: all.strings.count) {
      all.codes[rows[$0]]
    } append: { strings, code in
      strings.append(all.strings[Int(code)])
    }
    return (coded.strings, coded.codes)
  }
}
