import Foundation
package import Testing

/// Runs `body` on a thread of its own, and fails the test if it has not returned after ten minutes.
///
/// `.timeLimit` also counts the time that a test waits for a thread of the pool, which other tests
/// may hold for more than a minute.
package func endsInBoundedTime(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: @escaping @Sendable () -> Void
) throws {
  let ended = DispatchSemaphore(value: 0)
  let thread = Thread {
    body()
    ended.signal()
  }
  thread.stackSize = 8 << 20
  thread.start()
  try #require(
    ended.wait(timeout: .now() + 600) == .success, "It has not returned after ten minutes.",
    sourceLocation: sourceLocation)
}
