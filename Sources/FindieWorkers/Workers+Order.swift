import Dispatch
import Synchronization

extension Workers {
  /// Computes parts on all threads and passes them in order, one at a time, to `take` on the
  /// calling thread: it can append to a file or write to a database while the others compute.
  ///
  /// ```swift
  /// try workers.inOrder(ranges.count, ahead: 8) { lines(of: ranges[$0]) } take: { part, lines in
  ///   try file.write(lines)
  /// }
  /// ```
  ///
  /// The calling thread computes parts too while the next one is not ready.
  /// - Parameter ahead: the maximum number of parts that are begun and not yet taken; it bounds the
  ///   memory.
  /// - Throws: the error of the lowest part whose `make` or `take` fails, after all threads have
  ///   stopped; no part after it is taken.
  package func inOrder<Part: Sendable>(
    _ parts: Int, ahead: Int, _ make: @escaping @Sendable (_ part: Int) throws -> Part,
    take: (_ part: Int, Part) throws -> Void
  ) throws {
    precondition(ahead > 0, "a part must be begun before it is taken")
    let line = AssemblyLine(
      parts: parts, ahead: ahead, loop: ThreadBudget.Loop(budget), make: make)
    let helpers = DispatchGroup()
    for _ in 1..<max(1, min(threads, parts)) {
      DispatchQueue.global().async(group: helpers) { line.makeUntilStopped() }
    }
    defer {
      line.stop(threads: threads)
      helpers.wait()
    }
    for part in 0..<parts { try take(part, line.next().get()) }
  }
}

/// Parts that are begun and taken in their order. A class, since threads share it.
private final class AssemblyLine<Part: Sendable>: Sendable {
  private struct State {
    var begun = 0
    var taken = 0
    var isStopped = false
    var made: [Int: Result<Part, any Error>] = [:]
  }

  private let parts: Int
  private let loop: ThreadBudget.Loop
  private let make: @Sendable (Int) throws -> Part
  private let state = Mutex(State())
  // One signal for each part that may be begun, and for each that a helper has computed. Both count
  // from 0: a semaphore that ends below its first value is an error.
  private let available = DispatchSemaphore(value: 0)
  private let arrivals = DispatchSemaphore(value: 0)

  init(
    parts: Int, ahead: Int, loop: ThreadBudget.Loop,
    make: @escaping @Sendable (Int) throws -> Part
  ) {
    self.parts = parts
    self.loop = loop
    self.make = make
    for _ in 0..<min(ahead, parts) { available.signal() }
  }

  /// The work of a helper thread.
  func makeUntilStopped() {
    while true {
      // A part may be begun. The thread that gets a permit first takes it, so that the calling
      // thread does not wait for a helper that waits itself.
      available.wait()
      available.signal()
      arrivals.signal()
      guard loop.enter() else { return }
      defer { loop.leave() }
      guard available.wait(timeout: .now()) == .success else { continue }
      guard makeNext() else { return }
      arrivals.signal()
    }
  }

  /// The next part in order, computed here if no other thread has begun it.
  func next() -> Result<Part, any Error> {
    while true {
      let next = state.withLock { state -> Result<Part, any Error>? in
        guard let next = state.made.removeValue(forKey: state.taken) else { return nil }
        state.taken += 1
        return next
      }
      if let next {
        available.signal()
        return next
      }
      // Another part may be begun, or the next one is being computed.
      if available.wait(timeout: .now()) == .success, makeNext() { continue }
      arrivals.wait()
    }
  }

  /// Computes the first part that is not begun.
  ///
  /// - Returns: false if there is none, or no more may be begun.
  private func makeNext() -> Bool {
    let part = state.withLock { state -> Int? in
      guard !state.isStopped, state.begun < parts else { return nil }
      state.begun += 1
      return state.begun - 1
    }
    guard let part else { return false }
    let result = Result { try make(part) }
    state.withLock { $0.made[part] = result }
    return true
  }

  func stop(threads: Int) {
    state.withLock { $0.isStopped = true }
    loop.end()
    for _ in 0..<threads { available.signal() }
  }
}
