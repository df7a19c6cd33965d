import FindieDomain
package import FindieFiles
import FindieHistory
import FindieIngest
package import Foundation

/// The copies of a workspace's requests to forget players.
///
/// The set of requests only grows, so it lies wherever data about players lies, and a request in
/// any copy counts:
///
/// ```
/// forgotten.json, .forgotten.json    beside the store
/// history/forgotten.json             also in quarantine/, sync/ and notify/, if they exist
/// published/<day>/.forgotten.json    in each published night
/// replaced-<time>/…                  the same files, moved aside by a restore
/// <backups>/forgotten.json, .forgotten.json, and in each backup
/// ```
///
/// A request is written to all copies that can be reached. What runs did about the requests is
/// believed only from the two files beside the store: a request that only another copy has is due.
/// A copy in a folder says what was carried out in that folder, so that one that was put back from
/// an older copy is noticed and searched.
package struct RequestCopies {
  fileprivate struct Copy {
    let url: URL
    /// Nil if it is missing or damaged.
    var requests: Tombstones?
    /// Why it cannot be read, as a sentence.
    var damage: String?
  }

  /// The two files beside the store.
  private let besideStore: [Copy]
  /// Those in the folders with players' data.
  private let inFolders: [Copy]
  private let backups: [Copy]
  /// Those that are only read.
  private let aside: [Copy]

  private var all: [Copy] { besideStore + inFolders + backups + aside }

  /// The copies of a workspace.
  ///
  /// - Throws: `FileFailure`; `WorkspaceFailure`.
  package init(of workspace: Workspace) throws {
    let reading = Reading()
    besideStore = try workspace.besideStore.map(reading.copy)
    inFolders = try workspace.inFolders().map(reading.copy)
    backups = try workspace.ownBackups().flatMap(\.besideStore).map(reading.reachableCopy)
    aside = try workspace.movedAside().map(reading.copy)
  }

  /// The copies in other folders, such as backups, of which nobody knows what runs did.
  package init(in folders: [URL]) throws {
    let (reading, folders) = (Reading(), folders.map { Workspace($0) })
    (besideStore, inFolders) = ([], [])
    backups = try folders.flatMap { try $0.besideStore + $0.inFolders() }
      .map(reading.reachableCopy)
    aside = try folders.flatMap { try $0.movedAside() }.map(reading.reachableCopy)
  }

  /// Whether one can be read, apart from those that were moved aside.
  package var areKnown: Bool {
    (besideStore + inFolders + backups).contains { $0.requests != nil }
  }

  /// The requests of all copies; nil if there is no copy.
  ///
  /// - Throws: `WorkspaceFailure` if there are only damaged copies, or if two copies were written
  ///   with different keys.
  package func union() throws -> Tombstones? { try Self.union(of: [self]) }

  /// As `union`, of several sets of copies.
  package static func union(of sets: [RequestCopies]) throws -> Tombstones? {
    let all = sets.flatMap(\.all)
    guard let first = all.first(where: { $0.requests != nil }), var union = first.requests else {
      guard let copy = all.first(where: { $0.damage != nil }), let why = copy.damage else {
        return nil
      }
      throw WorkspaceFailure.unreadableRequests(path: copy.url.path, why: why)
    }
    let besideStore = sets.flatMap(\.besideStore).compactMap(\.requests)
    if besideStore.isEmpty { union.workspace = nil }
    for copy in all {
      guard let requests = copy.requests else { continue }
      guard requests.check == union.check else {
        throw WorkspaceFailure.requestsOfOtherKey(path: copy.url.path, other: first.url.path)
      }
      union.add(requests.players)
    }
    union.agree(with: besideStore.map(\.players))
    return union
  }

  /// Whether one that requests are written to lacks some.
  fileprivate func lack(_ requests: Tombstones) -> Bool {
    besideStore.contains {
      $0.requests?.players != requests.players || $0.requests?.workspace == nil
    } || (inFolders + backups).contains { $0.requests?.knownRequests != requests.knownRequests }
  }

  /// The copies in folders that may have players whose requests were carried out.
  func outdated(_ requests: Tombstones) -> [URL] {
    inFolders.filter { $0.requests?.players != requests.players }.map(\.url)
  }

  /// Writes requests to the copies in folders.
  ///
  /// - Parameter isClean: whether requests that were carried out were so in a copy's folder. If
  ///   not, the copy still says what was.
  fileprivate func write(_ requests: Tombstones, isClean: (URL) -> Bool) throws {
    for copy in inFolders {
      let written =
        isClean(copy.url)
        ? requests : requests.carriedOut(asIn: copy.requests?.players ?? [])
      do {
        try written.write(to: copy.url)
      } catch {
        // A night may have been moved to a disk that cannot be written to.
        guard copy.url.isInNight else { throw error }
      }
    }
  }

  /// The damaged, missing or outdated ones, each with its problem as a sentence.
  package func problems() throws -> [(url: URL, problem: String)] {
    guard all.contains(where: { $0.requests != nil || $0.damage != nil }) else { return [] }
    // The next run writes those that a new folder lacks.
    let own = besideStore + inFolders.filter { $0.requests != nil || $0.damage != nil }
    let damaged = (own + backups).compactMap { copy in
      copy.damage.map { (url: copy.url, problem: $0) }
    }
    let missing = own.filter { $0.damage == nil && $0.requests == nil }
      .map { (url: $0.url, problem: "The file is missing.") }
    guard damaged.isEmpty, missing.isEmpty else { return damaged + missing }
    do {
      let union = try union()
      return own.filter { $0.requests?.players != union?.players }
        .map { (url: $0.url, problem: "It differs from its copies.") }
    } catch WorkspaceFailure.requestsOfOtherKey(let path, let other) {
      return [
        (
          url: URL(filePath: path),
          problem: "It was written with another FINDIE_KEY than \(other): move away the one that "
            + "does not belong to this workspace."
        )
      ]
    }
  }
}

