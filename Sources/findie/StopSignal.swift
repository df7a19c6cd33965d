import Glibc
import Synchronization

/// Whether someone asked this program to stop, by Ctrl-C or SIGTERM: it stops at the next safe point.
/// A second signal stops it at once.
enum StopSignal {
  // A signal's handler can capture nothing, so what it sets is global.
  private static let asked = Atomic(false)

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
}
