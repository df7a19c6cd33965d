package import FindieDomain
package import FindieHistory

/// The number of events that forgotten players had, by game of the catalogue and day of the
/// reports.
struct ForgottenRows: Sendable {
  private struct Row: Sendable {
    /// The day's number in `ReportDays`.
    let day: Int
    let kind: EventKind
    let position: Int?
    let events: Int
  }

  private var rows: [Int: [Row]] = [:]
  /// The events on days that no report shows any more.
  private var sums: [Int: (sum: ForgottenEvents.Sum, lastDay: Int)] = [:]

  /// The days of reports with such events.
  static func days(of events: ForgottenEvents) -> [Day] {
    events.counts.map(\.key.reportDay) + events.sums.map(\.lastDay)
  }

  /// - Parameter index: of a game in the catalogue; nil for others.
  init(_ events: ForgottenEvents, _ days: ReportDays, index: (String) -> Int?) {
    for count in events.counts {
      let key = count.key
      guard let game = index(key.game) else { continue }
      rows[game, default: []].append(
        Row(
          day: days.number(of: key.reportDay), kind: EventKind(key), position: key.position,
          events: count.events))
    }
    for sum in events.sums {
      guard let game = index(sum.game) else { continue }
      sums[game] = (sum, days.number(of: sum.lastDay))
    }
  }

  /// Adds a game's events to the number of events of each kind.
  func add(_ game: Int, to counts: inout KindCounts) {
    for row in rows[game] ?? [] { counts.add(row.events, of: row.kind, on: row.day) }
  }

  /// Adds a game's events on earlier days to its total over all days.
  func add(_ game: Int, toTotal total: inout Tally) {
    guard let sum = sums[game]?.sum else { return }
    for source in EventSource.allCases {
      for (index, name) in Tally.names.enumerated() {
        total.change(index, by: sum.measures[source.rawValue]?[name] ?? 0, from: source)
      }
    }
  }

  /// The last complete day of a game's events; -1 without any.
  func lastDay(of game: Int, _ days: ReportDays) -> Int {
    max(
      sums[game]?.lastDay ?? -1,
      (rows[game] ?? []).map(\.day).filter(days.over.contains).max() ?? -1)
  }

  /// A hash of a game's events in the reports' periods.
  func hash(of game: Int, _ days: ReportDays) -> UInt64 {
    (rows[game] ?? []).filter { days.segments[$0.day] >= 0 || days.reportIndices[$0.day] >= 0 }
      .reduce(UInt64(0)) { sum, row in
        let day = UInt64(UInt32(bitPattern: days.days[row.day].daysSinceEpoch))
        let place = UInt64(row.kind.rawValue) << 32 | UInt64(row.position.map { $0 + 1 } ?? 0)
        return sum &+ hash64(hash64(day, adding: place), adding: UInt64(row.events))
      }
  }

  /// Adds the cards of a game by position bucket.
  func addCards(_ game: Int, to cards: inout PositionCounts, _ segments: [Int8], buckets: Int) {
    for row in rows[game] ?? [] where segments[row.day] >= 0 {
      guard let action = row.kind.action, action.isVerdict else { continue }
      for _ in 0..<row.events {
        cards.add(
          bucket: row.position.flatMap { $0 < buckets ? $0 : nil },
          isLike: action == .like || action == .superLike, in: Int(segments[row.day]))
      }
    }
  }
}

extension ForgottenEvents {
  /// Removes the days before `end`, the first day that a report shows. Their events then remain
  /// only in each game's total over all days.
  ///
  /// - Parameters:
  ///   - end: a day of the calendar.
  ///   - tables: all events of both records on the UTC days that overlap the removed days.
  package mutating func merge(before end: Day, tables: [EventTable], _ calendar: ReportCalendar) {
    struct GameDay: Hashable {
      let game: ExactText
      let day: Day
    }
    let counts = removeCounts(before: end)
    var forgotten: [GameDay: SIMD16<UInt32>] = [:]
    for count in counts {
      let key = GameDay(game: ExactText(count.key.game), day: count.key.reportDay)
      forgotten[key, default: SIMD16()][EventKind(count.key).rawValue] += UInt32(count.events)
    }
    var stored: [GameDay: SIMD16<UInt32>] = [:]
    for table in tables {
      let first = table.collection == .interactions ? 0 : SwipeAction.allCases.count
      let games = table[.gameId]
      for row in 0..<table.count {
        let key = GameDay(
          game: ExactText(games.text(row)),
          day: calendar.day(ofMilliseconds: table.milliseconds[row]))
        guard forgotten[key] != nil else { continue }
        stored[key, default: SIMD16()][first + Int(table.kinds[row])] += 1
      }
    }
    var all = Dictionary(
      sums.map { (ExactText($0.game), $0) }, uniquingKeysWith: { first, _ in first })
    for (key, own) in forgotten {
      let rest = stored[key] ?? SIMD16()
      let (published, left) = (Tally(ofGameDay: rest &+ own), Tally(ofGameDay: rest))
      var sum = all[key.game] ?? Sum(game: key.game.text, lastDay: key.day)
      sum.lastDay = max(sum.lastDay, key.day)
      for (index, name) in Tally.names.enumerated() {
        for source in published.sources(of: index) {
          sum.measures[source.rawValue, default: [:]][name, default: 0] += published[index]
        }
        for source in left.sources(of: index) {
          sum.measures[source.rawValue, default: [:]][name, default: 0] -= left[index]
        }
      }
      sum.measures = sum.measures.mapValues { $0.filter { $0.value != 0 } }
        .filter { !$0.value.isEmpty }
      all[key.game] = sum
    }
    sums = all.values.sorted { ExactText($0.game) < ExactText($1.game) }
  }
}