extension URL {
  /// Whether a copy is the one in the folder of a published night.
  var isInNight: Bool {
    lastPathComponent == OwnFiles.requestsName
      && Day(deletingLastPathComponent().lastPathComponent) != nil
  }
}

/// Reads copies. Most of them have the same bytes, which are decoded once.
private final class Reading {
  private var known: [[UInt8]: Tombstones] = [:]

  /// As `copy`, of a file on a disk that may fail, which is then damaged and not an error.
  func reachableCopy(_ url: URL) throws -> RequestCopies.Copy {
    do {
      return try copy(url)
    } catch let failure as FileFailure {
      return RequestCopies.Copy(url: url, damage: "\(failure)")
    }
  }

  func copy(_ url: URL) throws -> RequestCopies.Copy {
    guard DurableFile.exists(url) else { return RequestCopies.Copy(url: url) }
    let bytes = try DurableFile.read(url)
    if let requests = known[bytes] { return RequestCopies.Copy(url: url, requests: requests) }
    do {
      let requests = try Tombstones(bytes, of: url)
      known[bytes] = requests
      return RequestCopies.Copy(url: url, requests: requests)
    } catch WorkspaceFailure.unreadableRequests(_, let why, isDamaged: true) {
      return RequestCopies.Copy(url: url, damage: why)
    }
  }
}

extension Workspace {
  /// The list of forgotten players, and its copy.
  fileprivate var besideStore: [URL] {
    [requestsToForget, folder.appending(path: ".forgotten.json")]
  }

  /// The copies in folders with players' data, also of those that do not have one yet.
  fileprivate func inFolders() throws -> [URL] {
    let folders = [history.folder, quarantine.folder, sync, notify].filter {
      DurableFile.exists($0)
    }
    return try folders.map { $0.appending(path: "forgotten.json") }
      + publishedDays().map { published($0).appending(path: OwnFiles.requestsName) }
  }

