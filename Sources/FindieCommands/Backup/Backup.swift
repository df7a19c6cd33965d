package import FindieDomain
import FindieFiles
import FindieHistory
import FindieIngest
package import FindieNight
package import FindieText
import FindieStore
import FindieWorkspace
package import Foundation

/// Copies a workspace to a folder of backups, even while a night runs.
///
/// The parts are copied in this order: published nights, store, history, requests to forget
/// players. So each part is at least as new as the earlier parts that refer to it. A part that
/// changes while it is copied is copied again. Artifacts and days by game are left out, since a run
/// computes them again.
package struct Backup {
  private let night: Night
  private let folder: BackupFolder
  private let isStopping: @Sendable () -> Bool

  /// - Parameters:
  ///   - night: provides the workspace, reports and clock.
  ///   - folder: empty, or with earlier backups of the same workspace.
  package init(of night: Night, to folder: URL, isStopping: @escaping @Sendable () -> Bool) {
    self.night = night
    self.folder = BackupFolder(url: folder.absoluteURL.standardizedFileURL)
    self.isStopping = isStopping
  }

  private var workspace: Workspace { night.workspace }

  /// - Throws: `NotFound`, `UnusablePart`, `FileFailure`, `StoreFailure`, `Stopped`. The folder
  ///   then still has the earlier backups.
  package func run() throws -> BackupResult {
    try workspace.checkExists()
    try workspace.checkReports()
    try checkFolder()
    var identity = try identity()
    try folder.claim(for: identity)
    let lock = try WorkspaceLock(workspace: folder.url)
    defer { withExtendedLifetime(lock) {} }
    identity = try remember() ?? identity
    try removeLeftovers()
    let name = folder.url.unusedName(BackupFolder.name(of: night.clock.now))
    let partial = folder.url.appending(path: ".\(name).partial")
    let (past, future) = try folder.backups(upTo: night.clock.now)
    var copy = try BackupCopy(
      to: partial, previous: past.last, isStopping: isStopping)
    let manifest = try Leftovers.removing(at: partial) {
      let manifest = try fill(&copy, identity)
      try DurableFile.write(
        canonicalLine(manifest), to: partial.appending(path: BackupManifest.fileName),
        access: .ownerOnly)
      try DurableFile.replaceFolder(folder.url.appending(path: name), with: partial)
      return manifest
    }
    try writeRequests()
    return BackupResult(
      backup: folder.url.appending(path: name).path, night: manifest.night,
      files: manifest.files.count, bytes: manifest.bytes, copiedBytes: copy.copiedBytes,
      damagedNights: copy.damagedNights, damagedCopies: copy.damagedCopies.sorted(),
      futureBackups: future.map(\.path))
  }

  private func checkFolder() throws {
    // Only the links of a path that exists are resolved.
    var (existing, rest) = (folder.url, [String]())
    while !DurableFile.exists(existing), existing.pathComponents.count > 1 {
      rest.insert(existing.lastPathComponent, at: 0)
      existing.deleteLastPathComponent()
    }
    let (inner, outer) = (
      existing.resolvingSymlinksInPath().pathComponents + rest,
      workspace.folder.absoluteURL.resolvingSymlinksInPath().pathComponents
    )
    guard inner.starts(with: outer) else { return }
    throw UnusablePart(
      folder.url, "is in the workspace, and would be lost with it",
      remedy: "choose a folder on another disk")
  }

  /// A workspace of an earlier version has no id yet.
  private func identity() throws -> WorkspaceIdentity {
    if let identity = try WorkspaceIdentity(in: workspace) { return identity }
    let lock = try WorkspaceLock(workspace: workspace.folder)
    defer { withExtendedLifetime(lock) {} }
    try night.checkWorkspace()
    guard let identity = try WorkspaceIdentity(in: workspace) else { throw workspace.noHistory }
    return identity
  }

  /// Writes the folder's path to `workspace.json` before there is a backup, so that each later
  /// request to forget a player is added to the folder, also if this process is killed.
  ///
  /// - Returns: nil if there is no such file.
  private func remember() throws -> WorkspaceIdentity? {
    try WorkspaceIdentity.change(in: workspace) {
      $0.backups = Set($0.backups ?? []).union([folder.url.path]).sorted()
    }
  }

  /// Writes the requests to forget players beside the backups. A request that is made at the same
  /// time is not written over: its own write comes after that to the workspace, which is read
  /// again.
  private func writeRequests() throws {
    var written: Tombstones?
    repeat {
      written = try Tombstones(in: workspace)
      _ = try written?.writeToBackups(of: workspace)
    } while try Tombstones(in: workspace) != written
  }

  private func removeLeftovers() throws {
    for entry in try DurableFile.entries(of: folder.url) {
      let name = entry.url.lastPathComponent
      guard name.hasPrefix("."), name.hasSuffix(".partial"), entry.isFolder else { continue }
      try DurableFile.removeTemporary(entry.url)
    }
  }

  private func fill(
    _ copy: inout BackupCopy, _ identity: WorkspaceIdentity
  ) throws -> BackupManifest {
    let current = workspace.currentDay
    for day in try workspace.publishedDays() {
      let isCurrent = day == current
      try copy.addNight(
        workspace.published(day), as: "workspace/published/\(day)", isNeeded: isCurrent)
      try copy.addNight(workspace.reports(day), as: "reports/\(day)", isNeeded: false)
    }
    try copy.addFolder(workspace.runs, as: "workspace/runs")
    try copyStore(&copy)
    try copyHistory(&copy)
    try copy.addFolder(workspace.quarantine.folder, as: "workspace/quarantine")
    try copy.addFolder(workspace.sync, as: "workspace/sync")
    try copy.addFolder(workspace.notify, as: "workspace/notify")
    if let requests = try Tombstones(in: workspace) {
      try copy.add(as: "workspace/forgotten.json") {
        try DurableFile.write(canonicalLine(requests.sealed), to: $0, access: .ownerOnly)
      }
    }
    return BackupManifest(
      of: identity, takenAt: night.clock.now, night: current, files: copy.files)
  }

  private func copyStore(_ copy: inout BackupCopy) throws {
    guard DurableFile.exists(workspace.store) else { return }
    try copy.add(as: "workspace/\(Workspace.storeName)") {
      try WorkspaceStore.copy(workspace.store, to: $0)
    }
  }

  /// Copies the files that the ledger names, then that ledger. Starts again with the new ledger if
  /// a run removes one of the files during the copy.
  private func copyHistory(_ copy: inout BackupCopy) throws {
    let history = workspace.history
    guard DurableFile.exists(history.folder) else { return }
    while true {
      let ledger = try history.ledger()
      do {
        for file in history.files(of: ledger) {
          try copy.add(file.url, as: "workspace/history/\(file.path)")
        }
        try copy.add(as: "workspace/history/ledger.json") { try history.write(ledger, to: $0) }
        return
      } catch let failure as FileFailure where failure.isMissing {
        if try history.ledger() == ledger { throw failure }
      }
    }
  }
}

