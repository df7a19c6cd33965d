package import FindieAnalytics
import FindieDomain
import FindieText
package import FindieWorkers

extension StudioReports {
  /// Renders `since.html` and `since.json` of each studio with a report; see `each`.
  ///
  /// - Parameter open: counts of the sources' games.
  package func eachSheet<Output: Sendable>(
    _ open: OpenDays, _ workers: Workers,
    _ make: @escaping @Sendable (_ files: [ReportFile]) -> Output, take: (Output) throws -> Void
  ) throws {
    guard sources.edition != nil else { return }
    let (games, active) = (games, active)
    try workers.inOrder(active.count, ahead: 8 * workers.threads) { position in
      make(sheet(of: active[position], open, games))
    } take: { _, output in
      try take(output)
    }
  }

  /// The same of one studio, to hand over; empty for an unknown developer.
  package func sheet(of developerId: String, _ open: OpenDays) -> [ReportFile] {
    index(of: developerId).map { index in
      let folder = "studios/\(all[index].safeName)/"
      return sheet(of: index, open, games).map {
        ReportFile(path: String($0.path.dropFirst(folder.count)), bytes: $0.bytes)
      }
    } ?? []
  }

  /// The indices of the sources' games.
  private var games: [ExactText: Int] {
    Dictionary(
      sources.games.enumerated().map { (ExactText($1.id), $0) },
      uniquingKeysWith: { first, _ in first })
  }

  private func sheet(of index: Int, _ open: OpenDays, _ games: [ExactText: Int]) -> [ReportFile] {
    guard let end = sources.edition?.edition.end else { return [] }
    let studio = all[index]
    let sheet = SinceSheet(
      studio: studio, setting: setting, days: open.range,
      games: studio.games.map { games[ExactText($0.id)].map { open.tallies(of: $0) } ?? [] },
      monday: end)
    let folder = "studios/\(studio.safeName)/"
    return [
      ReportFile(path: folder + "since.html", bytes: sheet.html.bytes),
      ReportFile(path: folder + "since.json", bytes: sheet.json.document),
    ]
  }
}
