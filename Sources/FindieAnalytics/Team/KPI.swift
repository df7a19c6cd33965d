package import FindieDomain

/// A number of the team's report: its key, meaning and formula, and where it is shown.
///
/// The groups of `KPI.all` are the only lists of KPIs. Alerts, changes, CSV, JSON, the page, the
/// digest and the definitions follow from them.
package struct KPI: Sendable {
  package enum Formula: Sendable {
    case count(@Sendable (any KPICounts) -> Int)
    case countOfDay(@Sendable (KPIDay) -> Int)
    case countOfPeriod(@Sendable (TeamKPIs) -> Int)
    /// A number of a period; nil without a value.
    case number(Format, @Sendable (TeamKPIs) -> Double?)
    /// A share of trials of a day and of a period, with its interval; nil without a value.
    case rate(@Sendable (Tally) -> Proportion?)
  }

  package enum Format: Sendable {
    /// With two decimals.
    case decimal
    /// From 0 to 1.
    case share
    /// With one decimal; no value means that it is not recorded.
    case seconds
  }

  /// Where it is shown, besides CSV, JSON and the definitions, which have all KPIs.
  package struct Places: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The page's headline figures: first those that always have a card.
    package static let firstCards = Places(rawValue: 1)
    package static let cards = Places(rawValue: 2)
    /// The page's section of sessions and syncs.
    package static let sessions = Places(rawValue: 4)
    /// The page's table of days.
    package static let days = Places(rawValue: 8)
    /// The digest's table.
    package static let digest = Places(rawValue: 16)
    /// `changes` since the period before, and the change on its card. The interval follows from
    /// the formula.
    package static let changes = Places(rawValue: 32)
    /// Alerts watch its days.
    package static let alerts = Places(rawValue: 64)
  }

  package let definition: Definition
  /// The heading on pages.
  package let name: String
  package let formula: Formula
  package let places: Places
  /// The days up to a day or to a period's last that a value needs.
  package let width: Int
  /// The first day of the record that it is computed from; nil if the data lacks it.
  package let start: @Sendable (RecordedData) -> Day?

  /// - Parameter name: nil for the definition's.
  init(
    _ definition: Definition, name: String? = nil, _ formula: Formula, in places: Places = [],
    width: Int = 1, from start: @escaping @Sendable (RecordedData) -> Day?
  ) {
    self.definition = definition
    self.name = name ?? definition.name
    self.formula = formula
    self.places = places
    self.width = width
    self.start = start
  }

  /// The key in JSON and CSV.
  package var key: String { definition.id }

  package var hasDays: Bool {
    switch formula {
    case .count, .countOfDay, .rate: true
    case .countOfPeriod, .number: false
    }
  }

  /// Whether it is a share with an interval instead of a count or another number.
  package var isRate: Bool { if case .rate = formula { true } else { false } }

  /// The first day with a value; nil without one. A count is 0 on the days before, which says
  /// nothing.
  package func firstDay(in recorded: RecordedData) -> Day? {
    start(recorded)?.adding(days: width - 1)
  }

  /// Whether there is a value of a day, or a count of a period to it.
  package func isRecorded(in recorded: RecordedData, on day: Day) -> Bool {
    firstDay(in: recorded).map { $0 <= day } ?? false
  }

  /// Whether there is a value of a period. A ratio needs its records on all recorded days, so that
  /// both its parts are of the same.
  package func isRecorded(in recorded: RecordedData, of range: DayRange) -> Bool {
    switch formula {
    case .rate,
      .number where width == 1:
      isRecorded(
        in: recorded, on: min(max(range.first, recorded.events ?? range.first), range.last))
    case .count, .countOfDay, .countOfPeriod, .number:
      isRecorded(in: recorded, on: range.last)
    }
  }

  /// Whether the record has all days that a period's value is of.
  package func isRecorded(in recorded: RecordedData, over range: DayRange) -> Bool {
    isRecorded(in: recorded, on: width > 1 ? range.last : range.first)
  }

  /// The count of a day; nil if it is not recorded, for a rate, and for a number of periods only.
  package func count(on day: KPIDay, in recorded: RecordedData) -> Int? {
    guard isRecorded(in: recorded, on: day.day) else { return nil }
    return switch formula {
    case .count(let count): count(day)
    case .countOfDay(let count): count(day)
    case .countOfPeriod, .number, .rate: nil
    }
  }

  /// The count of a day, or the successes and trials of its rate; nil if there is no value, such
  /// as a rate without impressions.
  func point(on day: KPIDay) -> DayRegression.Point? {
    switch formula {
    case .count(let count): .init(day.day, Double(count(day)))
    case .countOfDay(let count): .init(day.day, Double(count(day)))
    case .rate(let rate):
      rate(day.tally).map { .init(day.day, Double($0.successes), of: Double($0.trials)) }
    case .countOfPeriod, .number: nil
    }
  }

  /// The change per day since an earlier period, adjusted for weekdays; nil if a value is 0, where
  /// the days are too few to know how much they vary, and between two records.
  ///
  /// - Parameter days: successive recorded days to the period's last one.
  func change(
    of kpis: TeamKPIs, since before: TeamKPIs, days: [KPIDay], _ windows: DispersionWindows?
  ) -> Change? {
    func change(_ count: (TeamKPIs) -> Int, _ daily: (KPIDay) -> Int) -> Change? {
      let counts = days.map(daily)
      let whole = days.count / 7 * 7
      let rhythm = WeekdayRhythm(
        zip(days, counts).suffix(whole).map { ($0.day, Double($1)) }, prior: 100)
      func exposure(_ range: DayRange) -> Double {
        range.days.reduce(0) { $0 + rhythm.factor(of: $1) }
      }
      let parts =
        kpis.range.count == 1
        ? counts
        : stride(from: counts.count - whole, to: counts.count, by: 7).map {
          counts[$0..<$0 + 7].reduce(0, +)
        }
      return Change(
        of: count(kpis), exposure: exposure(kpis.range), since: count(before),
        exposureBefore: exposure(before.range), windows?.dispersion(of: parts),
        of: (kpis.days.map(daily).reduce(0, +), before.days.map(daily).reduce(0, +)))
    }
    return switch formula {
    case .count(let count):
      Self.ofSessions.contains(self) && kpis.sessionsSource != before.sessionsSource
        ? nil : change({ count($0) }) { count($0) }
    // Players do not add up over days: those of more days vary relatively at most as much.
    case .countOfPeriod(let count):
      kpis.playersSource == before.playersSource ? change(count, \.dailyActive) : nil
    case .rate(let rate): Change(of: rate(kpis.tally), since: rate(before.tally))
    case .countOfDay, .number: nil
    }
  }
}

extension KPI: Hashable {
  package static func == (left: KPI, right: KPI) -> Bool { left.key == right.key }

  package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// The counts that days and periods have in common.
package protocol KPICounts {
  var signUps: Int { get }
  var weeklyActive: Int { get }
  var monthlyActive: Int { get }
  var sessions: Int { get }
  var syncs: WishlistSyncs { get }
  var tally: Tally { get }
}
