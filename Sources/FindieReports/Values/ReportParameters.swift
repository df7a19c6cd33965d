/// The numbers of the reports.
package struct ReportParameters: Codable, Sendable, Equatable {
  /// So many robust scales away from its weekday's median, a KPI's day is an alert.
  package var alertBound = 4.0

  package init() {}
}
