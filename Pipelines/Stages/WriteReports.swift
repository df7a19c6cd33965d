package import FindieAnalytics
package import FindieBatch
package import FindieDomain
import FindieFiles
import FindieHistory
package import FindieRecommender
package import FindieReports
import Foundation

/// That the reports of a night were written, and how many.
package struct WrittenReports: JSONArtifact {
  package static var grain: String { "one page, JSON and CSV per studio, and one for the team" }
  package static var formatVersion: Int { 8 }

  package let day: Day
  package let studios: Int
  /// With the list of their checksums.
  package let files: Int
  package let bytes: Int
  /// Files that say what the newest report of an earlier night says: they are its files.
  package let unchanged: Int
  /// Of the team's `index.html`.
  package let teamPage: Fingerprint
  /// What later nights tell of this one.
  package let health: NightHealth

  package var counts: [String: Int] {
    ["studios": studios, "files": files, "bytes": bytes, "unchanged": unchanged]
  }
}

extension Stage<WrittenReports> {
  /// Writes the team's page and every studio's, as a folder that appears whole.
  package static func writeReports(
    from intake: Stage<Intake>, _ past: Stage<Past>, _ catalogue: Stage<NightCatalogue>,
    _ activity: Stage<Activity>, _ counting: Stage<StudioCounting>,
    _ matrix: Stage<InteractionMatrix>,
    _ evaluation: Stage<Evaluation>, _ lists: NightListStages, _ judgement: JudgementStages,
    _ positions: Stage<PositionEffects>, _ earlier: Stage<EarlierNights>, _ night: Night
  ) -> Stage {
    Stage(
      "reports", from: intake, past, catalogue, activity, counting, matrix, evaluation,
      lists.served,
      lists.similar, lists.trending, lists.newReleases, judgement.gate, judgement.comparison,
      positions, earlier,
      parameters: ["publish": night.publishing.rawValue, "reports": night.parameters.reports]
        as NamedParameters,
      isStillThere: { $0.isStillThere(in: night) }
    ) {
      context, intake, past, catalogue, activity, counting, matrix, evaluation, served, similar,
      trending, newReleases, gate, comparison, positions, earlier in
      let recommendations = served.table
      let reports = NightReports(
        activity: activity, counting: counting, games: catalogue.catalogue.games,
        developers: catalogue.catalogue.developers, users: catalogue.catalogue.users,
        wishlists: catalogue.catalogue.wishlists, parameters: night.parameters.reports,
        isGenerated: catalogue.catalogue.isGenerated)
      let lists = NightLists(
        personal: recommendations.count(of: .personal),
        genres: recommendations.count(of: .genres),
        popular: recommendations.count(of: .popular),
        similar: (0..<similar.count).count { similar.offsets[$0] < similar.offsets[$0 + 1] })
      let health = NightHealth(past.day, evaluation, gate, lists, servedModels: served.champion)
      let findings = NightFindings(
        trending: trending.lists, newReleases: newReleases.games,
        evaluation: EvaluationTable(evaluation, isPublished: served.champion == nil),
        dataQuality: DataQuality(
          intake.ledger, catalogue.intake, unknownGames: matrix.interactionsWithUnknownGames),
        lists: lists, health: earlier.nights + [health], backtest: trending.backtest.sentence,
        positions: positions.sentence,
        notes: gate.sentences(comparison, served, night.publishing),
        exposure: gate.exposure.map { StudioSizeShare($0) }, drops: FilterDrop.all(gate.filters),
        lineage: StageLineage.all(of: night, context.records))
      let writer = try ReportFolder(night, of: past.day)
      let team = reports.teamFiles(findings).map { SummedReport($0) }
      guard let page = team.first(where: { $0.file.path == "index.html" }) else {
        preconditionFailure("the team's files hold a page")
      }
      let progress = context.progress(total: reports.studios.count, unit: "studios")
      try writer.filled {
        try writer.write(team)
        try reports.eachStudio(night.workers) { files in
          files.map { SummedReport($0) }
        } take: { files in
          try writer.write(files)
          try progress(files.count / 3)
        }
      }
      try writer.close()
      return WrittenReports(
        day: past.day, studios: reports.studios.count, files: writer.files, bytes: writer.bytes,
        unchanged: writer.unchanged, teamPage: page.sum, health: health)
    }
  }
}

extension Night {
  /// The newest reports of a night before a day.
  fileprivate func earlierReports(_ day: Day) throws -> URL? {
    try days(in: reports).last { $0 < day }.map { reports($0) }
  }
}

