/// How studios are told what players did.
package struct ReportParameters: Codable, Sendable, Equatable {
  /// k: of fewer players nothing is told.
  package var playersToTell = 10
  /// The time zone whose days are the reports' days.
  package var timeZone = "UTC"

  package init() {}
}