/// A backup that was taken.
package struct BackupResult: Codable, Sendable {
  /// The folder of the backup.
  package let backup: String
  /// The night that readers saw; nil if none was published.
  package let night: Day?
  package let files: Int
  package let bytes: Int64
  /// The number of bytes that the previous backup did not have.
  package let copiedBytes: Int64
  /// Published nights or reports whose files differ from their checksums.
  package let damagedNights: [String]
  /// Files of the previous backup that were missing or differed from their checksums, and were
  /// copied again.
  package let damagedCopies: [String]
  /// Backups that are dated after this one.
  package let futureBackups: [String]

  package var answer: Answer {
    var lines = [
      "Backup \(backup): \(files.counted("file")), \(FileSize(Int(bytes))), of which "
        + "\(FileSize(Int(copiedBytes))) were copied."
    ]
    lines.append(night.map { "The published night is that of \($0)." } ?? "No night is published.")
    for night in damagedNights {
      lines.append("! \(night) is damaged, and so is its copy. `findie verify` says what to do.")
    }
    if let first = damagedCopies.first {
      lines.append(
        "! The previous backup has \(damagedCopies.count.counted("damaged file")) (\(first)"
          + (damagedCopies.count > 1 ? ", …" : "") + "). This backup has new copies. Earlier "
          + "backups may have the same damage: check the disk.")
    }
    if let newest = futureBackups.last {
      lines.append(
        "! \(newest) is dated after this backup: the clock was wrong then, or is wrong now. "
          + "Correct the clock, or rename or remove that backup. Until then, tell `findie restore` "
          + "which backup to restore.")
    }
    return Answer(text: lines.joined(separator: "\n"), json: canonicalLine(self))
  }
}
