import Dispatch
import FindieFiles
package import Foundation
import Glibc
import Synchronization

/// Gives one run exclusive use of a workspace. A second run fails with an error that names the first.
///
/// ```
/// .lock    locked with flock(2); {"host":…,"process":…,"token":…} of the last holder
/// .lease   rewritten every half minute while the lock is held; {"day":…,"token":…}
/// ```
///
/// On one host the system releases the lock when its process ends, however it ends. On a folder that
/// several hosts share, one host's lock may be invisible to the others. There a lock counts as held until
/// its lease is five minutes old by the clock of the disk, so that no two clocks are compared. A process
/// may be suspended for longer than its lease. Each acquisition therefore has a token of its own, and
/// `check` compares it right before every step that cannot be undone.
///
/// A class, since its end releases the lock if `release` was not called.
package final class WorkspaceLock: Sendable {
  /// The holder of a workspace. Tokens increase by one with each acquisition.
  package struct Owner: Codable, Sendable, Equatable {
    package let host: String
    package let process: Int32
    package let token: Int
  }

  struct Lease: Codable {
    let day: String?
    let token: Int
  }

  package let owner: Owner
  /// The holder on another host whose lease expired; nil if there was none.
  package let expiredOwner: Owner?
  private let workspace: URL
  /// The descriptor of the locked file; nil once it is released.
  private let descriptor: Mutex<CInt?>
  private let day = Mutex<String?>(nil)

  private static let secondsBetweenRenewals = 30
  private static let leaseInSeconds = 300.0

  /// - Throws: `WorkspaceLock.Held`, or `FileFailure` if the folder cannot be written to.
  package convenience init(workspace: URL) throws {
    try self.init(workspace: workspace, day: nil)
  }

  /// The lock of a workspace that is only read; nil if this user may not write to its folder.
  ///
  /// - Throws: `WorkspaceLock.Held`, also if another user's run holds it.
  package static func forReading(_ workspace: URL) throws -> WorkspaceLock? {
    do {
      return try WorkspaceLock(workspace: workspace)
    } catch let failure as FileFailure where failure.isForbidden {
      guard holder(of: workspace) == nil else {
        throw try Held(workspace, lastOwner(workspace))
      }
      return nil
    }
  }

  /// - Parameter day: the day of the run, which the message to a refused run names.
  package init(workspace: URL, day: String?) throws {
    try DurableFile.createFolder(workspace)
    let url = WorkspaceLock.file(workspace)
    let descriptor = unsafe open(
      url.path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw FileFailure(.create, url, code: errno) }
    do {
      if let code = DurableFile.notRegular(descriptor) {
        throw FileFailure(.create, url, code: code)
      }
      let before = try WorkspaceLock.claim(descriptor, workspace)
      let isRemote = before.map { $0.host != WorkspaceLock.host } ?? false
      expiredOwner =
        isRemote && DurableFile.exists(WorkspaceLock.leaseFile(workspace)) ? before : nil
      owner = Owner(
        host: WorkspaceLock.host, process: getpid(), token: (before?.token ?? 0) &+ 1)
      try DurableFile.rewrite(descriptor, of: url, Array("\(canonicalJSON(owner))\n".utf8))
    } catch {
      close(descriptor)
      throw error
    }
    self.workspace = workspace
    self.descriptor = Mutex(descriptor)
    self.day.withLock { $0 = day }
    try renewLease()
    scheduleRenewal()
  }

  deinit { release() }

  /// Releases the workspace, even if other references to the lock remain. Later calls do nothing.
  package func release() {
    descriptor.withLock { held in
      guard let descriptor = held else { return }
      held = nil
      do {
        try check()
        try DurableFile.remove(WorkspaceLock.leaseFile(workspace))
      } catch {
        // Another run has taken it, or the lease expires by itself.
      }
      // A child process that is just starting may have inherited a copy of the descriptor.
      flock(descriptor, LOCK_UN)
      close(descriptor)
    }
  }

  /// Sets the day of the run, once it is known.
  package func setDay(_ day: String) throws {
    let isNew = self.day.withLock { known in
      defer { known = day }
      return known != day
    }
    if isNew { try renewLease() }
  }

  /// Checks that this run still holds the workspace. Call it right before a step that cannot be undone.
  ///
  /// - Throws: `WorkspaceLock.Lost`.
  package func check() throws {
    let holder = try WorkspaceLock.lastOwner(workspace)
    guard holder == owner else { throw Lost(workspace: workspace.path, holder: holder) }
  }

  private func scheduleRenewal() {
    let seconds = WorkspaceLock.secondsBetweenRenewals
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .seconds(seconds)) {
      [weak self] in
      guard let self else { return }
      let isHeld = descriptor.withLock { held in
        guard held != nil else { return false }
        do {
          try renewLease()
        } catch {
          // The next renewal may succeed. If none does, the lease expires, and `check` throws.
        }
        return true
      }
      if isHeld { scheduleRenewal() }
    }
  }

  private func renewLease() throws {
    try check()
    let lease = Lease(day: day.withLock { $0 }, token: owner.token)
    try DurableFile.write(
      canonicalJSON(lease) + "\n", to: WorkspaceLock.leaseFile(workspace))
  }
}

