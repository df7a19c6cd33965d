import FindieDomain
import FindieHistory

/// One record's events for reports: days by game, with players, days and values numbered
/// consistently.
///
/// No event is held in memory: the rows of requested games are read from the history.
struct ReportEvents: Sendable {
  let source: EventSource
  /// The cuts whose events have more than one value, with these values in the order of bytes.
  let cuts: [(cut: Cut, names: [String])]
  /// By player: the first complete day with any event; `.max` without events.
  let firstDays: [Int32]
  private let days: [NumberedDay]

  /// - Parameter games: by number of the events' games: the index in the catalogue; -1 for others.
  init(
    _ stored: EventsByGame, of source: EventSource, games: [Int32], catalogue: Int,
    in times: ReportTimes
  ) {
    self.source = source
    // Days after the reports' last one would add values to cuts.
    let own = stored.days.filter {
      EventSource($0.collection) == source
        && times.calendar.days(ofUTC: $0.day).first <= times.days.span.last
    }
    let collection: EventCollection = source == .interactions ? .interactions : .analytics
    let values = CutValues(own, source)
    cuts = values.cuts
    firstDays = (stored.firstInstants[collection] ?? []).map { instant in
      let first = times.calendar.day(ofMilliseconds: instant)
      return first <= times.days.span.last ? first.daysSinceEpoch : .max
    }
    days = own.map {
      NumberedDay($0, games: games, catalogue: catalogue, values: values, in: times)
    }
  }

  /// No rows, with memory for the events of some games.
  func noRows(of games: [Int]) -> GameRows {
    var rows = GameRows(source, cuts: cuts.count)
    rows.reserve(
      games.reduce(0) { count, game in days.reduce(count) { $0 + $1.count(of: game) } })
    return rows
  }

  /// Appends a game's events of the periods, and counts the events of each kind on each of their
  /// days.
  func append(_ game: Int, to rows: inout GameRows, counting counts: inout KindCounts) {
    for day in days { day.append(game, to: &rows, counting: &counts) }
  }

  /// The same, but the events of earlier days are counted too.
  func append(_ game: Int, to rows: inout GameRows, countingAll counts: inout KindCounts) {
    for day in days {
      if day.isBefore {
        day.count(game, in: &counts)
      } else {
        day.append(game, to: &rows, counting: &counts)
      }
    }
  }

  /// Appends the days, kinds and players of a game's events of the periods.
  func appendPlayers(_ game: Int, to rows: inout GameRows) {
    for day in days { day.appendPlayers(game, to: &rows) }
  }

  /// Counts the events of each kind on each day.
  func count(_ game: Int, in counts: inout KindCounts) {
    for day in days { day.count(game, in: &counts) }
  }

  /// Releases the memory of days that were read.
  func release() { for day in days { day.release() } }

  /// The last complete day with an event, by number in `ReportDays`; -1 without events.
  ///
  /// - Parameter numbers: memory for the days of its rows.
  func lastDay(of game: Int, _ numbers: inout [UInt32]) -> Int {
    for day in days.reversed() {
      if let last = day.lastDay(of: game, &numbers) { return last }
    }
    return -1
  }

  /// Appends a game's events of the periods.
  func append(_ game: Int, to rows: inout GameRows) {
    for day in days { day.append(game, to: &rows) }
  }
}

/// One day by game, numbered for reports. A class: all studios' threads read all days again and
/// again, and a copy of a struct would count references for every column.
private final class NumberedDay: Sendable {
  private let day: DayByGame
  /// The rows by game of the catalogue; empty without events. Copied from the day: to look up its
  /// games and their rows would read two more lines of memory for each game and day.
  private let games: [Range<UInt32>]
  /// By cut: the value of each code; a set for genres.
  private let values: [[UInt32]]
  /// The number of the zone's first day.
  private let first: Int
  /// Whether all events are in that day.
  private let isWhole: Bool
  /// Whether all events, or none, are complete and in the reports' span.
  private let isInSpan: Bool
  let isBefore: Bool
  private let calendar: ReportCalendar
  private let spanned: Range<Int>
  private let over: Range<Int>
  private let kinds: DayByGame.Reader
  private let milliseconds: DayByGame.Reader
  private let codes: DayByGame.Reader
  private let numbers: [DayByGame.Reader]
  private let texts: [DayByGame.Reader]
  private let firstKind: Int

