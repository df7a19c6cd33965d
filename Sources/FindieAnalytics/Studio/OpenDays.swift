package import FindieDomain
package import FindieHistory
package import FindieWorkers

/// The counts of each game on the days after the closed weeks: from Monday to the last complete
/// day. They have totals of events only; no player is counted.
package struct OpenDays: Sendable {
  /// Nil on a Monday, before the first day is complete.
  package let range: DayRange?
  /// By game of the catalogue, then by day of the range; empty for games without events.
  private let tallies: [[Tally]]

  /// - Parameters:
  ///   - stored: the events before the run's as-of day.
  ///   - games: the catalogue.
  package init(
    _ stored: EventsByGame, games: [Game], night: Day, _ setting: StudioSetting, workers: Workers
  ) {
    let calendar = setting.calendar
    let openDay = calendar.firstOpenDay(of: night)
    let monday = openDay.monday
    guard monday < openDay else {
      range = nil
      tallies = games.map { _ in [] }
      return
    }
    let range = DayRange(first: monday, last: openDay.adding(days: -1))
    self.range = range
    let open = stored.filtered { calendar.days(ofUTC: $0.day).last >= monday }
    let times = ReportTimes(
      open.days, adding: ForgottenRows.days(of: open.forgotten), on: calendar, night: night)
    let (indices, catalogue) = open.indices(of: games)
    let forgotten = ForgottenRows(open.forgotten, times.days) { id in
      catalogue.existingCode(of: id).map { Int($0) }
    }
    let events = EventSource.allCases.map {
      ReportEvents(open, of: $0, games: indices, catalogue: games.count, in: times)
    }
    let chunks = Workers.ranges(of: games.count, size: 1024)
    tallies = workers.map(chunks.count) { chunk in
      var kinds = KindCounts(days: times.days.days.count)
      return chunks[chunk].map { game in
        var own: [Tally] = []
        for record in events { record.count(game, in: &kinds) }
        forgotten.add(game, to: &kinds)
        kinds.take { day, counts in
          guard range.contains(times.days.days[day]) else { return }
          if own.isEmpty { own = [Tally](repeating: Tally(), count: range.count) }
          own[times.days.days[day].days(since: monday)] += Tally(ofGameDay: counts)
        }
        return own.map(setting.published)
      }
    }.flatMap(\.self)
  }

  /// A game's counts by day of the range; empty without events.
  ///
  /// - Parameter game: its index in the catalogue.
  package func tallies(of game: Int) -> [Tally] { tallies[game] }
}

extension EventsByGame {
  /// The indices of the events' games in a catalogue, -1 for others, and the catalogue's ids.
  ///
  /// - Parameter catalogue: ids are distinct.
  func indices(of catalogue: [Game]) -> ([Int32], Vocabulary) {
    var vocabulary = Vocabulary()
    for game in catalogue {
      let code = vocabulary.code(of: game.id.utf8.span)
      precondition(Int(code) == vocabulary.count - 1, "the catalogue has \(game.id) twice")
    }
    let indices = (0..<games.count).map { number in
      vocabulary.existingCode(of: games.strings[number]).map { Int32($0) } ?? -1
    }
    return (indices, vocabulary)
  }
}
