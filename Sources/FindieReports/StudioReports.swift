package import FindieAnalytics
package import FindieDomain
import FindieText
package import FindieWorkers

/// What the studios' reports depend on besides the counts of their games.
package struct StudioSources: Codable, Sendable {
  package let games: [Game]
  package let developers: [Developer]
  /// Those that were not withdrawn.
  let annotations: [Annotation]
  /// Of one country.
  let prices: [PriceSeries]
  /// The measures that the data has events of.
  let recorded: [Measure]
  let hasViews: Bool
  let isGenerated: Bool

  /// - Parameters:
  ///   - activity: counts of the catalogue's games, with the events that forgotten players had.
  ///   - prices: of one country.
  package init(_ catalogue: Catalogue, _ activity: Activity, prices: [PriceSeries]) {
    games = catalogue.games
    developers = catalogue.developers
    annotations = catalogue.shownAnnotations
    self.prices = prices
    let recorded = activity.recordedMeasures()
    self.recorded = Measure.allCases.filter { recorded.contains($0) }
    hasViews = activity.hasViews
    isGenerated = catalogue.isGenerated
  }
}

/// The reports of all studios of a run, rendered on demand.
package struct StudioReports: Sendable {
  /// Why a studio has no report; nil for a studio with one.
  let inactivities: [InactivityReason?]
  let setting: ReportSetting
  package let sources: StudioSources
  private let counting: StudioCounting
  private let occasions: Occasions
  private let directory: StudioDirectory

  /// - Parameter counting: of the games of the sources.
  package init(_ sources: StudioSources, _ counting: StudioCounting) {
    self.sources = sources
    self.counting = counting
    occasions = Occasions(
      sources.annotations, prices: sources.prices, counting.setting.calendar)
    directory = StudioDirectory(developers: sources.developers, games: sources.games)
    inactivities = directory.studios.map { Self.inactivity(of: $0, counting) }
    setting = ReportSetting(
      recorded: sources.recorded, hasViews: sources.hasViews, isGenerated: sources.isGenerated)
  }

  /// All studios, also those without a report.
  package var all: [Studio] { directory.studios }

  /// The number of studios with a report.
  package var reported: Int { inactivities.count { $0 == nil } }

  /// `studios.json`: the path of each studio's page by developer id.
  package var paths: ReportFile {
    let members = zip(all, inactivities).map { studio, inactivity in
      let page = inactivity?.fileName ?? "\(studio.safeName)/index.html"
      return (key: studio.developerId, value: JSONValue.string("studios/" + page))
    }
    return ReportFile(path: "studios.json", bytes: JSONValue.object(members).document)
  }

  /// `studios/<safe name>/{index.html,report.json,report.csv,digest.md}` of one studio.
  package func files(of index: Int) -> [ReportFile] {
    let report = report(index, over: .last4Weeks)
    return report.folder("studios/\(report.studio.safeName)/")
  }

  /// The files to give to a studio, over the last 4 weeks; nil for an unknown developer.
  package func folder(of developerId: String) -> [ReportFile]? {
    directory.index(of: developerId).map { report($0, over: .last4Weeks).folder("") }
  }

  /// One page for all studios that have no report for the same reason.
  var inactivityPages: [ReportFile] {
    let reasons = Set(inactivities.compactMap { $0 })
    return InactivityReason.allCases.filter { reasons.contains($0) }.map { reason in
      ReportFile(
        path: "studios/" + reason.fileName,
        bytes: reason.html(isGenerated: setting.isGenerated).bytes)
    }
  }

  private static func inactivity(
    of studio: Studio, _ counting: StudioCounting
  ) -> InactivityReason? {
    guard !studio.games.isEmpty else { return .noGames }
    guard let last = counting.lastDay(of: studio.games.compactMap { counting.index(of: $0.id) })
    else { return .noEventsYet }
    return last < counting.dayRange.first ? .noRecentEvents : nil
  }

  /// Renders the files of each studio with a report and applies `make` to them on the workers;
  /// calls `take` with the results in the studios' order, on the caller's thread.
  ///
  /// - Parameter range: indices of studios; nil for all.
  package func each<Output: Sendable>(
    in range: Range<Int>? = nil, _ workers: Workers,
    _ make: @escaping @Sendable (_ files: [ReportFile]) -> Output,
    take: (Output) throws -> Void
  ) throws {
    var taken = 0
    let active = (range ?? all.indices).filter { inactivities[$0] == nil }
    try workers.inOrder(active.count, ahead: 8 * workers.threads) {
      make(files(of: active[$0]))
    } take: {
      _, output in
      try take(output)
      taken += 1
      // Pages of the history that were read stay in memory until they are released.
      if taken.isMultiple(of: Self.studiosAtOnce) { counting.release() }
    }
  }

  private static let studiosAtOnce = 256

  /// One studio's report over a fixed period; nil for an unknown developer.
  package func developerReport(
    _ developerId: String, over kind: ReportPeriod.Kind, format: ReportFormat
  ) -> ReportFile? {
    directory.index(of: developerId).map { report($0, over: kind).file(as: format, in: "") }
  }

  /// One game's part of its studio's report over a fixed period; nil for an unknown game.
  package func gameReport(
    _ gameId: String, over kind: ReportPeriod.Kind, format: ReportFormat
  ) -> ReportFile? {
    guard let game = sources.games.first(where: { ExactText($0.id) == ExactText(gameId) }),
      let index = directory.index(of: game.developerId)
    else { return nil }
    let report = report(index, over: kind)
    return report.games.first { ExactText($0.game.id) == ExactText(gameId) }.map {
      report.file(of: $0, as: format)
    }
  }

  private func report(_ index: Int, over kind: ReportPeriod.Kind) -> StudioReport {
    StudioReport(
      all[index], counting: counting, occasions: occasions, kind: kind, setting: setting)
  }
}
