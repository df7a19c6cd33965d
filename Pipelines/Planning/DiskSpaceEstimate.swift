import FindieFiles
import FindieHistory
import FindieIngest
import FindieText
import FindieWorkspace
import Foundation

/// The disk space that a nightly run may need.
///
/// ```
/// lists, store, models   the size of the published night: the old folder is retained
/// reports                the size of the last reports
/// artifacts              the largest one: an artifact is written before it replaces the old one
/// events                 the size of the files to read, times eight if they are compressed
/// ```
///
/// On a first night, lists and reports count as much as the input. After tasks on several machines
/// have read the events, these need no more space.
struct DiskSpaceEstimate {
  typealias Part = (name: String, folder: URL, bytes: Int)

  let parts: [Part]

  init(of night: Night) throws {
    let (workspace, reports) = (night.workspace.folder, night.workspace.reports)
    let input = try night.input.isStream ? (events: 0, all: 0) : night.sizeOfInput()
    let events: Part = (
      "events", workspace, night.options.executor.readsEvents ? input.events : 0
    )
    guard let day = night.workspace.currentDay else {
      parts = [
        events, ("lists and store", workspace, input.all), ("reports", reports, input.all),
      ]
      return
    }
    let artifacts =
      try DurableFile.exists(night.artifacts) ? DurableFile.entries(of: night.artifacts) : []
    let last = ArtifactReader.header(of: night.artifacts.appending(path: "reports.artifact"))
    parts = [
      events,
      ("lists and store", workspace, try DurableFile.size(of: night.workspace.published(day))),
      ("artifacts", workspace, artifacts.map(\.size).max() ?? 0),
      ("reports", reports, last?.summary.counts["bytes"] ?? 0),
    ]
  }

  /// - Throws: `NightRefusal`.
  func check() throws {
    for (_, parts) in Dictionary(grouping: parts, by: { DurableFile.disk(near: $0.folder) }) {
      let needed = parts.reduce(0) { $0 + $1.bytes }
      guard let free = DurableFile.freeBytes(near: parts[0].folder), needed > free else { continue }
      throw NightRefusal.diskSpace(parts[0].folder, needed: needed, free: Int(free), parts)
    }
  }
}

extension NightRefusal {
  fileprivate static func diskSpace(
    _ folder: URL, needed: Int, free: Int, _ parts: [DiskSpaceEstimate.Part]
  ) -> NightRefusal {
    let details = parts.filter { $0.bytes > 0 }.map { "\($0.name) \(FileSize($0.bytes))" }
      .joined(separator: ", ")
    return NightRefusal(
      .cannotWrite,
      "The run may need \(FileSize(needed)) on the disk of \(folder.path) (\(details)), but "
        + "\(FileSize(free)) is free. Nothing was changed. Free some space: findie clean removes "
        + "old nights, and with --dry-run shows which. Lower values of retention.nights and "
        + "retention.monthly allow it to remove more. To run without this check, add "
        + "--no-space-check.")
  }
}

extension Night {
  /// Checks that there is enough disk space, if there is anything to do.
  ///
  /// - Throws: `NightRefusal`.
  func checkDiskSpace() throws {
    guard options.checksDiskSpace, recipe == nil else { return }
    do {
      try DiskSpaceEstimate(of: self).check()
    } catch let refusal as NightRefusal {
      // A run that finds nothing to do needs no space.
      guard try input.isStream || NightPlan(of: self).hasWork else { return }
      throw refusal
    }
  }

  fileprivate func sizeOfInput() throws -> (events: Int, all: Int) {
    func expanded(_ source: InputSource) -> Int {
      Int(source.size) * (source.compression == .none ? 1 : 8)
    }
    let folder = try inputFolder()
    let new = unreadSources(folder, try workspace.history.ledger())
    return (
      new.reduce(0) { $0 + expanded($1) }, folder.sources.reduce(0) { $0 + expanded($1) }
    )
  }
}
