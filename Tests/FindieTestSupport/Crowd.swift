import Foundation
import Synchronization

/// How many threads are in something at once. A class, since they share it.
package final class Crowd: Sendable {
  private let state = Mutex((now: 0, most: 0))

  package init() {}

  /// The most that were there at once.
  package var most: Int { state.withLock { $0.most } }

  /// Stays for a while.
  package func stay(seconds: Double = 0.0005) {
    enter()
    Thread.sleep(forTimeInterval: seconds)
    leave()
  }

  /// Stays until so many were there at once, or ten seconds have gone.
  package func meet(_ wanted: Int = 2) {
    enter()
    for _ in 0..<1000 where most < wanted { Thread.sleep(forTimeInterval: 0.01) }
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
