import Foundation
import Synchronization

/// Threads for tasks that wait most of the time, such as requests over the network.
package enum WaitingThreads {
  /// The results of `body` for each part from 0 to `parts` - 1, in order, with a thread per part.
  package static func map<Result: Sendable>(
    _ parts: Int, _ body: @escaping @Sendable (Int) -> Result
  ) -> [Result] {
    let results = Results<Result>()
    let isDone = DispatchSemaphore(value: 0)
    for part in 0..<parts {
      Thread {
        let result = body(part)
        results.byPart.withLock { $0[part] = result }
        isDone.signal()
      }.start()
    }
    for _ in 0..<parts { isDone.wait() }
    return results.byPart.withLock { results in
      (0..<parts).map { part in
        guard let result = results[part] else { preconditionFailure("part \(part) was not run") }
        return result
      }
    }
  }
}

/// A class, since all threads write to it.
private final class Results<Result: Sendable>: Sendable {
  let byPart = Mutex([Int: Result]())
}
