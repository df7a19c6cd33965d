package import FindieDomain
import FindieFiles
import FindieWorkspace
import Foundation

/// The files of a backup while it is written.
struct BackupCopy {
  private let folder: URL
  private let previous: URL?
  private var known: [ExactText: BackupManifest.File] = [:]
  private var added: [ExactText: BackupManifest.File] = [:]
  /// The first path of each file with several names (hard links), such as most reports.
  private var paths: [[UInt64]: String] = [:]
  private let isStopping: @Sendable () -> Bool
  private(set) var copiedBytes: Int64 = 0
  private(set) var damagedNights: [String] = []
  /// The files of the previous backup that are missing, cannot be read or differ from their
  /// checksums, and were copied again.
  private(set) var damagedCopies: Set<String> = []

  /// - Parameter previous: the backup whose files are linked if they did not change; nil for none.
  init(
    to folder: URL, previous: URL?, isStopping: @escaping @Sendable () -> Bool
  ) throws {
    self.folder = folder
    self.previous = previous
    self.isStopping = isStopping
    do {
      let manifest = try previous.map { try BackupManifest(of: $0) }
      for file in manifest?.files ?? [] { known[ExactText(file.path)] = file }
    } catch is UnusablePart {
      // Everything is copied.
      damagedCopies = [BackupManifest.fileName]
    }
    try DurableFile.createFolder(folder, access: .ownerOnly)
  }

  var files: [BackupManifest.File] { Array(added.values) }

  /// Adds a file, as a link to the previous backup's if size and modification time are the same and
  /// the previous backup's file has its checksum: nothing else shows that a disk still has what was
  /// written.
  ///
  /// - Throws: `FileFailure`; `isMissing` if the file was removed.
  mutating func add(_ source: URL, as path: String) throws {
    while true {
      guard let before = FileStatus(source) else {
        throw FileFailure(missing: source)
      }
      // Pipes and devices would block.
      guard before.kind == .file else { return }
      if try !link(before, as: path) {
        try write(path) { try DurableFile.copy(source, to: $0) }
        guard FileStatus(source) == before else { continue }
        try record(path, modified: before.modifiedNanoseconds)
        copiedBytes += before.size
      }
      if paths[before.identity] == nil { paths[before.identity] = path }
      return
    }
  }

  /// Adds a file that `body` writes.
  mutating func add(as path: String, _ body: (URL) throws -> Void) throws {
    try write(path, body)
    try record(path, modified: 0)
    copiedBytes += added[ExactText(path)]?.size ?? 0
  }

  /// Adds the files below a folder, without hidden ones and without those that are removed during
  /// the copy.
  mutating func addFolder(_ source: URL, as path: String) throws {
    guard DurableFile.exists(source) else { return }
    for entry in try DurableFile.entries(of: source) {
      let name = entry.url.lastPathComponent
      if name.hasPrefix("."), !OwnFiles.isOfNight(hidden: name) { continue }
      do {
        if entry.isFolder {
          try addFolder(entry.url, as: "\(path)/\(name)")
        } else {
          try add(entry.url, as: "\(path)/\(name)")
        }
      } catch let failure as FileFailure where failure.isMissing {
        continue
      }
    }
  }

  /// Adds a published night, or its reports, as a whole: the files must match the checksums in it.
  ///
  /// - Parameter isNeeded: whether it is an error if the night disappears during the copy.
  mutating func addNight(_ source: URL, as path: String, isNeeded: Bool) throws {
    let attempts = 3
    for attempt in 1...attempts {
      guard isNeeded || DurableFile.exists(source) else { return }
      let before = added
      do {
        try addFolder(source, as: path)
        guard let sums = try Checksums(in: folder.appending(path: path)) else { return }
        let isWhole = sums.sums.allSatisfy { name, sum in
          added[ExactText("\(path)/\(name)")]?.sha256.hexadecimal == sum
        }
        if isWhole { return }
      } catch WorkspaceFailure.unreadableChecksums {
        // Treated like a file that differs.
      }
      if attempt == attempts {
        damagedNights.append(source.path)
      } else {
        added = before
      }
    }
  }

  private mutating func link(_ source: FileStatus, as path: String) throws -> Bool {
    let places = [
      paths[source.identity].flatMap { added[ExactText($0)] }.map { (folder, $0) },
      previous.flatMap { previous in known[ExactText(path)].map { (previous, $0) } },
    ]
    for case (let place, let file)? in places
    where file.size == source.size && file.modifiedNanoseconds == source.modifiedNanoseconds {
      let copy = place.appending(path: file.path)
      do {
        if place == folder || isWhole(copy, file) {
          try write(path) { try DurableFile.linkOrCopy(copy, to: $0) }
          added[ExactText(path)] = BackupManifest.File(
            path: path, size: file.size, modifiedNanoseconds: file.modifiedNanoseconds,
            sha256: file.sha256)
          return true
        }
      } catch let failure as FileFailure where failure.isMissing {
        // It was removed after it was read.
      }
      damagedCopies.insert(file.path)
    }
    return false
  }

  private func isWhole(_ copy: URL, _ file: BackupManifest.File) -> Bool {
    do {
      return try Int64(DurableFile.size(of: copy)) == file.size
        && Fingerprint(ofFile: copy) == file.sha256
    } catch {
      // It is missing, or the disk cannot read it.
      return false
    }
  }

  private func write(_ path: String, _ body: (URL) throws -> Void) throws {
    if isStopping() { throw Stopped() }
    let url = folder.appending(path: path)
    try DurableFile.createFolder(url.deletingLastPathComponent(), access: .ownerOnly)
    try DurableFile.remove(url)
    try body(url)
  }