  init(
    _ day: DayByGame, games known: [Int32], catalogue: Int, values: CutValues,
    in times: ReportTimes
  ) {
    let days = times.days
    self.day = day
    calendar = times.calendar
    var games = [Range<UInt32>](repeating: 0..<0, count: catalogue)
    for (index, number) in day.games.enumerated() where known[Int(number)] >= 0 {
      let rows = day.rows(of: index)
      games[Int(known[Int(number)])] = UInt32(rows.lowerBound)..<UInt32(rows.upperBound)
    }
    self.games = games
    self.values = values.translated(day)
    let range = calendar.days(ofUTC: day.day)
    first = days.number(of: range.first)
    isWhole = range.count == 1
    over = days.over
    let start = days.days.firstIndex { $0 >= days.span.first } ?? days.days.count
    spanned = min(start, over.upperBound)..<over.upperBound
    let own = first..<first + range.count
    isInSpan = own.clamped(to: spanned) == own
    isBefore = own.upperBound <= spanned.lowerBound
    kinds = day.reader(of: .kinds)
    milliseconds = day.reader(of: .milliseconds)
    codes = day.reader(of: .players)
    numbers =
      day.collection == .interactions
      ? [day.reader(of: .number(.viewSeconds)), day.reader(of: .number(.cardPosition))] : []
    texts = values.columns.map { day.reader(of: .value($0)) }
    firstKind = day.collection == .interactions ? 0 : SwipeAction.allCases.count
  }

  func release() { day.release() }

  func count(of game: Int) -> Int { isBefore ? 0 : rows(of: game)?.count ?? 0 }

  private func rows(of game: Int) -> Range<Int>? {
    let rows = games[game]
    return rows.isEmpty ? nil : Int(rows.lowerBound)..<Int(rows.upperBound)
  }

  /// Appends the number of the zone's day of each row.
  private func appendDays(_ rows: Range<Int>, to numbers: inout [UInt32]) {
    guard !isWhole else {
      return numbers.append(contentsOf: repeatElement(UInt32(first), count: rows.count))
    }
    let start = numbers.count
    milliseconds.append(rows, to: &numbers)
    let midnight = day.day.start.milliseconds
    let firstDay = calendar.days(ofUTC: day.day).first
    for index in start..<numbers.count {
      let own = calendar.day(ofMilliseconds: midnight + Int64(numbers[index]))
      numbers[index] = UInt32(first + own.days(since: firstDay))
    }
  }

  func count(_ game: Int, in counts: inout KindCounts) {
    if let rows = rows(of: game) { count(rows, in: &counts) }
  }

  private func count(_ rows: Range<Int>, in counts: inout KindCounts) {
    counts.kinds.removeAll(keepingCapacity: true)
    kinds.append(rows, to: &counts.kinds)
    if !isWhole {
      counts.days.removeAll(keepingCapacity: true)
      appendDays(rows, to: &counts.days)
    }
    let (kinds, days) = (counts.kinds, counts.days)
    count(kinds.span, days.span, in: &counts)
  }

  /// - Parameter days: by row; unused if all rows are of one day.
  private func count(_ kinds: Span<UInt32>, _ days: Span<UInt32>, in counts: inout KindCounts) {
    guard !isWhole else { return counts.add(kinds, from: firstKind, on: first) }
    for row in kinds.indices { counts.add(firstKind + Int(kinds[row]), on: Int(days[row])) }
  }

  func appendPlayers(_ game: Int, to target: inout GameRows) {
    guard !isBefore, let rows = rows(of: game) else { return }
    let start = target.count
    appendDays(rows, to: &target.days)
    kinds.append(rows, to: &target.kinds)
    codes.append(rows, to: &target.players, translatedBy: day.players)
    removeOthers(from: start, in: &target)
  }

  func append(_ game: Int, to target: inout GameRows, counting counts: inout KindCounts) {
    let start = target.count
    guard appendRows(game, to: &target) else { return }
    count(
      target.kinds.span.extracting(start...), target.days.span.extracting(start...), in: &counts)
    removeOthers(from: start, in: &target)
  }

  func append(_ game: Int, to target: inout GameRows) {
    let start = target.count
    if appendRows(game, to: &target) { removeOthers(from: start, in: &target) }
  }

  /// Whether the game has rows.
  private func appendRows(_ game: Int, to target: inout GameRows) -> Bool {
    guard !isBefore, let rows = rows(of: game) else { return false }
    appendDays(rows, to: &target.days)
    kinds.append(rows, to: &target.kinds)
    codes.append(rows, to: &target.players, translatedBy: day.players)
    if !numbers.isEmpty {
      numbers[0].append(rows, to: &target.viewSeconds)
      numbers[1].append(rows, to: &target.positions)
    }
    for (column, reader) in texts.enumerated() {
      reader.append(rows, to: &target.values[column], translatedBy: values[column])
    }
    return true
  }

  /// Removes the rows outside the reports' span.
  private func removeOthers(from start: Int, in target: inout GameRows) {
    if !isInSpan { target.filter(from: start) { spanned.contains(Int($0)) } }
  }

  /// The number of the last complete day with an event; nil without events.
  ///
  /// - Parameter numbers: memory for the days of the rows.
  func lastDay(of game: Int, _ numbers: inout [UInt32]) -> Int? {
    guard let rows = rows(of: game) else { return nil }
    if isWhole { return over.contains(first) ? first : nil }
    numbers.removeAll(keepingCapacity: true)
    appendDays(rows, to: &numbers)
    return numbers.lazy.map { Int($0) }.filter(over.contains).max()
  }
}
