import FindieAnalytics
import FindieDomain
import FindieText

extension KPI {
  /// The columns of CSV: its key, and for a rate the ends of its interval.
  var columns: [String] { isRate ? [key, key + "Lower", key + "Upper"] : [key] }

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

  /// The value of a period for programs; nil for a number of days only.
  func json(of kpis: TeamKPIs, in recorded: RecordedData) -> JSONValue? {
    isRate
      ? PeriodFigures.json(of: proportion(of: kpis.range, in: kpis.tally, recorded))
      : figure(of: kpis, in: recorded)?.json
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

  /// One cell per column, for a period or a day.
  ///
  /// - Parameters:
  ///   - figure: that of the period or day.
  ///   - tally: its counts.
  func cells(
    _ figure: Figure?, _ range: DayRange, _ tally: Tally, in recorded: RecordedData
  ) -> [CSVTable.Cell] {
    guard isRate else { return [(figure ?? .none).cell] }
    let rate = proportion(of: range, in: tally, recorded)
    return [rate?.estimate, rate?.lower, rate?.upper].map { Figure.share($0).cell }
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
