import FindieFiles
import FindieWorkspace
import Foundation
import Glibc
import Synchronization

/// Handles Ctrl-C and SIGTERM: the first stops the program at the next safe point, a second one
/// immediately.
package enum StopSignal {
  // A signal handler cannot capture anything, so the flag is global.
  private static let requested = Atomic(false)
  private static let giveUp = Mutex<(@Sendable () -> Bool)?>(nil)
  /// The program promises to stop within a second; writing the record takes the other half.
  private static let graceInSeconds = 0.5

  package static func listen() {
    var numbers = sigset_t()
    // The calls fill and read the set that they are given.
    unsafe sigemptyset(&numbers)
    for number in [SIGINT, SIGTERM] {
      unsafe sigaddset(&numbers, number)
      signal(number) { _ in
        // Only async-signal-safe operations: an atomic store, or _exit.
        if Self.requested.exchange(true, ordering: .relaxed) { _exit(75) }
      }
    }
    // A parent process may have blocked the signals, and that is inherited.
    unsafe sigprocmask(SIG_UNBLOCK, &numbers, nil)
  }

  package static var isRequested: Bool { requested.load(ordering: .relaxed) }

  /// Ends the program half a second after a stop was requested, even if no safe point was reached:
  /// the factorization of a matrix cannot be interrupted.
  ///
  /// - Parameter giveUp: records the end; returns false if the run is ending by itself.
  static func endSoon(_ giveUp: @escaping @Sendable () -> Bool) {
    let isFirst = Self.giveUp.withLock { current in
      defer { current = giveUp }
      return current == nil
    }
    if isFirst { Thread.detachNewThread { watch() } }
  }

  /// Ends the program when a stop is requested, without what it has in temporary folders: for
  /// commands that write nothing else.
  static func endAtOnce() {
    listen()
    Thread.detachNewThread {
      while !isRequested { Thread.sleep(forTimeInterval: 0.05) }
      DurableFile.removeTemporaryFolders()
      _exit(ExitStatus.status(of: .stopped))
    }
  }

  private static func watch() {
    while !isRequested { Thread.sleep(forTimeInterval: 0.05) }
    Thread.sleep(forTimeInterval: graceInSeconds)
    // In a backfill, another day may start after the one that is ending.
    while giveUp.withLock({ $0 })?() != true { Thread.sleep(forTimeInterval: 0.05) }
    // exit() would run destructors while other threads are still working.
    _exit(ExitStatus.status(of: .stopped))
  }
}
