import FindieDomain
import FindieFiles
import FindieHistory
import FindieStore
import FindieWorkers
import FindieWorkspace
import Foundation

/// Restores a backup: in the place of a workspace, whose files are moved aside and not removed, or
/// as a separate workspace.
///
/// The restored workspace has a new id, so that no part of it is taken for a part of the backed-up
/// workspace, or of another one that was restored from the same backup.
///
/// The requests to forget players are those of the workspace, of the folder of backups and of all
/// backups in it. They are written before anything else, and are due again, so that the next run
/// removes these players from the restored data. If the workspace's own requests cannot be read,
/// some may be missing, and no night runs until the user says that all are known.
struct Restoring {
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
  init(
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
  func run() throws -> RestoreResult {
    let manifest = try BackupManifest(of: backup)
    let own = ownIdentity
    try checkWorkspace(manifest, own)
    try checkReports(manifest, own)
    try check(manifest)
    let lock = try WorkspaceLock(workspace: workspace.folder)
    defer { withExtendedLifetime(lock) {} }
    let requests = try requests(own)
    let identity = identity(of: manifest, own, requests)
    try DurableFile.write(command + "\n", to: workspace.restoreMarker)
    try identity.write(to: workspace)
    try requests.all?.writeBesideStore(of: workspace)
    let aside = try moveAside(manifest)
    try copy(manifest)
    try claim(manifest, identity)
    try requests.all?.write(to: workspace)
    if replaces { _ = try requests.all?.writeToBackups(of: workspace) }
    if let night = manifest.night {
      try DurableFile.link(workspace.current, to: night.description)
    }
    try DurableFile.syncFileSystem(of: workspace.folder)
    try DurableFile.remove(workspace.restoreMarker)
    return RestoreResult(
      backup: backup.path, takenAt: manifest.takenAt, workspace: workspace.folder.path,
      night: manifest.night, files: manifest.files.count, bytes: manifest.bytes,
      movedTo: aside?.path, requests: requests.all?.knownRequests.count ?? 0,
      knowsLaterRequests: identity.requestsMissingSince == nil, isSeparate: !replaces,
      completing: workspace.command("forget --from FILE --complete"))
  }

  /// The command that repeats the restore.
  private var command: String {
    workspace.commandWithReports("restore \(backup.path)" + (replaces ? " --replace" : ""))
  }

  /// The identity of the workspace that is there; nil if it is missing or damaged.
  private var ownIdentity: WorkspaceIdentity? {
    do {
      return try WorkspaceIdentity(in: workspace)
    } catch {
      // A damaged part is a reason to restore.
      return nil
    }
  }

  /// Whether an earlier restore to the workspace was interrupted.
  private var isRepeated: Bool { DurableFile.exists(workspace.restoreMarker) }

  /// Whether a workspace is the one in the backup, or one of both was restored from the other.
  private func isRelated(_ other: WorkspaceIdentity, _ manifest: BackupManifest) -> Bool {
    other.descends(from: manifest.workspace) || manifest.identity.descends(from: other.id)
      || folder.owner?.descends(from: other.id) ?? false
  }

  /// Checks that the workspace is the one in the backup, or empty.
  private func checkWorkspace(_ manifest: BackupManifest, _ own: WorkspaceIdentity?) throws {
    guard DurableFile.exists(workspace.folder) else { return }
    var history: WorkspaceIdentity?
    do {
      history = try workspace.history.ledger().workspace.map { WorkspaceIdentity(id: $0) }
    } catch {
      // A damaged part is a reason to restore.
    }
    if let other = own ?? history, !isRelated(other, manifest) {
      throw UnusablePart(
        backup,
        "is a backup of another workspace, with the id \(manifest.workspace.prefix(8)); "
          + "\(workspace.folder.path) has the id \(other.id.prefix(8))",
        remedy:
          "name another --workspace; or, if the night made \(workspace.folder.path) by mistake "
          + "after the workspace was lost, move it and its reports away, restore, run the night, "
          + "and remove what you moved"
      )
    }
    // A wrong `workspace.json` alone is a reason to restore.
    if let own, own.isSeparate, isRepeated ? replaces : own.id == history?.id {
      throw CommandFailure(
        .failed,
        "\(workspace.folder.path) is a separate workspace that was restored from a backup, and "
          + "cannot take the place of the lost one. Nothing was changed. Name an empty folder with "
          + "--workspace, or remove that workspace and its reports first.")
    }
    guard !replaces, !isRepeated else { return }
    let names = try DurableFile.names(in: workspace.folder)
    guard names.isEmpty else {
      throw CommandFailure(
        .failed,
        "\(workspace.folder.path) has files (\(names.prefix(5).joined(separator: ", "))). Nothing "
          + "was changed. To move them aside and restore the backup, add --replace.")
    }
  }

  /// Checks that the folder of reports is that of the workspace in the backup. A separate workspace
  /// needs an empty one.
  private func checkReports(_ manifest: BackupManifest, _ own: WorkspaceIdentity?) throws {
    let (folder, remedy) = (workspace.reports, "name an empty folder with --reports")
    guard DurableFile.exists(folder) else { return }
    var owner: WorkspaceIdentity?
    do {
      owner = try WorkspaceIdentity(owning: folder)
    } catch WorkspaceFailure.unreadableIdentity {
      // Its place is taken, or the folder is refused, as if it named none.
    }
    // An interrupted restore may have named the workspace, and not yet its reports.
    if let owner, let own,
      owner.id == own.id || own.descends(from: owner.id) && own.reports == workspace.reportsPath
    {
      return
    }
    guard replaces else {
      guard try owner == nil && (isRepeated || workspace.days(in: folder).isEmpty) else {
        throw UnusablePart(
          folder, "has the reports of a workspace",
          remedy: "\(remedy), or add --replace if the restored workspace takes its place")
      }
      return
    }
    if let owner, !owner.descends(from: manifest.workspace) {
      throw UnusablePart(
        folder, "has the reports of another workspace, with the id \(owner.id.prefix(8))",
        remedy: remedy)
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
      do throws(FileFailure) {
        return try Fingerprint(ofFile: url) == file.sha256
          ? nil : "\(file.path) differs from its checksum"
      } catch {
        return "\(file.path) cannot be read (\(error.reason))"
      }
    }.compactMap(\.self)
    guard problems.isEmpty else {
      throw CommandFailure(
        .failed,
        "The backup \(backup.path) is damaged: \(problems.prefix(5).joined(separator: "; "))"
          + (problems.count > 5 ? "; and \(problems.count - 5) more files" : "")
          + ". Nothing was changed. Restore an earlier backup: name its folder.")
    }
  }

  /// The known requests to forget players, all of them due again.
  ///
  /// - Returns: also whether all requests of the workspace are known.
  private func requests(
    _ own: WorkspaceIdentity?
  ) throws -> (all: Tombstones?, areComplete: Bool) {
    let copies = try RequestCopies(
      in: [workspace.folder, backup.appending(path: "workspace")])
    var all: Tombstones?
    do {
      all = try RequestCopies.union(of: [copies, folder.requests()])
    } catch WorkspaceFailure.unreadableRequests(_, _, isDamaged: true) {
      // No list can be read.
    }
    all?.repeatAll()
    let lost = Set(own?.requests ?? []).subtracting(all?.knownRequests ?? [])
    return (all, lost.isEmpty && own.map { $0.requestsMissingSince == nil } ?? false)
  }

  /// The identity of the restored workspace.
  private func identity(
    of manifest: BackupManifest, _ own: WorkspaceIdentity?,
    _ requests: (all: Tombstones?, areComplete: Bool)
  ) -> WorkspaceIdentity {
    var identity = WorkspaceIdentity(newFor: workspace, at: now)
    let owner = replaces ? folder.owner.flatMap { isRelated($0, manifest) ? $0 : nil } : nil
    let related = [own, manifest.identity, owner].compactMap(\.self)
    identity.origins = Set(related.flatMap { [$0.id] + ($0.origins ?? []) }).sorted()
    if replaces {
      // A backup that was copied elsewhere lies in no folder of backups.
      let folders = related.flatMap { $0.backups ?? [] } + (owner == nil ? [] : [folder.url.path])
      identity.backups = Set(folders).sorted()
    }
    identity.reports = workspace.reportsPath
    let known = Set(own?.requests ?? []).union(requests.all?.knownRequests ?? [])
    if !known.isEmpty { identity.requests = known.sorted() }
    if !requests.areComplete {
      identity.requestsMissingSince = [
        own?.requestsMissingSince, manifest.identity.requestsMissingSince, manifest.takenAt,
      ].compactMap(\.self).min()
    }
    return identity
  }

  /// Names the restored workspace in its parts, in its folder of reports and, if it takes the place
  /// of the lost one, in the folder of backups.
  private func claim(_ manifest: BackupManifest, _ identity: WorkspaceIdentity) throws {
    try workspace.history.claim(for: identity.id)
    if DurableFile.exists(workspace.store) {
      let store = try WorkspaceStore(at: workspace.store)
      let owner = try store.owner()
      try store.claim(
        for: WorkspaceStore.Owner(
          workspace: identity.id, changes: owner?.changes ?? 0, forgotten: owner?.forgotten))
      try store.close()
    }
    if DurableFile.exists(workspace.published) {
      try identity.own(workspace.published, hasRequests: false)
    }
    try DurableFile.createFolder(workspace.reports)
    try identity.own(workspace.reports, hasRequests: true)
    guard replaces, let owner = folder.owner, isRelated(owner, manifest) else { return }
    do {
      try folder.name(identity)
    } catch {
      // It may be read-only. The next backup names the workspace.
    }
  }

  /// Moves the workspace's files, and reports that will be restored, to a new folder.
  ///
  /// - Returns: nil if there was nothing.
  private func moveAside(_ manifest: BackupManifest) throws -> URL? {
    let aside = workspace.folder.appending(
      path: workspace.folder.unusedName("replaced-\(BackupFolder.name(of: now))"))
    var moves: [(URL, URL)] = []
    let store = Workspace.storeName
    // The requests to forget players and the identity stay, and are written anew.
    for name in Workspace.folderNames + [store, store + "-wal", store + "-shm"] {
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
