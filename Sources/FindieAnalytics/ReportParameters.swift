package struct ReportParameters: Codable, Sendable, Equatable {
  /// How totals of events are published in studios' reports.
  package enum Totals: String, Codable, Sendable, CaseIterable {
    case exact
    /// Rounded down to multiples of k, as numbers of players are.
    case rounded
  }

  /// The studios with a folder in the reports of a night.
  package enum Studios: String, Codable, Sendable, CaseIterable {
    case all
    /// Those whose record names an account of the app.
    case claimed
  }

  package var studios = Studios.all
  /// k: groups of fewer players are suppressed in studios' reports.
  package var minimumPlayers = 10
  package var totals = Totals.exact
  /// The time zone of the days in studios' reports.
  package var timeZone = "UTC"

  package init() {}

  /// What numbers depend on.
  package var ofNumbers: ReportParameters {
    var own = self
    own.studios = .all
    return own
  }
}