// MARK: - Ownership

extension WorkspaceLock {
  static func file(_ workspace: URL) -> URL { workspace.appending(path: ".lock") }

  private static func leaseFile(_ workspace: URL) -> URL { workspace.appending(path: ".lease") }

  static let host = ProcessInfo.processInfo.hostName

  /// Takes the system's lock.
  ///
  /// - Returns: the last owner, which holds the workspace no longer.
  /// - Throws: `Held`.
  private static func claim(_ descriptor: CInt, _ workspace: URL) throws -> Owner? {
    let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0
    let code = isLocked ? 0 : errno
    let owner = try lastOwner(workspace)
    switch code {
    case EWOULDBLOCK: throw try Held(workspace, owner)
    // On a disk without such locks the files decide.
    case 0, ENOLCK, ENOSYS, EOPNOTSUPP: break
    default: throw FileFailure(.create, file(workspace), code: code)
    }
    guard let owner else { return nil }
    let isHeld =
      if owner.host != host {
        try hasFreshLease(owner, workspace) { try diskTime(of: workspace) }
      } else {
        // Signal 0 only tests whether the process exists.
        !isLocked && (kill(owner.process, 0) == 0 || errno == EPERM)
      }
    if isHeld { throw try Held(workspace, owner) }
    return owner
  }

  /// The last owner; nil if there was none, or if its entry is incomplete.
  static func lastOwner(_ workspace: URL) throws -> Owner? {
    let file = file(workspace)
    guard DurableFile.exists(file) else { return nil }
    return decoded(try DurableFile.read(file))
  }

  static func lease(_ workspace: URL) throws -> Lease? {
    let file = leaseFile(workspace)
    guard DurableFile.exists(file) else { return nil }
    return decoded(try DurableFile.read(file))
  }

  private static func decoded<Value: Decodable>(_ bytes: [UInt8]) -> Value? {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(bytes))
    } catch {
      return nil
    }
  }

  static func hasFreshLease(
    _ owner: Owner, _ workspace: URL, now: () throws -> Date?
  ) throws -> Bool {
    guard let lease = try lease(workspace), lease.token == owner.token, let now = try now(),
      let renewed = try modificationDate(of: leaseFile(workspace))
    else { return false }
    // A time in the future is not from this clock.
    return abs(now.timeIntervalSince(renewed)) < leaseInSeconds
  }

  /// The disk's own time, from a file that is written now.
  private static func diskTime(of workspace: URL) throws -> Date? {
    let probe = workspace.appending(path: ".\(host).\(getpid()).probe")
    try DurableFile.write("", to: probe)
    defer { unsafe unlink(probe.path) }
    return try modificationDate(of: probe)
  }

  static func modificationDate(of file: URL) throws -> Date? {
    guard DurableFile.exists(file) else { return nil }
    return try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate] as? Date
  }
}
