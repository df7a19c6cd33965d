import Dispatch
import FindieFiles
package import Foundation
import Glibc
import Synchronization

/// Holds a workspace for one run; a second one is refused with the first one's name.
///
/// ```
/// .lock    the system's lock is on it; {"host":…,"process":…,"token":…} of who took it last
/// .lease   written anew every half minute while it is held; {"day":…,"token":…}
/// ```
///
/// On one host the system's lock goes with the process that holds it, however that ends. On a folder
/// that several hosts share it may not reach the others: there a lock counts as held until its lease is
/// five minutes old, by the clock of the disk, so that no two clocks are compared. A run whose lease ran
/// out while it slept may wake: each taking has a token of its own, and `check` is asked right before
/// what cannot be taken back.
///
/// A class, since its end lets go of the lock where `release` did not.
package final class WorkspaceLock: Sendable {
  /// Who took a workspace. Tokens grow by one from taking to taking.
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
  /// Who held it on another host until the lease ran out, where that was so.
  package let predecessor: Owner?
  private let workspace: URL
  /// Of the locked file; nil once it is released.
  private let descriptor: Mutex<CInt?>
  private let day = Mutex<String?>(nil)

  private static let secondsBetweenBeats = 30
  private static let leaseInSeconds = 300.0

  /// - Throws: `WorkspaceLock.Taken`, or `FileFailure` where the folder cannot be written to.
  package convenience init(workspace: URL) throws {
    try self.init(workspace: workspace, day: nil)
  }

  /// - Parameter day: the day of the night, for whoever is refused meanwhile.
  package init(workspace: URL, day: String?) throws {
    try DurableFile.createFolder(workspace)
    let url = WorkspaceLock.file(workspace)
    let descriptor = unsafe open(url.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw FileFailure(.create, url, code: errno) }
    do {
      let before = try WorkspaceLock.claim(descriptor, workspace)
      let isForeign = before.map { $0.host != WorkspaceLock.host } ?? false
      predecessor =
        isForeign && DurableFile.exists(WorkspaceLock.leaseFile(workspace)) ? before : nil
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
    try beat()
    beatAgain()
  }

  deinit { release() }

  /// Lets go of the workspace, whoever still refers to the lock; once.
  package func release() {
    descriptor.withLock { held in
      guard let descriptor = held else { return }
      held = nil
      do {
        try check()
        try DurableFile.remove(WorkspaceLock.leaseFile(workspace))
      } catch {
        // It is another's by now, or it runs out by itself.
      }
      // A child process that is just being started may still hold a copy of the descriptor.
      flock(descriptor, LOCK_UN)
      close(descriptor)
    }
  }

  /// Says of which day the night is, once that is known.
  package func say(day: String) throws {
    let isNews = self.day.withLock { known in
      defer { known = day }
      return known != day
    }
    if isNews { try beat() }
  }

  /// Sees that the workspace is still held: asked right before what cannot be taken back.
  ///
  /// - Throws: `WorkspaceLock.Lost`.
  package func check() throws {
    let holder = try WorkspaceLock.lastOwner(workspace)
    guard holder == owner else { throw Lost(workspace: workspace.path, holder: holder) }
  }

  private func beatAgain() {
    let seconds = WorkspaceLock.secondsBetweenBeats
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .seconds(seconds)) {
      [weak self] in
      guard let self else { return }
      let isHeld = descriptor.withLock { held in
        guard held != nil else { return false }
        do {
          try beat()
        } catch {
          // The next beat may succeed; where none does, the lease runs out, and `check` says so.
        }
        return true
      }
      if isHeld { beatAgain() }
    }
  }

  private func beat() throws {
    try check()
    let lease = Lease(day: day.withLock { $0 }, token: owner.token)
    try DurableFile.write(
      canonicalJSON(lease) + "\n", to: WorkspaceLock.leaseFile(workspace))
  }
}

// MARK: - Whose it is

extension WorkspaceLock {
  static func file(_ workspace: URL) -> URL { workspace.appending(path: ".lock") }

  private static func leaseFile(_ workspace: URL) -> URL { workspace.appending(path: ".lease") }

  static let host = ProcessInfo.processInfo.hostName

  /// Takes the system's lock.
  ///
  /// - Returns: who took the workspace last, and holds it no more.
  /// - Throws: `Taken`.
  private static func claim(_ descriptor: CInt, _ workspace: URL) throws -> Owner? {
    let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0
    let code = isLocked ? 0 : errno
    let owner = try lastOwner(workspace)
    switch code {
    case EWOULDBLOCK: throw try Taken(workspace, owner)
    // A disk without such locks: what the files say must do.
    case 0, ENOLCK, ENOSYS, EOPNOTSUPP: break
    default: throw FileFailure(.create, file(workspace), code: code)
    }
    guard let owner else { return nil }
    let isHeld =
      if owner.host != host {
        try hasFreshLease(owner, workspace) { try diskTime(of: workspace) }
      } else {
        // Signal 0 only asks whether the process is there.
        !isLocked && (kill(owner.process, 0) == 0 || errno == EPERM)
      }
    if isHeld { throw try Taken(workspace, owner) }
    return owner
  }

  /// Who took the workspace last; nil where nobody did, or that was cut off.
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
      let beaten = try modificationDate(of: leaseFile(workspace))
    else { return false }
    // One of the future is no beat of this clock.
    return abs(now.timeIntervalSince(beaten)) < leaseInSeconds
  }

  /// What is written now has the disk's own time.
  private static func diskTime(of workspace: URL) throws -> Date? {
    let probe = workspace.appending(path: ".\(host).probe")
    try DurableFile.write("", to: probe)
    defer { unsafe unlink(probe.path) }
    return try modificationDate(of: probe)
  }

  static func modificationDate(of file: URL) throws -> Date? {
    guard DurableFile.exists(file) else { return nil }
    return try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate] as? Date
  }
}
