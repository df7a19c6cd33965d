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
  /// A column of numbers, one a row.
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
    /// The first event of each player, in milliseconds from the start of the day.
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

  /// The columns of text that reports group events by.
  package static func valueColumns(of collection: EventCollection) -> [TextColumn] {
    switch collection {
    case .interactions: [.userGenrePreferences]
    case .analytics:
      [.userGenrePreferences, .deviceType, .appVersion, .shop, .surface, .campaign]
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

  /// Tells the system that the file is not needed soon.
  package func release() { file?.release() }
}
