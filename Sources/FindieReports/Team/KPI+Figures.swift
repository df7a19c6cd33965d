import FindieAnalytics
import FindieDomain
import FindieText

/// The KPIs of a period, with what the data records.
typealias PeriodKPIs = (kpis: TeamKPIs, recorded: Set<Measure>)

/// The KPIs of a day, with what the data records.
typealias DayKPIs = (day: KPIDay, recorded: Set<Measure>)

extension KPI {
  /// - Parameter recorded: the measures that the data has events of.
  func isRecorded(in recorded: Set<Measure>) -> Bool {
    isRecorded(RecordedData(measures: recorded))
  }

  /// The figure of a period; nil for a number of days only.
  func figure(of kpis: TeamKPIs, in recorded: Set<Measure>) -> Figure? {
    switch formula {
    case .count(let count): .count(count(kpis))
    case .countOfPeriod(let count): .count(count(kpis))
    case .countOfDay: nil
    case .number(let format, let number):
      isRecorded(in: recorded) ? format.figure(number(kpis)) : .notRecorded
    case .rate(let rate):
      isRecorded(in: recorded) ? .share(rate(kpis.tally)?.estimate) : .notRecorded
    }
  }

  /// The count of a day; nil for a rate, and for a number of periods only.
  func count(on day: KPIDay) -> Int? {
    switch formula {
    case .count(let count): count(day)
    case .countOfDay(let count): count(day)
    case .countOfPeriod, .number, .rate: nil
    }
  }

  func figure(on day: KPIDay) -> Figure? { count(on: day).map { .count($0) } }

  /// The rate; nil if it has no value, and for another number.
  func proportion(in tally: Tally, _ recorded: Set<Measure>) -> Proportion? {
    guard case .rate(let rate) = formula, isRecorded(in: recorded) else { return nil }
    return rate(tally)
  }

  private func reading(_ count: Int, in recorded: Set<Measure>) -> Reading<Int> {
    isRecorded(in: recorded) ? .shown(count) : .missing(.notRecorded)
  }

  /// The member of a period; nil for a number of days only.
  fileprivate var ofPeriod: Field<PeriodKPIs>? {
    switch formula {
    case .count(let count):
      Field(definition, Form<Int>.count.orReason) { reading(count($0.kpis), in: $0.recorded) }
    case .countOfPeriod(let count):
      Field(definition, Form<Int>.count.orReason) { reading(count($0.kpis), in: $0.recorded) }
    case .countOfDay: nil
    case .number: Field(definition, .figure) { figure(of: $0.kpis, in: $0.recorded) ?? .none }
    case .rate:
      Field(definition, Form<Proportion>.proportion.orReason) { period in
        isRecorded(in: period.recorded)
          ? proportion(in: period.kpis.tally, period.recorded).map { .shown($0) }
            ?? .missing(.tooFew)
          : .missing(.notRecorded)
      }
    }
  }

  /// The member of a day; nil for a rate, and for a number of periods only.
  fileprivate var ofDay: Field<DayKPIs>? {
    hasDays && !isRate
      ? Field(definition, ifAny: .count) { isRecorded(in: $0.recorded) ? count(on: $0.day) : nil }
      : nil
  }
}

extension Form<PeriodKPIs> {
  static var kpis: Form {
    object(named: "kpis", days: \.kpis.range, KPI.all.compactMap(\.ofPeriod))
  }
}

extension Form<DayKPIs> {
  static var kpis: Form {
    object(
      onLine: true, item: \.day.day.description,
      days: { DayRange(first: $0.day.day, last: $0.day.day) },
      [Field("day", .day, \.day.day)] + KPI.all.compactMap(\.ofDay))
  }
}

extension KPI.Format {
  fileprivate func figure(_ number: Double?) -> Figure {
    switch self {
    case .decimal: number.map { .mean($0) } ?? .none
    case .share: .share(number)
    case .seconds: number.map { .number($0, places: 1, unit: " s") } ?? .notRecorded
    }
  }
}
