import FindieDomain
import FindieHistory

/// The events of one record that reports of a night may tell, in the order of their games.
///
/// Eight bytes an event beside the record's own columns.
struct ReportEvents: Sendable {
  let table: EventTable
  let source: EventSource
  /// The days of the reports' span.
  let days: Int
  /// The rows of game g are `starts[g]..<starts[g + 1]`.
  private let starts: [Int]
  private let rows: [UInt32]
  /// By place: days after the first of the reports' span.
  private let offsets: [UInt16]
  let players: [UInt32]
  let viewSeconds: [Float]
  let positions: [Float]
  /// The first day of each player with any event, however old.
  let firstDays: [Int32]
  let cuts: [Cut: CutValues]

  /// - Parameters:
  ///   - indices: the games that are counted, of the catalogue.
  ///   - span: events of other days tell only who is new.
  init(
    _ table: EventTable, _ source: EventSource, indices: [ExactText: Int], span: DayRange,
    calendar: ReportCalendar, users: [User]
  ) {
    self.table = table
    self.source = source
    self.days = span.count
    players = table[.userId].codes
    viewSeconds = source == .interactions ? table[.viewSeconds] : []
    positions = source == .interactions ? table[.cardPosition] : []
    let games = table[.gameId]
    let gameOfCode = (0..<games.vocabulary.count).map { code in
      indices[ExactText(games.vocabulary.text(UInt32(code)))] ?? -1
    }
    var firstDays = [Int32](repeating: .max, count: table[.userId].vocabulary.count)
    var days = [UInt16](repeating: .max, count: table.count)
    var starts = [Int](repeating: 0, count: indices.count + 1)
    for row in 0..<table.count {
      let day = calendar.day(ofMilliseconds: table.milliseconds[row])
      let player = Int(players[row])
      guard day <= span.last else { continue }
      firstDays[player] = min(firstDays[player], day.daysSinceEpoch)
      let game = gameOfCode[Int(games.codes[row])]
      guard day >= span.first, game >= 0 else { continue }
      days[row] = UInt16(day.days(since: span.first))
      starts[game + 1] += 1
    }
    for game in 0..<indices.count { starts[game + 1] += starts[game] }
    var next = starts
    var rows = [UInt32](repeating: 0, count: starts[indices.count])
    var offsets = [UInt16](repeating: 0, count: rows.count)
    for row in 0..<table.count where days[row] != .max {
      let game = gameOfCode[Int(games.codes[row])]
      rows[next[game]] = UInt32(row)
      offsets[next[game]] = days[row]
      next[game] += 1
    }
    self.starts = starts
    self.rows = rows
    self.offsets = offsets
    self.firstDays = firstDays
    cuts = CutValues.all(of: table, source, users: users)
  }

  /// The number of a game's events.
  func count(of game: Int) -> Int { starts[game + 1] - starts[game] }

  /// Calls `body` with each event of a game: its row and its day, counted from the span's first.
  @inline(__always)
  func each(of game: Int, _ body: (_ row: Int, _ offset: Int) -> Void) {
    for place in starts[game]..<starts[game + 1] { body(Int(rows[place]), Int(offsets[place])) }
  }
}
