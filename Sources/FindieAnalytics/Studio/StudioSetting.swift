import FindieDomain

package struct StudioSetting: Sendable {
  package var suppression = Suppression()
  package var totals = ReportParameters.Totals.exact
  package var calendar = ReportCalendar.utc
  package var positions = PositionTable.unavailable("positions were not evaluated")

  package init() {}

  /// A total of events as it is published.
  func published(_ total: Tally) -> Tally {
    totals == .rounded ? suppression.rounded(total) : total
  }

  /// Of many: exact totals are not copied.
  func published(_ counts: [Tally]) -> [Tally] {
    totals == .rounded ? counts.map(suppression.rounded) : counts
  }
}
