import FindieAnalytics
import FindieDomain
import FindieFiles
package import FindieHistory
import FindieRanking
import FindieStore
import FindieWorkspace

extension Night {
  /// Removes players who asked to be forgotten from everything that the workspace stores. Only
  /// counts of their events by game and day remain, so that totals in studios' reports do not show
  /// who was forgotten. Once no report shows a day, only counts by game remain.
  ///
  /// - Precondition: the workspace's lock is held.
  package func removeForgottenPlayers() throws {
    guard let forgotten else { return }
    let calendar = ReportCalendar(timeZone: parameters.reports.timeZone, until: clock.now.day)
    let positions = PositionTable(
      firstPositions: PositionEffects.firstPositions, effects: [],
      unavailableReason: "only buckets are needed")
    try workspace.remove(
      forgotten,
      grain: ForgottenEvents.Grain(
        reportDay: { calendar.day(ofMilliseconds: $0) },
        position: { positions.bucket(of: $0) }),
      workers: workers)
    if case .nightly = purpose { try mergeForgottenDays(calendar) }
  }

  /// Adds the events of days that no report shows any more to the totals over all days.
  private func mergeForgottenDays(_ calendar: ReportCalendar) throws {
    let ledger = try workspace.history.ledger()
    guard ledger.forgottenEvents != nil else { return }
    var events = try workspace.history.forgottenEvents(of: ledger)
    let night = ledger.nightDay(date, now: clock.now)
    // The reports of studios end with the last closed week.
    let first = ReportPeriod.firstDay(before: calendar.firstOpenDay(of: night).monday)
    let utcDays = Set(events.counts.map(\.key).filter { $0.reportDay < first }.map(\.day))
    guard !utcDays.isEmpty else { return }
    let overlapping = Set(utcDays.flatMap { day in (-1...1).map { day.adding(days: $0) } })
    // As reports do, without the accounts that do not count.
    let history = History(
      folder: workspace.history.folder, without: try storedUncounted())
    let tables = try EventCollection.allCases.map { collection in
      try history.events(collection, on: overlapping, workers: workers)
    }
    events.merge(before: first, tables: tables, calendar)
    try workspace.history.replace(events)
  }

  /// The accounts that do not count, by the workspace's store.
  package func storedUncounted() throws -> UncountedPlayers {
    guard DurableFile.exists(workspace.store) else { return UncountedPlayers() }
    let store = try WorkspaceStore(at: workspace.store)
    let uncounted = try store.catalogue().uncounted
    try store.close()
    return UncountedPlayers(uncounted)
  }
}
