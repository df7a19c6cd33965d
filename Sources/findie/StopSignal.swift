import Glibc
import Synchronization

/// Whether someone asked this program to stop, by Ctrl-C or SIGTERM: it stops at the next safe point.
/// A second signal stops it at once.
enum StopSignal {
  // A signal's handler can capture nothing, so what it sets is global.
  private static let asked = Atomic(false)

  static func listen() {
    for number in [SIGINT, SIGTERM] {
      signal(number) { _ in
        // Only what is safe in a handler: an atomic store, or the end.
        if StopSignal.asked.exchange(true, ordering: .relaxed) { _exit(75) }
      }
    }
  }

  static var isAsked: Bool { asked.load(ordering: .relaxed) }
}
