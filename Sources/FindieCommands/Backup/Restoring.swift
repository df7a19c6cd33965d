package import FindieWorkspace
package import FindieDomain
import FindieFiles
import FindieHistory
package import FindieText
package import FindieWorkers
package import Foundation

/// Replaces a workspace with a backup. Files that are already there are moved aside, not removed.
///
/// The list of forgotten players combines those of the backup, the folder of backups and the
/// workspace. All of these requests are due again, so that the next run removes these players from
/// the restored data.
package struct Restoring {
  private let workspace: Workspace
  private let backup: URL
  private let folder: BackupFolder
  private let replaces: Bool
  private let workers: Workers
  private let now: Timestamp
  private let isStopping: @Sendable () -> Bool

  /// - Parameters:
  ///   - backup: a backup, or the folder of backups, for the newest one.
  ///   - replaces: whether the workspace may already have files.
  /// - Throws: `NotFound` if there is no backup, `CommandFailure` if one is dated in the future.
  package init(
    _ backup: URL, to workspace: Workspace, replaces: Bool, workers: Workers, now: Timestamp,
    isStopping: @escaping @Sendable () -> Bool
  ) throws {
    self.workspace = workspace
    self.replaces = replaces
    self.workers = workers
    self.now = now
    self.isStopping = isStopping
    let url = backup.absoluteURL.standardizedFileURL
    if DurableFile.exists(url.appending(path: BackupManifest.fileName)) {
      self.backup = url
      folder = BackupFolder(url: url.deletingLastPathComponent())
    } else {
      folder = BackupFolder(url: url)
      let (past, future) = try folder.backups(upTo: now)
      if let wrong = future.last {
        throw CommandFailure(
          .failed,
          "\(wrong.path) is dated after now, \(now): the clock was wrong then, or is now, so the "
            + "newest backup is not known. Nothing was changed. "
            + (past.last.map { "Name the backup to restore, such as \($0.path)." }
              ?? "Name the backup to restore."))
      }
      guard let newest = past.last else {
        throw NotFound(
          "There is no backup in \(url.path). Name the folder that `findie backup` wrote to, or "
            + "one of its backups.")
      }
      self.backup = newest
    }
  }

  /// Checks the whole backup, then restores it. If this is interrupted, no run uses the workspace
  /// until a restore completes.
  ///
  /// - Throws: `UnusablePart`, `CommandFailure`, before anything is changed; `FileFailure`,
  ///   `Stopped`.
  package func run() throws -> RestoreResult {
    let manifest = try BackupManifest(of: backup)
    try checkWorkspace(manifest)
    try check(manifest)
    let lock = try WorkspaceLock(workspace: workspace.folder)
    defer { withExtendedLifetime(lock) {} }
    let requests = try requests()
    let marker = workspace.restoreMarker
    try DurableFile.write(Array("\(backup.path)\n".utf8), to: marker)
    let aside = try moveAside(manifest)
    try copy(manifest)
    if let requests = requests.all {
      var requests = requests
      requests.repeatAll()
      try requests.claim(for: manifest.workspace, in: workspace)
    }
    var identity = WorkspaceIdentity(id: manifest.workspace)
    identity.backups = [folder.url.path]
    try identity.write(to: workspace)
    if let night = manifest.night {
      try DurableFile.link(workspace.current, to: night.description)
    }
    try DurableFile.syncFileSystem(of: workspace.folder)
    try DurableFile.remove(marker)
    return RestoreResult(
      backup: backup.path, takenAt: manifest.takenAt, workspace: workspace.folder.path,
      night: manifest.night, files: manifest.files.count, bytes: manifest.bytes,
      movedTo: aside?.path, requests: requests.all?.knownRequests.count ?? 0,
      knowsLaterRequests: requests.areOfWorkspace)
  }

  /// Checks that the workspace is the one in the backup, or empty.
  private func checkWorkspace(_ manifest: BackupManifest) throws {
    guard DurableFile.exists(workspace.folder) else { return }
    var id: String?
    do {
      id = try WorkspaceIdentity(in: workspace)?.id ?? workspace.history.ledger().workspace
    } catch {
      // A damaged part is a reason to restore.
    }
    if let id, id != manifest.workspace {
      throw UnusablePart(
        backup,
        "is a backup of another workspace, with the id \(manifest.workspace.prefix(8)); "
          + "\(workspace.folder.path) has the id \(id.prefix(8))",
        remedy:
          "name another --workspace; or, if the night made \(workspace.folder.path) by mistake "
          + "after the workspace was lost, move it and its reports away, restore, run the night, "
          + "and remove what you moved"
      )
    }
    guard !replaces, !DurableFile.exists(workspace.restoreMarker) else { return }
    let names = try DurableFile.names(in: workspace.folder)
    guard names.isEmpty else {
      throw CommandFailure(
        .failed,
        "\(workspace.folder.path) has files (\(names.prefix(5).joined(separator: ", "))). Nothing "
          + "was changed. To move them aside and restore the backup, add --replace.")
    }
  }

  /// Compares every file of the backup with its checksum.
  private func check(_ manifest: BackupManifest) throws {
    let problems = try workers.map(manifest.files.count) { index -> String? in
      if isStopping() { throw Stopped() }
      let file = manifest.files[index]
      guard !file.path.split(separator: "/").contains("..") else {
        return "\(file.path) leads out of the backup"
      }
      let url = backup.appending(path: file.path)
      guard DurableFile.exists(url) else { return "\(file.path) is missing" }
      return try Fingerprint(ofFile: url) == file.sha256
        ? nil : "\(file.path) differs from its checksum"
    }.compactMap(\.self)
    guard problems.isEmpty else {
      throw CommandFailure(
        .failed,
        "The backup \(backup.path) is damaged: \(problems.prefix(5).joined(separator: "; "))"
          + (problems.count > 5 ? "; and \(problems.count - 5) more files" : "")
          + ". Nothing was changed. Restore an earlier backup: name its folder.")
    }
  }

  /// The known requests to forget players.
  ///
  /// - Returns: also whether a list with requests since the backup could be read.
  private func requests() throws -> (all: Tombstones?, areOfWorkspace: Bool) {
    let saved = try Tombstones(in: Workspace(backup.appending(path: "workspace")))
    let beside = try folder.requests()
    var own: Tombstones?
    do {
      own = try Tombstones(in: workspace)
    } catch let failure as FileFailure {
      throw failure
    } catch {
      // Neither the list nor its copy can be read.
    }
    let all = [own, beside, saved].compactMap(\.self).reduce(nil as Tombstones?) { all, more in
      all?.merged(with: more) ?? more
    }
    return (all, own != nil || beside != nil)
  }

  /// Moves the workspace's files, and reports that will be restored, to a new folder.
  ///
  /// - Returns: nil if there was nothing.
  private func moveAside(_ manifest: BackupManifest) throws -> URL? {
    let time = BackupFolder.name(of: now)
    var (aside, number) = (workspace.folder.appending(path: "replaced-\(time)"), 1)
    while DurableFile.exists(aside) {
      number += 1
      aside = workspace.folder.appending(path: "replaced-\(time)-\(number)")
    }
    var moves: [(URL, URL)] = []
    let store = Workspace.storeName
    for name in Workspace.folderNames + [
      store, store + "-wal", store + "-shm", "workspace.json", "forgotten.json", ".forgotten.json",
    ] {
      moves.append((workspace.folder.appending(path: name), aside.appending(path: name)))
    }
    let days = Set(
      manifest.files.filter { $0.path.hasPrefix("reports/") }.compactMap {
        Day(String($0.path.split(separator: "/")[1]))
      })
    for day in days.sorted() {
      let name = ".\(day).\(aside.lastPathComponent)"
      moves.append((workspace.reports(day), workspace.reports.appending(path: name)))
    }
    moves.removeAll { !DurableFile.exists($0.0) }
    guard !moves.isEmpty else { return nil }
    try DurableFile.createFolder(aside, access: .ownerOnly)
    for (from, to) in moves { try DurableFile.move(from, to: to) }
    return aside
  }

  private func copy(_ manifest: BackupManifest) throws {
    try DurableFile.createFolder(workspace.history.folder, access: .ownerOnly)
    var created: Set<String> = []
    for file in manifest.files {
      if isStopping() { throw Stopped() }
      let parts = file.path.split(separator: "/", maxSplits: 1)
      guard parts.count == 2, file.path != "workspace/forgotten.json" else { continue }
      let root = parts[0] == "reports" ? workspace.reports : workspace.folder
      let url = root.appending(path: String(parts[1]))
      let parent = url.deletingLastPathComponent()
      if created.insert(parent.path).inserted {
        let isPrivate = ["history/", "quarantine/", "sync/", "notify/"].contains {
          parts[1].hasPrefix($0)
        }
        try DurableFile.createFolder(
          parent, access: parts[0] == "workspace" && isPrivate ? .ownerOnly : .shared)
      }
      try DurableFile.remove(url)
      try DurableFile.copy(backup.appending(path: file.path), to: url)
    }
  }
}

