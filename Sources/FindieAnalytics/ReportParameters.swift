/// How studios are told what players did.
package struct ReportParameters: Codable, Sendable, Equatable {
  /// k: of fewer players nothing is told.
  package var playersToTell = 10
  /// The time zone whose days are the reports' days.
  package var timeZone = "UTC"
  /// So many robust scales away from its weekday's median, a KPI's day is an alert.
  package var alertBound = 4.0

  package init() {}
}
