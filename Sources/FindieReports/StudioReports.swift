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
  let recorded: RecordedKinds
  /// The edition of the closed weeks; nil for a report as of another day.
  let edition: PublishedEdition?
  /// The studios with a report.
  let reported: ReportParameters.Studios

  /// - Parameters:
  ///   - prices: of one country.
  ///   - edition: nil for a report as of another day.
  package init(
    _ catalogue: Catalogue, prices: [PriceSeries], _ recorded: RecordedKinds,
    edition: PublishedEdition? = nil, reported: ReportParameters.Studios = .all
  ) {
    games = catalogue.games
    developers = catalogue.developers
    annotations = catalogue.shownAnnotations
    self.prices = prices
    self.recorded = recorded
    self.edition = edition
    self.reported = reported
  }
}

/// The reports of all studios of a run, rendered on demand.
package struct StudioReports: Sendable {
  /// Why a studio has no report; nil for a studio with one.
  let inactivities: [InactivityReason?]
  let setting: ReportSetting
  package let sources: StudioSources
  private let makeCounting: OnDemand<StudioCounting>
  private let occasions: Occasions
  private let directory: StudioDirectory
  /// The studios whose events changed since the edition was made.
  private let corrected: Set<Int>

  /// - Parameters:
  ///   - lastDays: nil if only studios with a report are rendered.
  ///   - night: the as-of day of the reports.
  ///   - corrected: the ids of the games whose events changed since the edition was made.
  ///   - counting: of the games of the sources; it is made when a report is rendered first.
  package init(
    _ sources: StudioSources, lastDays: GameDays?, night: Day, _ calendar: ReportCalendar,
    corrected: Set<ExactText> = [], counting: @escaping @Sendable () -> StudioCounting
  ) {
    self.sources = sources
    makeCounting = OnDemand(counting)
    occasions = Occasions(sources.annotations, prices: sources.prices, calendar)
    directory = StudioDirectory(developers: sources.developers, games: sources.games)
    let listed = StudioCounting.listedDays(before: calendar.firstOpenDay(of: night))
    inactivities = directory.studios.map { studio in
      guard let lastDays else { return nil }
      guard !studio.games.isEmpty else { return .noGames }
      guard let last = lastDays.last(of: studio.games) else { return .noEventsYet }
      guard last >= listed.first else { return .noRecentEvents }
      return sources.reported == .claimed && !studio.isClaimed ? .noAccount : nil
    }
    let studios = directory.studios
    self.corrected = Set(
      studios.indices.filter { index in
        studios[index].games.contains { corrected.contains(ExactText($0.id)) }
      })
    setting = ReportSetting(sources.recorded, sources.edition)
  }

  private var counting: StudioCounting { makeCounting.value }

  /// The hashes of the events of some games, by index in the sources.
  package func hashes(ofGames games: [Int]) -> [UInt64] { counting.hashes(of: games) }

  /// All studios, also those without a report.
  package var all: [Studio] { directory.studios }

  /// The indices of the studios with a report.
  package var active: [Int] { all.indices.filter { inactivities[$0] == nil } }

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

  /// Renders the files of each studio with a report and applies `make` to them on the workers;
  /// calls `take` with the results in the studios' order, on the caller's thread.
  ///
  /// - Parameter studios: indices; nil for all with a report.
  package func each<Output: Sendable>(
    of studios: [Int]? = nil, _ workers: Workers,
    _ make: @escaping @Sendable (_ files: [ReportFile]) -> Output,
    take: (Output) throws -> Void
  ) throws {
    var taken = 0
    let active = studios ?? active
    guard !active.isEmpty else { return }
    let counting = counting
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

  /// The index of a studio; nil for an unknown developer.
  func index(of developerId: String) -> Int? { directory.index(of: developerId) }

  private func report(_ index: Int, over kind: ReportPeriod.Kind) -> StudioReport {
    StudioReport(
      all[index], counting: counting, occasions: occasions, kind: kind, setting: setting,
      isActive: inactivities[index] == nil, isCorrected: corrected.contains(index))
  }
}

/// Everything that a studio's report depends on besides the edition, the program and the
/// parameters.
package struct StudioKey: Encodable {
  let developerId: String
  let name: String
  let safeName: String
  let followers: Int?
  let games: [Game]
  let occasions: [String]
  /// By game: the hash of its events.
  let events: [UInt64]
  let isCorrected: Bool
}

extension StudioReports {
  /// - Parameter hashes: by game of the sources: the hash of its events in the closed weeks.
  package func key(of index: Int, events: [UInt64]) -> StudioKey {
    let studio = all[index]
    let end = sources.edition?.edition.end
    return StudioKey(
      developerId: studio.developerId, name: studio.name, safeName: studio.safeName,
      followers: studio.followers, games: studio.games,
      occasions: occasions.all(of: studio.games).filter { occasion in
        end.map { occasion.day < $0 } ?? true
      }.map { "\($0)" }, events: events,
      isCorrected: corrected.contains(index))
  }
}
