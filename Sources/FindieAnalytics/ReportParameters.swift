/// The parameters of reports.
package struct ReportParameters: Codable, Sendable, Equatable {
  /// k: groups of fewer players are suppressed in studios' reports.
  package var minimumPlayers = 10
  /// The time zone of the days in studios' reports.
  package var timeZone = "UTC"
  /// The distance of a KPI from its weekday's median, in robust deviations, beyond which a day is an alert.
  package var alertBound = 4.0

  package init() {}
}
