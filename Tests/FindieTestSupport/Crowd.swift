import Foundation
import Synchronization

/// Counts the threads that are in a section at the same time. A class, since they share it.
package final class Crowd: Sendable {
  private let state = Mutex((now: 0, most: 0))

  package init() {}

  /// The maximum number at the same time.
  package var most: Int { state.withLock { $0.most } }

  /// Enters the section for a while.
  package func stay(seconds: Double = 0.0005) {
    enter()
    Thread.sleep(forTimeInterval: seconds)
    leave()
  }

  /// Enters the section until this many threads are in it, at most for ten seconds.
  package func meet(_ count: Int = 2) {
    enter()
    for _ in 0..<1000 where most < count { Thread.sleep(forTimeInterval: 0.01) }
    leave()
  }

  private func enter() {
    state.withLock {
      $0.now += 1
      $0.most = max($0.most, $0.now)
    }
  }

  private func leave() { state.withLock { $0.now -= 1 } }
}
