package import FindieDomain

/// Events in columns: row i of every column is one event.
///
/// ```swift
/// let events = try history.events(.interactions, before: day)
/// let games = events[.gameId]
/// for row in 0..<events.count where events.actions[row] == .like {
///   likes[Int(games.codes[row])] += 1
/// }
/// ```
///
/// - Invariant: all columns have `count` elements, but `milliseconds` may be empty.
package struct EventTable: Sendable {
  package let collection: EventCollection

  /// The code of a `SwipeAction` or of an `EventType`.
  package var kinds: [UInt8] = []
  /// Milliseconds since 1970; empty if only the days were read.
  package var milliseconds: [Int64] = []
  /// Without `milliseconds`: the days of the rows, and the row after each one's last.
  private var dayEnds: [(day: Day, end: Int)] = []
  private var texts: [TextColumn: CodedText] = [:]
  private var numbers: [NumberColumn: [Float]] = [:]

  package init(_ collection: EventCollection) {
    self.init(collection, texts: collection.textColumns, numbers: collection.numberColumns)
  }

  /// - Parameters:
  ///   - textColumns: those of the collection's columns that the table has.
  ///   - numberColumns: likewise.
  init(
    _ collection: EventCollection, texts textColumns: [TextColumn],
    numbers numberColumns: [NumberColumn]
  ) {
    self.collection = collection
    for column in textColumns { texts[column] = CodedText() }
    for column in numberColumns { numbers[column] = [] }
  }

  /// The columns of text that the table has, in their order.
  var textColumns: [TextColumn] { collection.textColumns.filter { texts[$0] != nil } }

  /// The columns of numbers that the table has, in their order.
  var numberColumns: [NumberColumn] { collection.numberColumns.filter { numbers[$0] != nil } }

  /// Reserves room for rows, so that no column is copied when it grows.
  ///
  /// - Parameter hasInstants: whether `milliseconds` will be read.
  mutating func reserve(_ rows: Int, hasInstants: Bool) {
    kinds.reserveCapacity(rows)
    if hasInstants { milliseconds.reserveCapacity(rows) }
    for column in texts.keys { texts[column]?.codes.reserveCapacity(rows) }
    for column in numbers.keys { numbers[column]?.reserveCapacity(rows) }
  }

  /// Removes the rows; the vocabularies stay.
  mutating func removeRows() {
    kinds.removeAll(keepingCapacity: true)
    dayEnds.removeAll()
    milliseconds.removeAll(keepingCapacity: true)
    for column in texts.keys { texts[column]?.codes.removeAll(keepingCapacity: true) }
    for column in numbers.keys { numbers[column]?.removeAll(keepingCapacity: true) }
  }

  package var count: Int { kinds.count }

  /// The column of text.
  /// - Precondition: the table has that column.
  package subscript(column: TextColumn) -> CodedText {
    get {
      guard let text = texts[column] else {
        preconditionFailure("\(column.rawValue) of \(collection.rawValue) was not read")
      }
      return text
    }
    _modify { yield &texts[column, default: CodedText()] }
  }

  /// The column of numbers, NaN if absent.
  /// - Precondition: the table has that column.
  package subscript(column: NumberColumn) -> [Float] {
    get {
      guard let values = numbers[column] else {
        preconditionFailure("\(column.rawValue) of \(collection.rawValue) was not read")
      }
      return values
    }
    _modify { yield &numbers[column, default: []] }
  }

  package func day(_ row: Int) -> Day { Timestamp(milliseconds: milliseconds[row]).day }

  /// Appends the kinds of a day whose instants were not read.
  mutating func append(_ kinds: [UInt8], on day: Day) {
    guard !kinds.isEmpty else { return }
    self.kinds += kinds
    dayEnds.append((day, count))
  }

  /// The rows in runs of one day each; they ascend in a table that is ordered by time.
  package var days: [(day: Day, rows: Range<Int>)] {
    var days: [(day: Day, rows: Range<Int>)] = []
    guard milliseconds.isEmpty else {
      var (row, start) = (0, 0)
      while row < count {
        let day = self.day(row)
        let own = day.start.milliseconds..<day.adding(days: 1).start.milliseconds
        while row < count, own.contains(milliseconds[row]) { row += 1 }
        days.append((day, start..<row))
        start = row
      }
      return days
    }
    for (day, end) in dayEnds { days.append((day, (days.last?.rows.upperBound ?? 0)..<end)) }
    return days
  }

  /// The first row on a day or later, in a table that is ordered by time.
  package func firstRow(notBefore day: Day) -> Int {
    days.first { $0.day >= day }?.rows.lowerBound ?? count
  }

  /// The action of an interaction.
  /// - Precondition: the collection is `interactions`.
  package func action(_ row: Int) -> SwipeAction {
    precondition(collection == .interactions, "\(collection.rawValue) has no actions")
    return SwipeAction.allCases[Int(kinds[row])]
  }
}

/// A column of text: one code per row, into a vocabulary.
package struct CodedText: Sendable {
  package var vocabulary = Vocabulary()
  package var codes: [UInt32] = []

  package init() {}

  package mutating func append(_ text: Span<UInt8>) {
    codes.append(vocabulary.code(of: text))
  }

  package func text(_ row: Int) -> String { vocabulary.text(codes[row]) }
}