  /// The copies that restores moved aside.
  fileprivate func movedAside() throws -> [URL] {
    guard exists else { return [] }
    return try DurableFile.names(in: folder).filter { $0.hasPrefix("replaced-") }
      .map { Workspace(folder.appending(path: $0)) }
      .flatMap { try $0.besideStore + $0.inFolders() }
  }

  /// The folders of backups that `workspace.json` names, if they can be reached and are this
  /// workspace's: a mount point without its disk is an empty folder.
  fileprivate func ownBackups() throws -> [Workspace] {
    guard let identity = try WorkspaceIdentity(in: self) else { return [] }
    return (identity.backups ?? []).map { Workspace(URL(filePath: $0)) }.filter { folder in
      do {
        return try WorkspaceIdentity(in: folder).map { identity.descends(from: $0.id) } ?? false
      } catch {
        return false
      }
    }
  }
}

extension Tombstones {
  /// The requests in all copies that can be reached; nil if there are none.
  ///
  /// - Throws: `WorkspaceFailure`, `FileFailure`.
  package init?(in workspace: Workspace) throws {
    guard let all = try RequestCopies(of: workspace).union() else { return nil }
    self = all
  }

  /// Writes the requests to each copy in the workspace, the second file first: if this stops
  /// between two, the first is still complete. Then notes them where a loss must be noticed.
  ///
  /// - Parameter isClean: whether requests that were carried out were so in the folder of a copy;
  ///   by default, the copy still says what was.
  /// - Precondition: the workspace's lock is held.
  package func write(
    to workspace: Workspace, isClean: (_ copy: URL) -> Bool = { _ in false }
  ) throws {
    var requests = self
    if let id = try WorkspaceIdentity(in: workspace)?.id { requests.workspace = id }
    try requests.writeBesideStore(of: workspace)
    try note(in: workspace)
    try RequestCopies(of: workspace).write(requests, isClean: isClean)
  }

  /// Writes the two files beside the store only.
  package func writeBesideStore(of workspace: Workspace) throws(FileFailure) {
    for file in workspace.besideStore.reversed() { try write(to: file) }
  }

  /// Notes the requests in `workspace.json`, in the history's ledger and in the folder of reports.
  private func note(in workspace: Workspace) throws {
    let identity = try WorkspaceIdentity.change(in: workspace) {
      $0.requests = Set($0.requests ?? []).union(knownRequests).sorted()
    }
    do {
      try workspace.history.note(requests: knownRequests)
    } catch is History.Failure {
      // A damaged history is reported by the run.
    }
    guard let identity, let reports = workspace.knownReports(identity) else { return }
    do {
      guard try WorkspaceIdentity(owning: reports)?.id == identity.id else { return }
      try identity.own(reports, hasRequests: true)
    } catch is WorkspaceFailure {
      // The next night reports it.
    }
  }

  fileprivate func write(to file: URL) throws(FileFailure) {
    // A reader of a published night must be able to copy all of its files.
    try DurableFile.write(
      canonicalLine(sealed), to: file, access: file.isInNight ? .shared : .ownerOnly)
  }

  /// Writes the requests to the workspace's folders of backups.
  ///
  /// - Returns: the folders that cannot be reached.
  package func writeToBackups(of workspace: Workspace) throws -> [String] {
    let all = try WorkspaceIdentity(in: workspace)?.backups ?? []
    let reached = try workspace.ownBackups().filter { folder in
      do {
        try writeBesideStore(of: folder)
        return true
      } catch {
        return false
      }
    }
    return Set(all).subtracting(reached.map(\.folder.path)).sorted()
  }

  /// Writes the requests of all copies to each copy, if one of them lacks any.
  ///
  /// - Precondition: the workspace's lock is held.
  package static func spread(in workspace: Workspace) throws {
    let copies = try RequestCopies(of: workspace)
    guard let all = try copies.union() else { return }
    guard copies.lack(all) else { return try all.note(in: workspace) }
    try all.write(to: workspace)
    _ = try all.writeToBackups(of: workspace)
  }
}
