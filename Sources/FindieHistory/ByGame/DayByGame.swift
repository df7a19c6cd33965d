package import FindieDomain

/// One day's events of a collection, sorted by game: the input of activity and reports.
///
/// It has every event, in the columns that reports need. So sums, distinct players and quartiles
/// over any days are exact without reading the rest of the history, and a late event changes its
/// own day only.
///
/// ```swift
/// day.reader(of: .players).append(day.rows(of: 0), to: &codes)   // who saw the first game
/// ```
///
/// Grain: one row per event. A game's rows are adjacent, sorted by instant.
package struct DayByGame: Sendable {
  /// A column of numbers, one per row.
  package enum Column: Hashable, Sendable {
    /// An index into the day's players.
    case players
    /// Milliseconds from the start of the day.
    case milliseconds
    /// The code of a `SwipeAction` or of an `EventType`.
    case kinds
    /// The bits of a Float32, NaN if absent.
    case number(NumberColumn)
    /// An index into `strings(column)`.
    case value(TextColumn)
  }

  package let collection: EventCollection
  /// The UTC day.
  package let day: Day
  package let count: Int
  /// The ids of the games and players; nil once they have numbers shared with other days.
  private(set) var names: Names?
  /// The numbers of the games in a numbering shared by all days, in the order of their rows.
  package private(set) var games: [UInt32] = []
  /// The numbers of the players in a numbering shared by all days of the collection.
  package private(set) var players: [UInt32] = []

  /// A day's games and players.
  struct Names: Sendable {
    /// The ids of the games, in the order of their rows.
    let games: ByteStrings
    /// The ids of the players.
    let players: ByteStrings
    /// The first event of each player, in milliseconds from the start of the day.
    let firstMilliseconds: [UInt32]
  }

  private let starts: [UInt32]
  private let strings: [TextColumn: ByteStrings]
  private let columns: [Column: Numbers]
  private let file: PartitionFile?

  /// Where a column's numbers are stored.
  enum Numbers: Sendable {
    case array([UInt32])
    case packed(PackedField)
  }

  /// The columns of text that reports group events by.
  package static func valueColumns(of collection: EventCollection) -> [TextColumn] {
    switch collection {
    case .interactions: [.userGenrePreferences]
    case .analytics:
      [.userGenrePreferences, .deviceType, .appVersion, .shop, .surface, .campaign, .country]
    }
  }

  static func columns(of collection: EventCollection) -> [Column] {
    [.players, .milliseconds, .kinds] + collection.numberColumns.map { .number($0) }
      + valueColumns(of: collection).map { .value($0) }
  }

  /// - Precondition: `columns` and `strings` are complete; `starts` has one element more than there
  ///   are games, and ends with the number of rows.
  init(
    _ collection: EventCollection, _ day: Day, _ names: Names, starts: [UInt32],
    strings: [TextColumn: ByteStrings], columns: [Column: Numbers], file: PartitionFile? = nil
  ) {
    let games = names.games.count
    precondition(starts.count == games + 1, "\(starts.count) starts of \(games) games")
    self.collection = collection
    self.day = day
    self.names = names
    self.starts = starts
    self.strings = strings
    self.columns = columns
    self.file = file
    count = Int(starts[games])
  }

  /// Replaces the names of games and players by numbers.
  mutating func number(
    _ number: (Names) -> (games: [UInt32], players: [UInt32])
  ) {
    guard let names else { preconditionFailure("\(day) is numbered already") }
    (games, players) = number(names)
    self.names = nil
  }

  /// The rows of a game, by its index in the day.
  @inline(__always)
  package func rows(of game: Int) -> Range<Int> { Int(starts[game])..<Int(starts[game + 1]) }

  /// The strings of a column of values.
  /// - Precondition: the collection has that column.
  package func strings(_ column: TextColumn) -> ByteStrings {
    guard let strings = strings[column] else {
      preconditionFailure("\(collection.rawValue) have no values of \(column.rawValue)")
    }
    return strings
  }

  /// A column, for repeated reads.
  /// - Precondition: the collection has that column.
  package func reader(of column: Column) -> Reader {
    guard let numbers = columns[column] else {
      preconditionFailure("\(collection.rawValue) have no column \(column)")
    }
    return Reader(numbers: numbers)
  }

  /// One column's numbers.
  package struct Reader: Sendable {
    fileprivate let numbers: Numbers

    /// Appends the numbers of some rows.
    package func append(_ rows: Range<Int>, to codes: inout [UInt32]) {
      switch numbers {
      case .array(let array): codes += array[rows]
      case .packed(let field): field.append(rows, to: &codes) { $0 }
      }
    }

    /// Appends what stands for the numbers of some rows.
    package func append(
      _ rows: Range<Int>, to codes: inout [UInt32], translatedBy values: [UInt32]
    ) {
      switch numbers {
      case .array(let array): for number in array[rows] { codes.append(values[Int(number)]) }
      case .packed(let field):
        let values = values.span
        field.append(rows, to: &codes) { values[Int($0)] }
      }
    }
  }

  /// Advises the system that the file is not needed soon.
  package func release() { file?.release() }
}

extension DayByGame {
  /// The days of a table, each in the order of its games.
  package static func all(of table: EventTable) -> [DayByGame] {
    var rows: [Day: [Int]] = [:]
    for row in 0..<table.count { rows[table.day(row), default: []].append(row) }
    return rows.sorted { $0.key < $1.key }.map { DayByGame(table, $0.key, rows: $0.value) }
  }

  /// - Parameter rows: all of one day, by instant.
  private init(_ table: EventTable, _ day: Day, rows: [Int]) {
    func text(_ column: TextColumn) -> (strings: ByteStrings, codes: [UInt32]) {
      let text = table[column]
      let coded = CodedStrings(rows.count, of: text.vocabulary.count) {
        text.codes[rows[$0]]
      } append: { strings, code in
        strings.append(text.vocabulary.strings[Int(code)])
      }
      return (coded.strings, coded.codes)
    }
    let start = day.start.milliseconds
    self.init(
      table.collection, day, kinds: rows.map { table.kinds[$0] },
      milliseconds: rows.map { UInt32(table.milliseconds[$0] - start) }, text: text
    ) { column in rows.map { table[column][$0] } }
  }

  /// The events of a day's file; only the needed columns are read.
  init(_ columns: CountedColumns) throws(HistoryDamage) {
    let file = columns.file
    var texts: [TextColumn: (strings: ByteStrings, codes: [UInt32])] = [:]
    for column in [.userId, .gameId] + Self.valueColumns(of: file.collection) {
      texts[column] = try columns.text(column)
    }
    var numbers: [NumberColumn: [Float]] = [:]
    for column in file.collection.numberColumns { numbers[column] = try columns.numbers(column) }
    let (read, floats) = (texts, numbers)
    self.init(
      file.collection, file.day, kinds: try columns.kinds(),
      milliseconds: try columns.millisecondsOfDay()
    ) {
      read[$0] ?? (ByteStrings(), [])
    } numbers: {
      floats[$0] ?? []
    }
  }

  /// Sorts the rows of a day by game with a counting sort, which keeps the order of instants.
  ///
  /// - Parameter text: the codes of the player, the game and the value columns, one per row.
  package init(
    _ collection: EventCollection, _ day: Day, kinds: [UInt8], milliseconds: [UInt32],
    text: (TextColumn) -> (strings: ByteStrings, codes: [UInt32]),
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
