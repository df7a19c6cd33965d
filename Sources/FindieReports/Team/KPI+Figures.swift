import FindieAnalytics
import FindieDomain
import FindieText

/// The KPIs of a period, with what the data records.
typealias PeriodKPIs = (kpis: TeamKPIs, recorded: RecordedData)

/// The KPIs of a day, with what the data records.
typealias DayKPIs = (day: KPIDay, recorded: RecordedData)

extension KPI {
  /// The figure of a period; nil for a number of days only.
  func figure(of kpis: TeamKPIs, in recorded: RecordedData) -> Figure? {
    if case .countOfDay = formula { return nil }
    guard isRecorded(in: recorded, of: kpis.range) else {
      return firstDay(in: recorded) == nil ? .notRecorded : .tooEarly
    }
    return switch formula {
    case .countOfDay: nil
    case .count(let count): .count(count(kpis))
    case .countOfPeriod(let count): .count(count(kpis))
    case .number(let format, let number): format.figure(number(kpis))
    case .rate(let rate): .share(rate(kpis.tally)?.estimate)
    }
  }

  /// The figure of a period that another is compared with: of all its days, or none.
  func figure(before kpis: TeamKPIs, in recorded: RecordedData) -> Figure? {
    isRecorded(in: recorded, over: kpis.range) || firstDay(in: recorded) == nil
      ? figure(of: kpis, in: recorded) : .tooEarly
  }

  /// The count of a period; nil if it is not recorded, and for another number.
  func count(of kpis: TeamKPIs, in recorded: RecordedData) -> Int? {
    guard isRecorded(in: recorded, on: kpis.range.last) else { return nil }
    return switch formula {
    case .count(let count): count(kpis)
    case .countOfPeriod(let count): count(kpis)
    case .countOfDay, .number, .rate: nil
    }
  }

  /// The figure of a day; nil for a rate, and for a number of periods only.
  func figure(on day: KPIDay, in recorded: RecordedData) -> Figure? {
    switch formula {
    case .count, .countOfDay: count(on: day, in: recorded).map { .count($0) } ?? .notRecorded
    case .countOfPeriod, .number, .rate: nil
    }
  }

  /// The rate; nil if it has no value, and for another number.
  func proportion(
    of range: DayRange, in tally: Tally, _ recorded: RecordedData
  ) -> Proportion? {
    guard case .rate(let rate) = formula, isRecorded(in: recorded, of: range) else {
      return nil
    }
    return rate(tally)
  }

  /// Why a period has no number; nil if it has one.
  private func missing(of range: DayRange, in recorded: RecordedData) -> MissingNumber? {
    isRecorded(in: recorded, of: range)
      ? nil : firstDay(in: recorded) == nil ? .notRecorded : .tooEarly
  }

  private func reading(_ count: Int, of period: PeriodKPIs) -> Reading<Int> {
    missing(of: period.kpis.range, in: period.recorded).map { .missing($0) } ?? .shown(count)
  }

  /// The member of a period; nil for a number of days only.
  fileprivate var ofPeriod: Field<PeriodKPIs>? {
    switch formula {
    case .count(let count):
      Field(definition, Form<Int>.count.orReason) { reading(count($0.kpis), of: $0) }
    case .countOfPeriod(let count):
      Field(definition, Form<Int>.count.orReason) { reading(count($0.kpis), of: $0) }
    case .countOfDay: nil
    case .number: Field(definition, .figure) { figure(of: $0.kpis, in: $0.recorded) ?? .none }
    case .rate(let rate):
      Field(definition, Form<Proportion>.proportion.orReason) { period in
        missing(of: period.kpis.range, in: period.recorded).map { .missing($0) }
          ?? rate(period.kpis.tally).map { .shown($0) } ?? .missing(.tooFew)
      }
    }
  }

  /// The member of a day; nil for a rate, and for a number of periods only.
  fileprivate var ofDay: Field<DayKPIs>? {
    hasDays && !isRate
      ? Field(definition, ifAny: .count) { count(on: $0.day, in: $0.recorded) } : nil
  }
}

let periodForm = Form<PeriodKPIs>.object(
  named: "kpis", days: \.kpis.range, KPI.all.compactMap(\.ofPeriod))

let dayForm = Form<DayKPIs>.object(
  onLine: true, item: \.day.day.description,
  days: { DayRange($0.day.day) },
  [Field("day", .day, \.day.day)] + KPI.all.compactMap(\.ofDay))

extension KPI.Format {
  fileprivate func figure(_ number: Double?) -> Figure {
    switch self {
    case .decimal: number.map { .mean($0) } ?? .none
    case .share: .share(number)
    case .seconds: number.map { .number($0, places: 1, unit: " s") } ?? .notRecorded
    }
  }
}
