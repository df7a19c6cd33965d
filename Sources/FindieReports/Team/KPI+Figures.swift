import FindieAnalytics
import FindieText

extension KPI {
  /// The columns of CSV: its key, and for a rate the ends of its interval.
  var columns: [String] { isRate ? [key, key + "Lower", key + "Upper"] : [key] }

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

  /// The value of a period for programs; nil for a number of days only.
  func json(of kpis: TeamKPIs, in recorded: Set<Measure>) -> JSONValue? {
    isRate
      ? PeriodFigures.json(of: proportion(in: kpis.tally, recorded))
      : figure(of: kpis, in: recorded)?.json
  }

  /// The rate; nil if it has no value, and for another number.
  func proportion(in tally: Tally, _ recorded: Set<Measure>) -> Proportion? {
    guard case .rate(let rate) = formula, isRecorded(in: recorded) else { return nil }
    return rate(tally)
  }

  /// One cell per column, for a period or a day.
  ///
  /// - Parameters:
  ///   - figure: that of the period or day.
  ///   - tally: its counts.
  func cells(_ figure: Figure?, _ tally: Tally, in recorded: Set<Measure>) -> [CSVTable.Cell] {
    guard isRate else { return [(figure ?? .none).cell] }
    let rate = proportion(in: tally, recorded)
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