/// A backup that was restored.
package struct RestoreResult: Codable, Sendable {
  package let backup: String
  package let takenAt: Timestamp
  package let workspace: String
  /// The published night; nil if none was.
  package let night: Day?
  package let files: Int
  package let bytes: Int64
  /// The folder with the files that were in the workspace; nil if there were none.
  package let movedTo: String?
  /// The requests to forget players, which the next run carries out.
  package let requests: Int
  /// Whether the requests made since the backup are known.
  package let knowsLaterRequests: Bool

  package var answer: Answer {
    var lines = [
      "Restored the backup of \(takenAt) to \(workspace): \(files.counted("file")), "
        + "\(FileSize(Int(bytes)))."
    ]
    lines.append(
      night.map { "The published night is that of \($0)." } ?? "No night is published.")
    if requests > 0 {
      lines.append("The next run removes \(requests.counted("forgotten player")) again.")
    }
    if !knowsLaterRequests {
      lines.append(
        "! Requests to forget players since the backup are not known. Send them again before the "
          + "next run: findie forget --from FILE")
    }
    if let movedTo {
      lines.append(
        "The files that were there are in \(movedTo), and their reports beside the restored ones, "
          + "in hidden folders of that name. Remove them when the next night is published: they "
          + "may have forgotten players."
      )
    }
    lines.append("Next: run the night with the export of all days since then, and `findie verify`.")
    return Answer(text: lines.joined(separator: "\n"), json: canonicalLine(self))
  }
}
