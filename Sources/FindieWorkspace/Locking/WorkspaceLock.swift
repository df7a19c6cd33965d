import FindieFiles
package import Foundation
import Glibc
import Synchronization

/// Gives one run exclusive use of a workspace. A second run fails with an error that names the
/// first.
///
/// ```
/// .lock    locked with flock(2); {"day":…,"host":…,"process":…} of the last holder
/// ```
///
/// The system releases the lock when its process ends, however it ends. Only the runs of one
/// machine exclude each other.
///
/// A class, since its deinitializer releases the lock if `release` was not called.
package final class WorkspaceLock: Sendable {
  /// The holder of a workspace.
  package struct Owner: Codable, Sendable, Equatable {
    package let host: String
    package let process: Int32
    /// The day of the run; nil while it is not known.
    package fileprivate(set) var day: String?
  }

  private let file: URL
  /// The descriptor of the locked file, and the file's content; nil once the lock is released.
  private let state: Mutex<(descriptor: CInt, owner: Owner)?>

  /// - Parameter day: the day of the run, which the message to a refused run names.
  /// - Throws: `WorkspaceLock.Held`, or `FileFailure` if the folder cannot be written to or its
  ///   disk does not support such locks.
  package init(workspace: URL, day: String? = nil) throws {
    try DurableFile.createFolder(workspace)
    file = WorkspaceLock.file(workspace)
    let owner = Owner(host: ProcessInfo.processInfo.hostName, process: getpid(), day: day)
    let descriptor = unsafe open(
      file.path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw FileFailure(.create, file, code: errno) }
    do {
      if let code = DurableFile.notRegular(descriptor) {
        throw FileFailure(.create, file, code: code)
      }
      if let code = WorkspaceLock.lock(descriptor) {
        if code == EWOULDBLOCK { throw try Held(workspace) }
        throw FileFailure(.create, file, code: code)
      }
      try WorkspaceLock.write(owner, to: descriptor, of: file)
    } catch {
      close(descriptor)
      throw error
    }
    state = Mutex((descriptor, owner))
  }

  /// The lock of a workspace that is only read; nil if this user may not write to its folder.
  ///
  /// - Throws: `WorkspaceLock.Held`, also if another user's run holds it.
  package static func forReading(_ workspace: URL) throws -> WorkspaceLock? {
    do {
      return try WorkspaceLock(workspace: workspace)
    } catch let failure as FileFailure where failure.isForbidden {
      guard holder(of: workspace) == nil else { throw try Held(workspace) }
      return nil
    }
  }

  deinit { release() }

  /// Releases the workspace, even if other references to the lock remain. Later calls do nothing.
  package func release() {
    state.withLock { state in
      guard let held = state else { return }
      state = nil
      // A child process that is just starting may have inherited a copy of the descriptor.
      flock(held.descriptor, LOCK_UN)
      close(held.descriptor)
    }
  }

  /// Sets the day of the run, once it is known.
  package func setDay(_ day: String) throws {
    try state.withLock { state in
      guard var held = state, held.owner.day != day else { return }
      held.owner.day = day
      // The file's time is the start of the run.
      let since = try WorkspaceLock.modificationDate(of: file)
      try WorkspaceLock.write(held.owner, to: held.descriptor, of: file)
      if let since {
        try FileManager.default.setAttributes([.modificationDate: since], ofItemAtPath: file.path)
      }
      state = held
    }
  }

  private static func write(_ owner: Owner, to descriptor: CInt, of file: URL) throws {
    try DurableFile.rewrite(descriptor, of: file, Array("\(canonicalJSON(owner))\n".utf8))
  }

  static func file(_ workspace: URL) -> URL { workspace.appending(path: ".lock") }

  static func modificationDate(of file: URL) throws -> Date? {
    guard DurableFile.exists(file) else { return nil }
    return try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate] as? Date
  }
}

extension WorkspaceLock {
  /// Another run holds the workspace.
  package struct Held: KnownFailure, CustomStringConvertible {
    package var failureKind: FailureKind { .unavailable }
    package let workspace: String
    /// Nil while the other run is still acquiring it.
    package let owner: Owner?
    package let since: Date?

    init(_ workspace: URL) throws {
      let file = WorkspaceLock.file(workspace)
      self.workspace = workspace.path
      since = try WorkspaceLock.modificationDate(of: file)
      owner = Self.owner(try DurableFile.read(file))
    }

    fileprivate static func owner(_ bytes: [UInt8]) -> Owner? {
      do {
        return try JSONDecoder().decode(Owner.self, from: Data(bytes))
      } catch {
        return nil
      }
    }

    package var description: String {
      var parts: [String] = []
      if let owner { parts.append("process \(owner.process) on \(owner.host)") }
      if let since { parts.append("since \(since.formatted(.iso8601))") }
      if let day = owner?.day { parts.append("run of \(day)") }
      let who = parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
      return """
        Another run is using the workspace \(workspace)\(who). Run the same command again when it \
        has ended. The published lists did not change.
        """
    }
  }
}

extension WorkspaceLock {
  /// The process that holds a workspace now, 0 while it is starting; nil if there is none, or if
  /// this user may not read the lock's file.
  package static func holder(of workspace: URL) -> Int32? {
    let file = file(workspace)
    let descriptor = unsafe open(file.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    // This releases the lock, too.
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_SH | LOCK_NB) != 0, errno == EWOULDBLOCK else { return nil }
    do {
      return Held.owner(try DurableFile.read(file))?.process ?? 0
    } catch {
      return nil
    }
  }

  /// Locks a file for this process alone. It tries again once: `holder` may be looking.
  ///
  /// - Returns: the error's number; nil if the file is locked.
  private static func lock(_ descriptor: CInt) -> CInt? {
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return nil }
    usleep(10_000)
    return flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? nil : errno
  }
}

extension WorkspaceLock {
  /// Acquires a workspace, and waits for it if another run holds it.
  ///
  /// - Parameters:
  ///   - timeoutInSeconds: how long to wait.
  ///   - pause: waits; throws if a stop was requested.
  ///   - report: called once with the holder if the lock is not free.
  /// - Throws: `WorkspaceLock.Held` after the timeout.
  package static func acquire(
    _ workspace: URL, day: String?, timeoutInSeconds: Double,
    elapsedSeconds: () -> Double, pause: (Double) throws -> Void, report: (String) -> Void
  ) throws -> WorkspaceLock {
    let end = elapsedSeconds() + timeoutInSeconds
    var hasReported = false
    while true {
      do {
        return try WorkspaceLock(workspace: workspace, day: day)
      } catch let held as Held {
        let left = end - elapsedSeconds()
        guard left > 0 else { throw held }
        if !hasReported { report("Waiting. \(held)") }
        hasReported = true
        try pause(min(1, left))
      }
    }
  }
}
