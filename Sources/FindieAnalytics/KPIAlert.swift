package import FindieDomain

/// A day's KPI that is out of the ordinary for its weekday.
///
/// With x₁ … xₙ the KPI on the same weekday of the eight weeks before, m their median and MAD the
/// median of |xᵢ − m|, a value x is out of the ordinary where
///
///     |x − m| > b · s,   s = max(1.4826 · MAD, √m, 1)
///
/// of a count, and likewise of a share of n with √(m(1 − m)/n) for √m and 1/n for 1. 1.4826 · MAD
/// estimates the standard deviation where most days are normal, and one wild day in the history moves
/// neither m nor MAD; √m is what chance alone does, so that a history of equal days does not make every other number
/// an alarm. A week-old holiday or an outage is part of history like any day.
///
/// Source: F. R. Hampel, *The Influence Curve and its Role in Robust Estimation*, JASA 69 (1974),
/// DOI 10.1080/01621459.1974.10482962.
package struct KPIAlert: Hashable, Sendable {
  package let kpi: KPI
  package let day: Day
  package let value: Double
  /// m: the median of its weekday.
  package let expected: Double
  /// m − b·s, not below 0, and m + b·s: between them no alert is given.
  package let lower: Double
  package let upper: Double
  /// (x − m) / s: how many scales of s it is off.
  package let deviation: Double
  /// How many of the eight weeks before it is compared with.
  package let weeks: Int

  package var isRise: Bool { value > expected }
}

/// What is out of the ordinary in the last days of a range, and what could not be judged.
package struct KPIAlerts: Hashable, Sendable {
  /// The weeks before a day that it is compared with.
  package static let weeks = 8
  /// With fewer of them since the first event, nothing is said of the day.
  package static let leastWeeks = 4
  /// How many last days of a range are judged.
  package static let judgedDays = 7

  /// The days that were judged.
  package let range: DayRange
  /// b.
  package let bound: Double
  /// The newest day first, within it in the order of `KPI`.
  package let alerts: [KPIAlert]
  /// The KPIs that were judged on any day, in order.
  package let judged: [KPI]
  /// Those of which there is too little history on every day; of those without a value on any there is
  /// nothing to tell.
  package let tooEarly: [KPI]

  /// - Parameters:
  ///   - days: as many days that follow on each other as are judged and looked back on.
  ///   - range: the days to judge.
  ///   - first: the first day with an event, before which nothing is history; nil without events.
  ///   - kpis: those that the data records at all.
  init(_ days: [KPIDay], range: DayRange, first: Day?, kpis: [KPI], bound: Double) {
    let byDay = Dictionary(uniqueKeysWithValues: days.map { ($0.day, $0) })
    var alerts: [KPIAlert] = []
    var (judged, young) = (Set<KPI>(), Set<KPI>())
    for day in range.days.reversed() {
      guard let today = byDay[day], let first, first <= day else { continue }
      let past = (1...Self.weeks).map { day.adding(days: -7 * $0) }.filter { $0 >= first }
        .compactMap { byDay[$0] }
      for kpi in kpis {
        guard let value = kpi.value(on: today) else { continue }
        let values = past.compactMap { kpi.value(on: $0) }
        guard values.count >= Self.leastWeeks else {
          young.insert(kpi)
          continue
        }
        judged.insert(kpi)
        let expected = median(values)
        let spread = 1.4826 * median(values.map { abs($0 - expected) })
        let scale = max(spread, kpi.chance(expected: expected, on: today))
        guard abs(value - expected) > bound * scale else { continue }
        alerts.append(
          KPIAlert(
            kpi: kpi, day: day, value: value, expected: expected,
            lower: max(0, expected - bound * scale),
            upper: kpi.isShare ? min(1, expected + bound * scale) : expected + bound * scale,
            deviation: (value - expected) / scale, weeks: values.count))
      }
    }
    self.range = range
    self.bound = bound
    self.alerts = alerts
    self.judged = kpis.filter { judged.contains($0) }
    tooEarly = kpis.filter { young.contains($0) && !judged.contains($0) }
  }
}

extension Activity {
  /// Judges the last days of a range by their own weekdays.
  package func kpiAlerts(
    for range: DayRange, users: [User], bound: Double
  ) -> KPIAlerts {
    let judged = DayRange(
      lastDays: min(KPIAlerts.judgedDays, range.count), before: range.last.adding(days: 1))
    let seen = DayRange(
      first: judged.first.adding(days: -7 * KPIAlerts.weeks), last: judged.last)
    let recorded = recordedMeasures()
    let kpis = KPI.allCases.filter { kpi in
      switch kpi {
      case .signUps: users.contains { $0.joinedDate != nil }
      case .sessions: presence.values.contains { !$0.sessions.isEmpty }
      case .dailyActive, .weeklyActive: true
      case .impressions: recorded.contains(.impressions)
      case .likes: recorded.contains(.likes) || recorded.contains(.superLikes)
      case .likeRate: Rate.likeRate.isRecorded(in: recorded)
      case .detailOpens: recorded.contains(.detailOpens)
      case .wishlistAdds: recorded.contains(.wishlistAdds)
      case .shares: recorded.contains(.shares)
      case .externalClicks: recorded.contains(.externalClicks)
      }
    }
    return KPIAlerts(
      kpiDays(over: seen, users: users), range: judged, first: firstDay, kpis: kpis, bound: bound)
  }
}

/// The middle value, or the mean of the two in the middle.
private func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