  private mutating func record(_ path: String, modified: Int64) throws {
    let url = folder.appending(path: path)
    added[ExactText(path)] = BackupManifest.File(
      path: path, size: Int64(try DurableFile.size(of: url)), modifiedNanoseconds: modified,
      sha256: try Fingerprint(ofFile: url))
  }
}

/// What a backup has, `backup.json`.
package struct BackupManifest: Codable, Sendable {
  /// A file of a backup.
  struct File: Codable, Sendable {
    /// Relative to the backup: `workspace/…` or `reports/…`.
    let path: String
    /// In bytes.
    let size: Int64
    /// When the workspace's file was last written, in nanoseconds since 1970.
    let modifiedNanoseconds: Int64
    let sha256: Fingerprint
  }

  static let fileName = "backup.json"
  private static let formatVersion = 1

  private var formatVersion = Self.formatVersion
  /// The id of the workspace.
  package let workspace: String
  /// The ids of the workspaces that it was restored from. Nil for none.
  private let origins: [String]?
  /// All folders of backups that the workspace knows. Nil for none.
  private let backups: [String]?
  private let requestsMissingSince: Timestamp?
  package let takenAt: Timestamp
  /// The night that readers saw; nil if none was published.
  package let night: Day?
  /// By path.
  let files: [File]

  init(of identity: WorkspaceIdentity, takenAt: Timestamp, night: Day?, files: [File]) {
    workspace = identity.id
    (origins, backups) = (identity.origins, identity.backups)
    requestsMissingSince = identity.requestsMissingSince
    self.takenAt = takenAt
    self.night = night
    self.files = files.sorted { ExactText($0.path) < ExactText($1.path) }
  }

  /// - Throws: `FileFailure`; `UnusablePart` if the file is missing or damaged.
  init(of backup: URL) throws {
    let file = backup.appending(path: Self.fileName)
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(DurableFile.read(file)))
    } catch let failure as FileFailure where !failure.isMissing {
      throw failure
    } catch {
      throw UnusablePart(
        file, "cannot be read, so the backup cannot be used", remedy: "choose another backup")
    }
    guard formatVersion == Self.formatVersion else {
      throw UnusablePart(
        file, "has the format \(formatVersion), which this findie does not know",
        remedy: "use the findie that wrote it")
    }
  }

  /// The workspace.
  var identity: WorkspaceIdentity {
    var identity = WorkspaceIdentity(id: workspace)
    (identity.origins, identity.backups) = (origins, backups)
    identity.requestsMissingSince = requestsMissingSince
    return identity
  }

  var bytes: Int64 { files.reduce(0) { $0 + $1.size } }
}

/// A folder with the backups of one workspace.
///
/// ```
/// 2026-11-25T031500Z/       a complete backup; unchanged files are hard links to the one before
/// 2026-11-25T031500Z/backup.json
/// forgotten.json            the requests to forget players, also those since the last backup
/// workspace.json            the id of the workspace
/// ```
struct BackupFolder {
  let url: URL

  /// As a workspace, since it stores forgotten players in the same way.
  private var asWorkspace: Workspace { Workspace(url) }

  /// The complete backups, the oldest first, without those that were renamed.
  private func backups() throws -> [URL] {
    guard DurableFile.exists(url) else { return [] }
    return try DurableFile.names(in: url)
      .filter { $0.wholeMatch(of: /\d{4}-\d\d-\d\dT\d{6}Z(-\d+)?/) != nil }
      .map { url.appending(path: $0) }
      .filter { DurableFile.exists($0.appending(path: BackupManifest.fileName)) }
  }

  /// The name of a backup, such as `2026-11-25T031500Z`, so that names sort by time.
  static func name(of instant: Timestamp) -> String {
    instant.description.prefix(19).replacing(":", with: "") + "Z"
  }

  /// The complete backups up to an instant, and those dated after it: the clock was wrong when they
  /// were taken, or is wrong now.
  func backups(upTo instant: Timestamp) throws -> (past: [URL], future: [URL]) {
    let name = Self.name(of: instant)
    let all = try backups()
    let past = all.prefix { $0.lastPathComponent.prefix(name.count) <= name }
    return (Array(past), Array(all.dropFirst(past.count)))
  }

  /// The copies of requests to forget players beside the backups and in each of them.
  func requests() throws -> RequestCopies {
    try RequestCopies(in: [url] + backups().map { $0.appending(path: "workspace") })
  }

  /// Checks that the folder is empty, or has the backups of a workspace; then it belongs to this
  /// workspace.
  func claim(for identity: WorkspaceIdentity) throws {
    try DurableFile.createFolder(url, access: .ownerOnly)
    guard let own = try WorkspaceIdentity(in: asWorkspace) else {
      guard try DurableFile.names(in: url).isEmpty else {
        throw UnusablePart(
          url, "has files, but no backups of this workspace", remedy: "choose an empty folder")
      }
      return try name(identity)
    }
    if own.id == identity.id { return }
    let isOrigin = identity.descends(from: own.id)
    guard isOrigin, identity.backups?.contains(url.path) ?? false else {
      throw UnusablePart(
        url,
        isOrigin
          ? "has the backups of the workspace that this one is a copy of"
          : "has the backups of another workspace, with the id \(own.id.prefix(8))",
        remedy: "choose another folder")
    }
    try name(identity)
  }

  /// Names the workspace that the folder belongs to.
  func name(_ identity: WorkspaceIdentity) throws(FileFailure) {
    try identity.name.write(to: asWorkspace)
  }

  /// The workspace that the folder belongs to; nil if it is not named or cannot be read.
  var owner: WorkspaceIdentity? {
    do {
      return try WorkspaceIdentity(in: asWorkspace)
    } catch {
      return nil
    }
  }
}
