extension TeamKPIs {
  /// The changes since an earlier period, by the key of the KPI in `kpi.json`; nil where a value is 0, and for
  /// counts of days in a period of less than two weeks.
  package func changes(since before: TeamKPIs) -> [(key: String, change: Change?)] {
    func counts(_ value: (KPIDay) -> Int) -> Change? {
      Change(ofDays: days.map(value), since: before.days.map(value))
    }
    return [
      (
        "activePlayers",
        Change(
          of: activePlayers, exposure: 1, since: before.activePlayers, exposureBefore: 1)
      ),
      ("signUps", counts(\.signUps)), ("sessions", counts(\.sessions)),
    ] + Measure.allCases.map { measure in (measure.rawValue, counts { $0.tally[measure] }) } + [
      (Rate.likeRate.rawValue, Change(of: tally.likeRate, since: before.tally.likeRate))
    ]
  }
}
