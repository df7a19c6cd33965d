package import FindieDomain

/// One day's events of a record in the order of their games: what activity and reports are counted from.
///
/// It keeps every event, in the few columns that a number of a report is made from. So sums over any
/// days, different players of any days and quartiles of any days are exact, and nothing else of the
/// history is read for them; a late event changes its own day's alone.
///
/// ```swift
/// day.reader(of: .players).append(day.rows(of: 0), to: &codes)   // who met the first game
/// ```
///
/// Grain: one row per event. A game's rows stand side by side, by instant.
package struct DayByGame: Sendable {
  /// A column of numbers, one a row.
  package enum Column: Hashable, Sendable {
    /// A place among the day's players.
    case players
    /// From the day's beginning.
    case milliseconds
    /// The code of a `SwipeAction` or of an `EventType`.
    case kinds
    /// The bits of a Float32, NaN where the app said nothing.
    case number(NumberColumn)
    /// A place in `strings(column)`.
    case value(TextColumn)
  }

  package let collection: EventCollection
  /// The UTC day.
  package let day: Day
  package let count: Int
  /// Who they are; nil once they are numbered with those of other days.
  private(set) var names: Names?
  /// The numbers of the games among those of all days, in the order of their rows.
  package private(set) var games: [UInt32] = []
  /// The numbers of the players among those of all days of the record.
  package private(set) var players: [UInt32] = []

  /// A day's games and players.
  struct Names: Sendable {
    /// The ids of the games, in the order of their rows.
    let games: ByteStrings
    /// The ids of the players.
    let players: ByteStrings
    /// When each player was there first, in milliseconds from the day's beginning.
    let firstMilliseconds: [UInt32]
  }

  private let starts: [UInt32]
  private let strings: [TextColumn: ByteStrings]
  private let columns: [Column: Numbers]
  private let file: PartitionFile?

  /// Where a column's numbers are.
  enum Numbers: Sendable {
    case array([UInt32])
    case packed(PackedField)
  }

  /// The columns of text by which events are told apart.
  package static func valueColumns(of collection: EventCollection) -> [TextColumn] {
    switch collection {
    case .interactions: [.userGenrePreferences]
    case .analytics: [.userGenrePreferences, .deviceType, .appVersion, .shop, .surface]
    }
  }

  static func columns(of collection: EventCollection) -> [Column] {
    [.players, .milliseconds, .kinds] + collection.numberColumns.map { .number($0) }
      + valueColumns(of: collection).map { .value($0) }
  }

  /// - Precondition: `columns` and `strings` are complete; `starts` has one element more than there are
  ///   games, and ends with the number of rows.
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

  /// Numbers the games and players, whose names are forgotten.
  mutating func number(
    _ number: (Names) -> (games: [UInt32], players: [UInt32])
  ) {
    guard let names else { preconditionFailure("\(day) is numbered already") }
    (games, players) = number(names)
    self.names = nil
  }

  /// The rows of a game, by its place in the day.
  @inline(__always)
  package func rows(of game: Int) -> Range<Int> { Int(starts[game])..<Int(starts[game + 1]) }

  /// The strings of a column of values.
  /// - Precondition: the collection has that column.
  package func strings(_ column: TextColumn) -> ByteStrings {
    guard let strings = strings[column] else {
      preconditionFailure("\(collection.rawValue) are not told apart by \(column.rawValue)")
    }
    return strings
  }

  /// A column, to be read again and again.
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
      case .packed(let field): field.append(rows, to: &codes)
      }
    }
  }

  /// What was read may be forgotten.
  package func release() { file?.release() }
}
