package import FindieDomain

/// A day's KPI that is unusual for its weekday.
///
/// With x₁ … xₙ the KPI on the same weekday of the eight weeks before, m their median and MAD the
/// median of |xᵢ − m|, a value x is an alert if
///
///     |x − m| > b · s,   s = max(1.4826 · MAD, √m, 1)
///
/// for a count; for a share of n, √(m(1 − m)/n) replaces √m and 1/n replaces 1. 1.4826 · MAD
/// estimates the standard deviation if most days are normal, and one outlier in the history changes
/// neither m nor MAD. √m is the standard deviation by chance alone, so that a history of equal days
/// does not make every other value an alert.
///
/// Source: F. R. Hampel, *The Influence Curve and its Role in Robust Estimation*, JASA 69 (1974),
/// DOI 10.1080/01621459.1974.10482962.
package struct KPIAlert: Hashable, Sendable {
  package let kpi: KPI
  package let day: Day
  package let value: Double
  /// m: the median of its weekday.
  package let expected: Double
  /// m − b·s, at least 0, and m + b·s: values between them raise no alert.
  package let lower: Double
  package let upper: Double
  /// (x − m) / s.
  package let deviation: Double
  /// The number of the eight weeks before with a value.
  package let weeks: Int

  package var isRise: Bool { value > expected }
}

/// The alerts of the last days of a range.
package struct KPIAlerts: Hashable, Sendable {
  /// The number of weeks before a day that it is compared with.
  package static let weeks = 8
  /// The minimum number of these weeks since the first event.
  package static let minimumWeeks = 4
  /// The number of last days of a range that are evaluated.
  package static let evaluatedDays = 7

  /// The evaluated days.
  package let range: DayRange
  /// b.
  package let bound: Double
  /// Newest day first, within a day in the order of `KPI.all`.
  package let alerts: [KPIAlert]
  /// The KPIs that were evaluated on any day, in order.
  package let evaluated: [KPI]
  /// KPIs with a value but too little history on every day.
  package let tooEarly: [KPI]

  /// - Parameters:
  ///   - days: the evaluated days and the weeks before them, consecutive.
  ///   - range: the days to evaluate.
  ///   - first: the first day with an event, at which the history starts; nil without events.
  ///   - kpis: those that the data records.
  init(_ days: [KPIDay], range: DayRange, first: Day?, kpis: [KPI], bound: Double) {
    let byDay = Dictionary(uniqueKeysWithValues: days.map { ($0.day, $0) })
    var alerts: [KPIAlert] = []
    var (evaluated, young) = (Set<KPI>(), Set<KPI>())
    for day in range.days.reversed() {
      guard let today = byDay[day], let first, first <= day else { continue }
      let past = (1...Self.weeks).map { day.adding(days: -7 * $0) }.filter { $0 >= first }
        .compactMap { byDay[$0] }
      for kpi in kpis {
        guard let value = kpi.value(on: today) else { continue }
        let values = past.compactMap { kpi.value(on: $0) }
        guard values.count >= Self.minimumWeeks else {
          young.insert(kpi)
          continue
        }
        evaluated.insert(kpi)
        let expected = median(values)
        let spread = 1.4826 * median(values.map { abs($0 - expected) })
        let scale = max(spread, kpi.chance(expected: expected, on: today))
        guard abs(value - expected) > bound * scale else { continue }
        alerts.append(
          KPIAlert(
            kpi: kpi, day: day, value: value, expected: expected,
            lower: max(0, expected - bound * scale),
            upper: kpi.isRate ? min(1, expected + bound * scale) : expected + bound * scale,
            deviation: (value - expected) / scale, weeks: values.count))
      }
    }
    self.range = range
    self.bound = bound
    self.alerts = alerts
    self.evaluated = kpis.filter { evaluated.contains($0) }
    tooEarly = kpis.filter { young.contains($0) && !evaluated.contains($0) }
  }
}

extension Activity {
  /// Evaluates the last days of a range.
  package func kpiAlerts(
    for range: DayRange, users: [User], bound: Double
  ) -> KPIAlerts {
    let evaluated = DayRange(
      lastDays: min(KPIAlerts.evaluatedDays, range.count), before: range.last.adding(days: 1))
    let seen = DayRange(
      first: evaluated.first.adding(days: -7 * KPIAlerts.weeks), last: evaluated.last)
    let recorded = RecordedData(
      measures: recordedMeasures(), hasSignUpDays: users.contains { $0.joinedDate != nil },
      hasSessions: presence.values.contains { !$0.sessions.isEmpty })
    let kpis = KPI.watched.filter { $0.isRecorded(recorded) }
    return KPIAlerts(
      kpiDays(over: seen, users: users), range: evaluated, first: firstDay, kpis: kpis, bound: bound
    )
  }
}
