import FindieDomain
import FindieHistory

/// One record's events as reports count them: the days by game, with players, days and values numbered
/// alike over all of them.
///
/// Nothing is held an event: rows are read where they lie, for the games that are asked for.
struct ReportEvents: Sendable {
  let source: EventSource
  /// The cuts in which the record's events differ at all, with their values, by bytes.
  let cuts: [(cut: Cut, names: [String])]
  /// By player: the first day over with any event; `.max` without.
  let firstDays: [Int32]
  private let days: [NumberedDay]

  /// - Parameters:
  ///   - kept: of one record, by day.
  ///   - catalogue: the games' ids, as codes by place.
  init(
    _ kept: [DayByGame], _ source: EventSource, catalogue: Vocabulary, _ days: ReportDays,
    _ calendar: ReportCalendar, users: [User]
  ) {
    self.source = source
    let values = CutValues(kept, source)
    cuts = values.cuts
    var players = Vocabulary()
    var firstDays: [Int32] = []
    var numbered: [NumberedDay] = []
    numbered.reserveCapacity(kept.count)
    for day in kept {
      let codes = (0..<day.players.count).map { players.code(of: day.players[$0]) }
      while firstDays.count < players.count { firstDays.append(.max) }
      let start = day.day.start.milliseconds
      for (place, code) in codes.enumerated() {
        let first = calendar.day(ofMilliseconds: start + Int64(day.firstMilliseconds[place]))
        guard first <= days.span.last else { continue }
        firstDays[Int(code)] = min(firstDays[Int(code)], first.daysSinceEpoch)
      }
      numbered.append(
        NumberedDay(day, catalogue: catalogue, players: codes, values, days, calendar))
    }
    self.firstDays = firstDays
    self.days = numbered
    accounts = CutValues.accounts(of: source == .interactions ? users : [], players)
  }

  /// By player: the genres of the account, a bit a genre, for events that tell none.
  private let accounts: [UInt32]

  /// Appends a game's events: those of the periods with all their columns, of others only how often each
  /// kind came.
  func append(_ game: Int, to rows: inout GameRows) {
    for day in days { day.append(game, to: &rows, accounts: accounts) }
  }

  /// Counts how often each kind came on each day.
  func count(_ game: Int, in counts: inout KindCounts) {
    for day in days { day.count(game, in: &counts) }
  }

  /// What was read may be forgotten.
  func release() { for day in days { day.release() } }
}

/// One day by game, in the reports' numbers.
private struct NumberedDay: Sendable {
  private let day: DayByGame
  /// The day's game by game of the catalogue; -1 without events.
  private let games: [Int32]
  private let players: [UInt32]
  /// By cut: the value of each code; of genres the set, `.max` where the account tells.
  private let values: [[UInt32]]
  /// The number of the zone's first day.
  private let first: Int
  /// Whether all events lie in that day.
  private let isWhole: Bool
  /// Whether all of them, or none, are of the reports' span and over.
  private let isInSpan: Bool
  private let isBefore: Bool
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
    _ day: DayByGame, catalogue: Vocabulary, players: [UInt32], _ values: CutValues,
    _ days: ReportDays, _ calendar: ReportCalendar
  ) {
    self.day = day
    self.players = players
    self.calendar = calendar
    var games = [Int32](repeating: -1, count: catalogue.count)
    for place in 0..<day.games.count {
      guard let game = catalogue.existingCode(of: day.games[place]) else { continue }
      games[Int(game)] = Int32(place)
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

  private func rows(of game: Int) -> Range<Int>? {
    let place = games[game]
    return place < 0 ? nil : day.rows(of: Int(place))
  }

  /// Appends the number of the zone's day of each row.
  private func appendDays(_ rows: Range<Int>, to numbers: inout [UInt32]) {
    guard !isWhole else {
      for _ in rows { numbers.append(UInt32(first)) }
      return
    }
    let place = numbers.count
    milliseconds.append(rows, to: &numbers)
    let start = day.day.start.milliseconds
    let firstDay = calendar.days(ofUTC: day.day).first
    for place in place..<numbers.count {
      let own = calendar.day(ofMilliseconds: start + Int64(numbers[place]))
      numbers[place] = UInt32(first + own.days(since: firstDay))
    }
  }

  func count(_ game: Int, in counts: inout KindCounts) {
    guard let rows = rows(of: game) else { return }
    counts.kinds.removeAll(keepingCapacity: true)
    kinds.append(rows, to: &counts.kinds)
    if isWhole {
      for kind in counts.kinds { counts.add(firstKind + Int(kind), on: first) }
      return
    }
    counts.days.removeAll(keepingCapacity: true)
    appendDays(rows, to: &counts.days)
    for (place, kind) in counts.kinds.enumerated() {
      counts.add(firstKind + Int(kind), on: Int(counts.days[place]))
    }
  }

  func append(_ game: Int, to target: inout GameRows, accounts: [UInt32]) {
    guard !isBefore, let rows = rows(of: game) else { return }
    let place = target.days.count
    appendDays(rows, to: &target.days)
    kinds.append(rows, to: &target.kinds)
    codes.append(rows, to: &target.players)
    for row in place..<target.players.count {
      target.players[row] = players[Int(target.players[row])]
    }
    if !numbers.isEmpty {
      numbers[0].append(rows, to: &target.viewSeconds)
      numbers[1].append(rows, to: &target.positions)
    }
    for (column, reader) in texts.enumerated() {
      reader.append(rows, to: &target.values[column])
      for row in place..<target.players.count {
        let value = values[column][Int(target.values[column][row])]
        target.values[column][row] =
          value == .max ? accounts[Int(target.players[row])] : value
      }
    }
    if !isInSpan { target.keep(from: place) { spanned.contains(Int($0)) } }
  }
}