extension StageLineage {
  /// What a night that is made again, alone, counts otherwise: it is compared with none.
  private static let ofOtherNights: Set = ["comparison", "exploration", "gate"]

  /// The stages of a night, with the counts of those that keep an artifact, whether or not it was made
  /// tonight, which hangs on no other night: so the same night has the same page.
  fileprivate static func all(of night: Night, _ records: [StageRecord]) -> [StageLineage] {
    let counts = Dictionary(
      records.map { ($0.stage, $0.counts) }, uniquingKeysWith: { $1 })
    return Nightly.stages(of: night).map { stage in
      StageLineage(
        name: stage.name, inputs: stage.inputs.map(\.name), grain: stage.grain,
        isKept: stage.isKept,
        counts: stage.isKept && !ofOtherNights.contains(stage.name)
          ? counts[stage.name] ?? [:] : [:])
    }
  }
}

extension WrittenReports {
  /// Of which day a folder's reports are; nil where they do not say.
  static func day(of folder: URL) -> Day? {
    struct TeamReport: Decodable {
      let date: Day
    }
    do {
      let bytes = try DurableFile.read(folder.appending(path: "kpi.json"))
      return try JSONDecoder().decode(TeamReport.self, from: Data(bytes)).date
    } catch {
      return nil
    }
  }

  fileprivate func isStillThere(in night: Night) -> Bool {
    let folder = night.reports(day)
    do {
      let pages = try DurableFile.read(folder.appending(path: "index.html"))
      let names = studios > 0 ? try DurableFile.names(in: folder.appending(path: "studios")) : []
      return Fingerprint(ofBytes: pages) == teamPage
        && names.filter { $0 != "index.html" }.count == studios
        && [
          "kpi.json", "kpi.csv", "digest.md", "definitions.json", "studios.json", "lineage.html",
          Checksums.fileName,
        ].allSatisfy { DurableFile.exists(folder.appending(path: $0)) }
    } catch {
      return false
    }
  }
}

/// A report with the SHA-256 of its bytes.
private struct SummedReport: Sendable {
  let file: ReportFile
  let sum: Fingerprint

  init(_ file: ReportFile) {
    self.file = file
    sum = Fingerprint(ofBytes: file.bytes)
  }
}

/// A folder of reports that takes the place of the old one when it is complete. A class, since it
/// counts what goes through it.
private final class ReportFolder {
  private let place: URL
  private let partial: URL
  private let checkLock: () throws -> Void
  private var sums: [String: Fingerprint] = [:]
  private(set) var files = 0
  private(set) var bytes = 0
  private(set) var unchanged = 0
  /// The reports of a night before, whose files nobody writes again.
  private let earlier: URL?

  init(_ night: Night, of day: Day) throws {
    place = night.reports(day)
    partial = night.partial(of: place)
    checkLock = { try night.checkLock() }
    try DurableFile.createFolder(night.reports)
    try Leftovers.remove(partialsOf: place)
    try DurableFile.createFolder(partial)
    earlier = try night.earlierReports(day)
  }

  /// Has `body` write to the folder; where it fails, the folder goes.
  func filled(_ body: () throws -> Void) throws { try Leftovers.avoided(at: partial, body) }

  func write(_ reports: [SummedReport]) throws {
    for report in reports {
      try write(report.file)
      sums[report.file.path] = report.sum
    }
  }

  private func write(_ report: ReportFile) throws {
    let url = partial.appending(path: report.path)
    try DurableFile.createFolder(url.deletingLastPathComponent())
    if let own = try unchanged(report) {
      try DurableFile.linkOrCopy(own, to: url)
      unchanged += 1
    } else {
      try DurableFile.writePlainly(report.bytes, to: url)
    }
    files += 1
    bytes += report.bytes.count
  }

  /// The earlier night's file of the same bytes.
  private func unchanged(_ report: ReportFile) throws -> URL? {
    guard let url = earlier?.appending(path: report.path), DurableFile.exists(url) else {
      return nil
    }
    let size = try url.resourceValues(forKeys: [.fileSizeKey]).fileSize
    guard size == report.bytes.count else { return nil }
    return try DurableFile.read(url) == report.bytes ? url : nil
  }

  func close() throws {
    try filled {
      try write(ReportFile(path: Checksums.fileName, bytes: Array(Checksums(sums).text.utf8)))
    }
    try checkLock()
    try DurableFile.replaceFolder(place, with: partial)
  }
}
