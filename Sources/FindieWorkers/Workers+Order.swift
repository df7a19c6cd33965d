import Dispatch
import Synchronization

extension Workers {
  /// Makes parts on all threads and hands them over in their order, one at a time, on the thread that
  /// calls: what one alone may do (append to a file, write to a database) is done while the others go
  /// on making.
  ///
  /// ```swift
  /// try workers.inOrder(ranges.count, ahead: 8) { lines(of: ranges[$0]) } take: { part, lines in
  ///   try file.write(lines)
  /// }
  /// ```
  ///
  /// The calling thread makes parts too while the next one to hand over is not there.
  /// - Parameter ahead: how many parts may be begun and not yet taken, which bounds the memory.
  /// - Throws: the error of the lowest part whose `make` or `take` fails, when all threads have stopped;
  ///   no part after it is taken.
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

/// Parts that are begun in their order, and wait to be taken in it. A class, since threads share it.
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
  // One signal for each part that may be begun, and for each that a helper has made. Both count from
  // 0: a semaphore that ends below its first value is an error.
  private let places = DispatchSemaphore(value: 0)
  private let arrivals = DispatchSemaphore(value: 0)

  init(
    parts: Int, ahead: Int, loop: ThreadBudget.Loop,
    make: @escaping @Sendable (Int) throws -> Part
  ) {
    self.parts = parts
    self.loop = loop
    self.make = make
    for _ in 0..<min(ahead, parts) { places.signal() }
  }

  /// A helper's work.
  func makeUntilStopped() {
    while true {
      // There is a place for a part. Who may work first takes it, so that the thread that calls does
      // not wait for a helper that waits itself: it looks again.
      places.wait()
      places.signal()
      arrivals.signal()
      guard loop.enter() else { return }
      defer { loop.leave() }
      guard places.wait(timeout: .now()) == .success else { continue }
      guard makeNext() else { return }
      arrivals.signal()
    }
  }

  /// The next part in the order, made here where nobody else has begun it.
  func next() -> Result<Part, any Error> {
    while true {
      let next = state.withLock { state -> Result<Part, any Error>? in
        guard let next = state.made.removeValue(forKey: state.taken) else { return nil }
        state.taken += 1
        return next
      }
      if let next {
        places.signal()
        return next
      }
      // There is a place for another part, or else the next one is being made.
      if places.wait(timeout: .now()) == .success, makeNext() { continue }
      arrivals.wait()
    }
  }

  /// Makes the first part that is not begun.
  ///
  /// - Returns: false where there is none, or no more are wanted.
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
    for _ in 0..<threads { places.signal() }
  }
}
