package import FindieDomain
import FindieFiles
import FindieIngest
package import Foundation

/// Removes what no retained night needs, and what crashed runs left; never the history, the store
/// or the current night.
///
/// ```
/// published/<day>, <reports>/<day>   of a night that is not retained, both together
/// quarantine/<day>                   of a night that is neither retained nor among the newest
/// runs/<day>                         likewise, except those that the team's report shows
/// artifacts/<stage>.artifact         of a stage that no longer exists
/// .<name>.partial, .<name>.old, …    what was being written or removed when a run crashed
/// ```
///
/// Reports are the largest part of a night; `findie backfill` builds them again from the history.
/// Reports of days without a record in this workspace belong to another workspace and are not
/// removed. Files that the program did not make stay in their folder (`OwnFiles`).
///
/// Each item loses its name in one step, so that a reader finds all of it or nothing. An
/// interrupted cleaning is completed by the next one.
package struct Cleaning {
  private let workspace: Workspace
  private let retention: RetentionParameters
  private let minimumRecords: Int
  private let stages: Set<String>

  /// - Parameters:
  ///   - minimumRecords: the number of newest runs whose records are always retained.
  ///   - stages: the names of the pipeline's stages.
  package init(
    _ workspace: Workspace, _ retention: RetentionParameters, minimumRecords: Int,
    stages: Set<String>
  ) {
    self.workspace = workspace
    self.retention = retention
    self.minimumRecords = minimumRecords
    self.stages = stages
  }

  /// - Precondition: the workspace's lock is held, and the folder of reports is not another
  ///   workspace's.
  package func run(isDryRun: Bool = false) throws -> CleaningResult {
    if !isDryRun {
      for folder in [workspace.published, workspace.reports] {
        try Leftovers.putBackReplaced(in: folder)
      }
    }
    let published = try workspace.publishedDays()
    let nights = RetainedNights(
      of: published, current: workspace.currentDay, rolledBack: try workspace.rolledBackDays,
      retention)
    var recordRetention = retention
    recordRetention.nights = max(retention.nights, minimumRecords)
    let runs = try workspace.days(in: workspace.runs)
    let records = RetainedNights(of: runs, current: workspace.currentDay, recordRetention)
    var items: [CleaningResult.Item?] = []
    for day in Set(published + runs).sorted() where !nights.contains(day) {
      for (kind, url) in [
        (CleaningResult.Kind.reports, workspace.reports(day)), (.night, workspace.published(day)),
      ] { items.append(try item(kind, at: url, where: OwnFiles.ofNight(in: url))) }
    }
    let quarantine = workspace.quarantine.folder
    for day in try workspace.days(in: quarantine) where !nights.contains(day) {
      items.append(
        try item(
          .quarantine, at: quarantine.appending(path: "\(day)"), where: OwnFiles.ofQuarantine))
    }
    // Runs come last: only their record shows that they belong to this workspace.
    for day in runs where !records.contains(day) && !nights.contains(day) {
      items.append(try item(.record, at: workspace.run(day).url, where: OwnFiles.ofRun))
    }
    items += try obsoleteArtifacts().map { url in
      CleaningResult.Item(kind: .artifact, url: url, bytes: try DurableFile.size(of: url))
    }
    items += try Leftovers(of: workspace).urls.map { url in
      CleaningResult.Item(kind: .leftover, url: url, bytes: try DurableFile.size(of: url))
    }
    let found = items.compactMap { $0 }
    if !isDryRun {
      for item in found {
        switch item.kind {
        case .leftover: try Leftovers.remove(item.url)
        case .artifact: try DurableFile.remove(item.url)
        case .night, .reports:
          try DurableFile.removeWhole(item.url, where: OwnFiles.ofNight(in: item.url))
        case .quarantine: try DurableFile.removeWhole(item.url, where: OwnFiles.ofQuarantine)
        case .record: try DurableFile.removeWhole(item.url, where: OwnFiles.ofRun)
        }
      }
    }
    return CleaningResult(isDryRun: isDryRun, removed: found, retained: nights.days.sorted())
  }

  /// Nil if the folder is a link or has nothing that the program made.
  private func item(
    _ kind: CleaningResult.Kind, at url: URL, where isOwn: (String) -> Bool
  ) throws -> CleaningResult.Item? {
    guard DurableFile.isFolderItself(url) else { return nil }
    let paths = try DurableFile.files(below: url)
    let own = paths.filter(isOwn)
    guard paths.isEmpty || !own.isEmpty else { return nil }
    return CleaningResult.Item(
      kind: kind, url: url,
      bytes: try own.reduce(0) { try $0 + DurableFile.size(of: url.appending(path: $1)) },
      others: paths.count - own.count)
  }

  private func obsoleteArtifacts() throws -> [URL] {
    guard DurableFile.exists(workspace.artifacts) else { return [] }
    let known = Set(stages.map { "\($0).artifact" })
    return try DurableFile.names(in: workspace.artifacts)
      .filter { OwnFiles.ofArtifacts($0) && $0.hasSuffix(".artifact") && !known.contains($0) }
      .map { workspace.artifacts.appending(path: $0) }
  }
}

/// What a cleaning removed; in a dry run, what it would remove.
package struct CleaningResult: Sendable {
  package enum Kind: String, Codable, Sendable {
    case night, reports, record, quarantine, artifact, leftover

    package var text: String {
      switch self {
      case .night: "published night"
      case .reports: "reports of a night"
      case .record: "record of a run"
      case .quarantine: "rejected lines of a night"
      case .artifact: "artifact of a stage that no longer exists"
      case .leftover: "left by a run that crashed"
      }
    }
  }

  package struct Item: Sendable {
    package let kind: Kind
    package let url: URL
    package let bytes: Int
    /// The number of files in the folder that the program did not make; they stay.
    package var others = 0
  }

  package let isDryRun: Bool
  package let removed: [Item]
  /// The retained nights, in order.
  package let retained: [Day]

  package var isEmpty: Bool { removed.isEmpty }

  package var bytes: Int { removed.reduce(0) { $0 + $1.bytes } }
}
