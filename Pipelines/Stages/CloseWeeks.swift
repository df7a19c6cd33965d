package import FindieAnalytics
package import FindieDomain
package import FindieHistory
package import FindieRanking
import FindieReports
import FindieWorkers
package import FindieWorkspace
package import Foundation

/// The edition of a night's studio reports.
package struct NightEdition: TransientArtifact {
  package static var grain: String { "one row" }
  package static var isIdentifiedByContent: Bool { true }

  let edition: ReportEdition
  /// Identifies the events of the closed days.
  let events: Fingerprint
  /// Identifies the accounts that do not count on closed days; nil without any.
  let uncounted: String?

  package var counts: [String: Int] { [:] }

  package var content: Fingerprint? {
    Fingerprint(of: canonicalJSON(edition) + events.hexadecimal + (uncounted ?? ""))
  }

  init(of snapshot: HistorySnapshot, _ night: Night) throws {
    let (day, history) = (snapshot.day, snapshot.events)
    let zone = night.parameters.reports.timeZone
    let calendar = ReportCalendar(timeZone: zone, until: day)
    edition = ReportEdition(of: day, calendar)
    let ledger = try history.ledger()
    uncounted = ClosedWeeks.uncounted(in: history, before: edition.end, calendar)
    events = ClosedWeeks.identity(
      of: ledger, before: edition.end, calendar, try history.forgottenEvents(of: ledger))
  }
}

extension Stage<NightEdition> {
  /// Finds the last closed week, whether its numbers are final, and what its events are.
  package static func findEdition(
    from history: Stage<HistorySnapshot>, _ night: Night
  ) -> Stage {
    Stage(
      "edition", from: history,
      parameters: ["timeZone": night.parameters.reports.timeZone] as NamedParameters,
      predict: { .unchanged(try NightEdition(of: $0, night)) }
    ) { _, history in try NightEdition(of: history, night) }
  }
}

extension Stage<ClosedWeeks> {
  /// Estimates what studios' reports compare with, once for each edition of the closed weeks. Other
  /// nights of the edition use it again, also after the artifact was lost, from a published night.
  /// If events of the closed days changed since, only the games' hashes are computed again. If
  /// other accounts count on closed days, all is estimated anew.
  package static func closeWeeks(
    from edition: Stage<NightEdition>, _ history: Stage<HistorySnapshot>,
    _ byGame: Stage<HistoryByGame>, _ catalogue: Stage<NightCatalogue>,
    _ activity: Stage<Activity>, _ positions: Stage<PositionEffects>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters.reports.ofNumbers
    return Stage(
      ClosedWeeks.stage, from: edition, history, byGame, catalogue, activity, positions,
      identifiedBy: [edition], parameters: parameters, isLarge: true
    ) { _, edition, history, byGame, catalogue, activity, positions in
      let stored =
        night.options.selection.forces(ClosedWeeks.stage)
        ? nil
        : try night.workspace.closedWeeks(
          of: edition.edition, parameters, history.events, until: history.day,
          in: night.artifacts)
      if let stored, stored.values.events == edition.events { return stored }
      let setting = StudioSetting(
        parameters, stored?.values.positions ?? positions, until: history.day)
      let counting = StudioCounting(
        byGame.events, games: catalogue.records.games,
        night: setting.calendar.firstNight(withOpenDay: edition.edition.end), setting: setting,
        totals: stored?.totals, workers: night.workers)
      if let stored { return stored.counting(edition.events, by: counting) }
      return ClosedWeeks(
        ClosedWeeks.Values(
          estimates: ClosedWeeks.Estimates(
            edition: PublishedEdition(edition.edition, night: history.day),
            parameters: parameters, recorded: RecordedKinds(activity, catalogue.records),
            positions: positions, events: edition.events, catalogue: catalogue.digest,
            uncounted: edition.uncounted),
          events: edition.events, corrected: []), counting.totals)
    }
  }
}

extension Workspace {
  /// The closed weeks of an edition; nil if they are not stored.
  ///
  /// - Parameters:
  ///   - history: without the accounts that do not count.
  ///   - day: the last night whose weeks are used.
  ///   - artifacts: the folder that is searched before the published nights.
  package func closedWeeks(
    of edition: ReportEdition, _ parameters: ReportParameters, _ history: History,
    until day: Day, in artifacts: URL
  ) throws -> ClosedWeeks? {
    let nights = try publishedDays().filter { $0 <= day }.suffix(7).reversed().map {
      published($0).appending(path: OwnFiles.closedWeeksName)
    }
    let uncounted = ClosedWeeks.uncounted(
      in: history, before: edition.end, ReportCalendar(timeZone: parameters.timeZone, until: day))
    for file in [ClosedWeeks.file(in: artifacts)] + nights {
      if let weeks = try ClosedWeeks(file, of: edition, parameters),
        weeks.values.uncounted == uncounted
      {
        return weeks
      }
    }
    return nil
  }
}

extension StudioSetting {
  /// - Parameter night: the calendar covers events before this day.
  package init(_ parameters: ReportParameters, until night: Day) {
    self.init()
    suppression = Suppression(minimumPlayers: parameters.minimumPlayers)
    totals = parameters.totals
    calendar = ReportCalendar(timeZone: parameters.timeZone, until: night)
  }

  /// - Parameter night: as above.
  package init(_ parameters: ReportParameters, _ effects: PositionEffects, until night: Day) {
    self.init(parameters, until: night)
    positions = PositionTable(
      firstPositions: PositionEffects.firstPositions, effects: effects.effectByBucket,
      unavailableReason: effects.notIdentifiableInWords)
  }
}

extension Stage<PositionEffects> {
  /// Estimates how much less often a card is liked at each position than at the top, or says why
  /// the data does not identify that effect. Only events of the closed weeks count.
  package static func estimatePositions(
    from edition: Stage<NightEdition>, _ history: Stage<HistorySnapshot>, _ night: Night
  ) -> Stage {
    Stage(
      "positions", from: edition, history,
      parameters: ["firstPositions": PositionEffects.firstPositions] as NamedParameters
    ) { _, edition, history in
      let zone = night.parameters.reports.timeZone
      let calendar = ReportCalendar(timeZone: zone, until: edition.edition.finalFrom)
      return try PositionEffects(
        of: history.events, before: history.day,
        end: calendar.start(of: edition.edition.end), workers: night.workers)
    }
  }
}
