package import FindieDomain

extension DayByGame {
  /// The days of a table, each in the order of its games.
  package static func all(of table: EventTable) -> [DayByGame] {
    var rows: [Day: [Int]] = [:]
    for row in 0..<table.count { rows[table.day(row), default: []].append(row) }
    return rows.sorted { $0.key < $1.key }.map { DayByGame(table, $0.key, rows: $0.value) }
  }

  /// - Parameter rows: all of one day, by instant.
  private init(_ table: EventTable, _ day: Day, rows: [Int]) {
    func text(_ column: TextColumn) -> (codes: [UInt32], strings: ByteStrings) {
      let text = table[column]
      let coded = CodedStrings(rows.count, of: text.vocabulary.count) {
        text.codes[rows[$0]]
      } append: { strings, code in
        strings.append(text.vocabulary.strings[Int(code)])
      }
      return (coded.codes, coded.strings)
    }
    let start = day.start.milliseconds
    self.init(
      table.collection, day, kinds: rows.map { table.kinds[$0] },
      milliseconds: rows.map { UInt32(table.milliseconds[$0] - start) }, text: text
    ) { column in rows.map { table[column][$0] } }
  }

  /// The events of a day's file; only the needed columns are read.
  init(_ file: PartitionFile) throws(Partition.Damage) {
    var texts: [TextColumn: (codes: [UInt32], strings: ByteStrings)] = [:]
    for column in [.userId, .gameId] + Self.valueColumns(of: file.collection) {
      let strings = try file.strings(column.rawValue)
      let codes = try file.codes(column.rawValue)
      guard codes.allSatisfy({ $0 < strings.count }) else {
        throw .column(column.rawValue + ".codes")
      }
      texts[column] = (codes, strings)
    }
    let kinds = try file.wholeNumbers("kind", UInt8.self)
    guard kinds.allSatisfy({ $0 < file.collection.kindCount }) else { throw .column("kind") }
    var numbers: [NumberColumn: [Float]] = [:]
    for column in file.collection.numberColumns {
      let span = try file.numbers(column.rawValue, Float.self)
      numbers[column] = span.indices.map { span[$0] }
    }
    let (read, floats) = (texts, numbers)
    self.init(
      file.collection, file.day, kinds: kinds,
      milliseconds: try file.wholeNumbers("millisecondOfDay", UInt32.self)
    ) {
      read[$0] ?? ([], ByteStrings())
    } numbers: {
      floats[$0] ?? []
    }
  }

  /// Sorts the rows of a day by game with a counting sort, which keeps the order of instants.
  ///
  /// - Parameter text: the codes of the player, the game and the value columns, one a row.
  package init(
    _ collection: EventCollection, _ day: Day, kinds: [UInt8], milliseconds: [UInt32],
    text: (TextColumn) -> (codes: [UInt32], strings: ByteStrings),
    numbers: (NumberColumn) -> [Float]
  ) {
    let (games, players) = (text(.gameId), text(.userId))
    var starts = [UInt32](repeating: 0, count: games.strings.count + 1)
    for code in games.codes { starts[Int(code) + 1] += 1 }
    for game in 0..<games.strings.count { starts[game + 1] += starts[game] }
    var next = starts
    var rows = [Int](repeating: 0, count: kinds.count)
    for (row, code) in games.codes.enumerated() {
      rows[Int(next[Int(code)])] = row
      next[Int(code)] += 1
    }
    var firsts = [UInt32](repeating: .max, count: players.strings.count)
    for (row, code) in players.codes.enumerated() {
      firsts[Int(code)] = min(firsts[Int(code)], milliseconds[row])
    }
    var columns: [Column: Numbers] = [
      .players: .array(rows.map { players.codes[$0] }),
      .milliseconds: .array(rows.map { milliseconds[$0] }),
      .kinds: .array(rows.map { UInt32(kinds[$0]) }),
    ]
    for column in collection.numberColumns {
      let values = numbers(column)
      columns[.number(column)] = .array(rows.map { values[$0].bitPattern })
    }
    var strings: [TextColumn: ByteStrings] = [:]
    for column in Self.valueColumns(of: collection) {
      let values = text(column)
      columns[.value(column)] = .array(rows.map { values.codes[$0] })
      strings[column] = values.strings
    }
    self.init(
      collection, day,
      Names(games: games.strings, players: players.strings, firstMilliseconds: firsts),
      starts: starts, strings: strings, columns: columns)
  }
}
