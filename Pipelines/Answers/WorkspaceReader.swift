import FindieAnalytics
package import FindieDomain
import FindieHistory
import FindieRecommender
package import FindieReports
import FindieStore
package import FindieWorkers
package import Foundation

/// Answers from what a workspace keeps: its history and its catalogue, as of a day.
package struct WorkspaceReader {
  private let catalogue: Catalogue
  private let history: History
  private let workers: Workers
  /// The as-of day: events before it are seen.
  package let day: Day

  /// - Parameter date: nil for the night that is published, else the day after the newest event.
  /// - Throws: `NothingPublished` where the workspace has no history.
  package init(workspace: URL, date: Day?, workers: Workers) throws {
    history = History(folder: workspace.appending(path: "history"))
    self.workers = workers
    let ledger = try history.ledger()
    let store = workspace.appending(path: "findie.sqlite")
    guard let newest = ledger.days.map(\.day).max(),
      FileManager.default.fileExists(atPath: store.path)
    else {
      throw NothingPublished(
        "\(workspace.path) holds no history; run `findie run nightly` first, or name another "
          + "--workspace")
    }
    day = date ?? newest.adding(days: 1)
    catalogue = try LivingStore(at: store).catalogue()
  }

  /// Popularity, tag similarity and the factors on a held-out split, as the night judges them.
  package func evaluation(parameters: NightParameters) throws -> Answer {
    let matrix = InteractionMatrix(
      interactions: try history.events(.interactions, before: day, workers: workers),
      wishlists: catalogue.wishlists, users: catalogue.users, games: catalogue.games.map(\.id),
      on: day, parameters: parameters.matrix, workers: workers)
    let isOut = catalogue.games.map { $0.availability(on: day) == .out }
    let evaluation = try Evaluation(
      ofNight: matrix, games: catalogue.games, isOut: isOut, parameters: parameters,
      workers: workers)
    return Answer(text: evaluation.text, json: canonicalLine(evaluation))
  }

  private func reports() throws -> NightReports {
    let activity = Activity(
      interactions: try history.events(.interactions, before: day, workers: workers),
      analytics: try history.events(.analytics, before: day, workers: workers),
      games: catalogue.games, night: day, workers: workers)
    return NightReports(
      activity: activity, games: catalogue.games, developers: catalogue.developers,
      users: catalogue.users, isGenerated: catalogue.isGenerated)
  }

  /// One studio's report over a range of days; the last 28 where nothing is said.
  package func developerReport(
    _ id: String, from: Day?, to: Day?, format: ReportFormat
  ) throws -> ReportFile {
    let reports = try reports()
    guard
      let report = reports.developerReport(
        id, over: try range(from, to, default: reports.period), format: format)
    else {
      throw NothingPublished("there is no developer '\(id)' in the catalogue; check the id")
    }
    return report
  }

  /// The team's KPIs over a range of days; the last 28 where nothing is said.
  package func kpiReport(from: Day?, to: Day?, format: ReportFormat) throws -> ReportFile {
    let reports = try reports()
    return reports.kpiReport(over: try range(from, to, default: reports.period), format: format)
  }

  /// The range from one day to another, both included; each falls back to the default's.
  ///
  /// - Throws: `EmptyRange` where no day of it lies before the night.
  private func range(_ from: Day?, _ to: Day?, default period: DayRange) throws -> DayRange {
    let last = min(to ?? period.last, day.adding(days: -1))
    let first = from ?? min(period.first, last)
    guard first <= last else { throw EmptyRange(first: first, last: last, night: day) }
    return DayRange(first: first, last: last)
  }
}

/// A range of days that holds none before the night.
package struct EmptyRange: Error, CustomStringConvertible {
  package let first: Day
  package let last: Day
  package let night: Day

  package var description: String {
    "there is no day from \(first) to \(last): the night is of \(night) and sees the days before "
      + "it; name an earlier --from or a later --date"
  }
}

extension Evaluation {
  /// The evaluation as a table, with the verdict under it.
  var text: String {
    var table = TextTable(
      ("model", .left), ("recall@\(k)", .right), ("nDCG@\(k)", .right), ("coverage", .right))
    for row in rows {
      table.add(row.model, sixDigits(row.recall), sixDigits(row.nDCG), sixDigits(row.coverage))
    }
    return """
      Held out: \(Int((heldOutShare * 100).rounded())) % of each player's positives, seed \(seed); \
      \(players) players, \(heldOutGames) games.

      \(table.text)

      \(verdict)
      """
  }
}
