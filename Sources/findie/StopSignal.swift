import FindiePipelines
import Foundation
import Glibc
import Synchronization

/// Whether someone asked this program to stop, by Ctrl-C or SIGTERM: it stops at the next safe point.
/// A second signal stops it at once.
enum StopSignal {
  // A signal's handler can capture nothing, so what it sets is global.
  private static let asked = Atomic(false)
  private static let giveUp = Mutex<(@Sendable () -> Bool)?>(nil)
  /// Half a second for what is written down at the end is left of one.
  private static let patienceInSeconds = 0.5

  static func listen() {
    var numbers = sigset_t()
    // The calls fill and read the set they are given.
    unsafe sigemptyset(&numbers)
    for number in [SIGINT, SIGTERM] {
      unsafe sigaddset(&numbers, number)
      signal(number) { _ in
        // Only what is safe in a handler: an atomic store, or the end.
        if StopSignal.asked.exchange(true, ordering: .relaxed) { _exit(75) }
      }
    }
    // Whoever started this program may have blocked them, and that is inherited.
    unsafe sigprocmask(SIG_UNBLOCK, &numbers, nil)
  }

  static var isAsked: Bool { asked.load(ordering: .relaxed) }

  /// Has the program end, half a second after a stop was asked for, also where the next safe point is
  /// further: a matrix that is being factorized cannot be asked.
  ///
  /// - Parameter giveUp: writes down that it ended; gives false where that is being done already.
  static func endSoon(_ giveUp: @escaping @Sendable () -> Bool) {
    let isFirst = Self.giveUp.withLock { current in
      defer { current = giveUp }
      return current == nil
    }
    if isFirst { Thread.detachNewThread { watch() } }
  }

  private static func watch() {
    while !isAsked { Thread.sleep(forTimeInterval: 0.05) }
    Thread.sleep(forTimeInterval: patienceInSeconds)
    // Where one night is just ending by itself, another of a backfill may begin.
    while giveUp.withLock({ $0 })?() != true { Thread.sleep(forTimeInterval: 0.05) }
    // No destructor may run: the other threads are still at work.
    _exit(ExitStatus.status(of: .stopped))
  }
}
