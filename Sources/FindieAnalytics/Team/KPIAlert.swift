package import FindieDomain

/// A day's KPI that is unusual after the eight weeks before.
package struct KPIAlert: Hashable, Sendable {
  package let kpi: KPI
  package let day: Day
  package let value: Double
  /// That of `DayRegression`.
  package let expected: Double
  /// Values between them never raise an alert, whatever the day's other KPIs are.
  package let lower: Double
  package let upper: Double
  /// That of `DayRegression`.
  package let deviation: Double
  /// The number of days before with a value.
  package let days: Int
  /// Whether it is also found at `KPIAlerts.postedRate`.
  package let isPosted: Bool

  package var isRise: Bool { value > expected }
}

/// The alerts of the last days of a range.
///
/// The KPIs of a day are one family of tests, so that the alerts of a day depend on no other day
/// and are the same on each night. Days without an event are no history, and a KPI's history begins
/// with its first event.
package struct KPIAlerts: Hashable, Sendable {
  /// The false-discovery rate of a day: in a month without anything unusual, one day has an alert.
  package static let rate = 1.0 / 30
  /// That of alerts that are posted: one day in 300.
  package static let postedRate = 1.0 / 300
  package static let minimumDays = 28
  /// The number of last days of a range that are evaluated.
  package static let evaluatedDays = 7

  package let range: DayRange
  /// Newest day first, within a day in the order of `KPI.all`.
  package let alerts: [KPIAlert]
  /// The KPIs that were evaluated on any day, in order.
  package let evaluated: [KPI]
  /// KPIs with a value but too little history on every day.
  package let tooEarly: [KPI]

  /// - Parameters:
  ///   - days: the evaluated days and the eight weeks before them, consecutive.
  ///   - range: the days to evaluate.
  ///   - first: the first day with an event, at which the history starts; nil without events.
  ///   - kpis: those that the data records.
  package init(_ days: [KPIDay], range: DayRange, first: Day?, kpis: [KPI]) {
    var alerts: [KPIAlert] = []
    var (evaluated, young) = (Set<KPI>(), Set<KPI>())
    for today in days.reversed() where range.contains(today.day) {
      guard let first, first <= today.day else { continue }
      let past = days.filter {
        (1...DayRegression.days).contains(today.day.days(since: $0.day)) && $0.day >= first
          && $0.dailyActive > 0
      }
      let tests = kpis.compactMap { kpi -> (kpi: KPI, days: Int, test: DayRegression)? in
        guard let point = kpi.point(on: today) else { return nil }
        let history = past.compactMap { kpi.point(on: $0) }.drop { $0.count == 0 }
        guard history.count >= Self.minimumDays,
          let test = DayRegression(Array(history), today: point)
        else {
          young.insert(kpi)
          return nil
        }
        evaluated.insert(kpi)
        return (kpi, history.count, test)
      }
      let probabilities = tests.map(\.test.probability)
      let posted = Set(FalseDiscoveries.findings(in: probabilities, rate: Self.postedRate))
      alerts += FalseDiscoveries.findings(in: probabilities, rate: Self.rate).map { index in
        let (kpi, days, test) = tests[index]
        let trials = test.today.trials ?? 1
        let usual = test.usual(Self.rate)
        return KPIAlert(
          kpi: kpi, day: today.day, value: test.today.count / trials,
          expected: test.expected / trials, lower: usual.lowerBound / trials,
          upper: usual.upperBound / trials, deviation: test.deviation, days: days,
          isPosted: posted.contains(index))
      }
    }
    self.range = range
    self.alerts = alerts
    self.evaluated = kpis.filter { evaluated.contains($0) }
    tooEarly = kpis.filter { young.contains($0) && !evaluated.contains($0) }
  }
}

extension Activity {
  /// Evaluates the last days of a range.
  package func kpiAlerts(for range: DayRange, users: PackedRecords<User>) -> KPIAlerts {
    let evaluated = DayRange(
      lastDays: min(KPIAlerts.evaluatedDays, range.count), before: range.last.adding(days: 1))
    let seen = DayRange(
      first: evaluated.first.adding(days: -DayRegression.days), last: evaluated.last)
    let recorded = recordedData(users: users)
    let kpis = KPI.watched.filter { $0.start(recorded) != nil }
    return KPIAlerts(
      kpiDays(over: seen, users: users), range: evaluated, first: firstDay, kpis: kpis)
  }
}
