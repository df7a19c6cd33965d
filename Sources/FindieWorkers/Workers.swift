import Dispatch
import Synchronization

/// A thread pool: divides work into parts that a fixed number of threads take in turn.
///
/// ```swift
/// let lengths = workers.map(files.count) { length(of: files[$0]) }
/// ```
///
/// Results are in the order of the parts, so neither the number of threads nor their timing changes
/// any result.
package struct Workers: Sendable {
  /// The number of threads, at least 1.
  package let threads: Int
  let budget: ThreadBudget

  package init(threads: Int) {
    precondition(threads >= 1, "there must be at least one thread, not \(threads)")
    self.threads = threads
    budget = ThreadBudget(threads: threads)
  }

  /// The results of `body` for each part from 0 to `parts` - 1, in order.
  ///
  /// - Throws: the error of the lowest part that fails, whatever the timing, after all threads have
  ///   stopped. Later parts that have not started are skipped.
  package func map<Result: Sendable, Failure: Error>(
    _ parts: Int, _ body: @Sendable (_ part: Int) throws(Failure) -> Result
  ) throws(Failure) -> [Result] {
    let results = Mutex([Swift.Result<Result, Failure>?](repeating: nil, count: parts))
    let lowestFailed = Atomic(Int.max)
    each(parts) { part in
      guard part < lowestFailed.load(ordering: .relaxed) else { return }
      let result = Swift.Result { () throws(Failure) in try body(part) }
      if case .failure = result { lowestFailed.min(part, ordering: .relaxed) }
      results.withLock { $0[part] = result }
    }
    return try Self.values(of: results.withLock { $0 })
  }

  /// As `map`, with a scratch value that each thread creates once, passes to each of its parts, and
  /// finishes when no part is left.
  ///
  /// - Throws: the error of the lowest part that fails, else that of a `finish`. After a failed
  ///   part, `finish` is not called.
  package func map<Result: Sendable, Scratch: ~Copyable>(
    _ parts: Int, scratch: @Sendable () -> Scratch,
    _ body: @Sendable (_ part: Int, _ scratch: inout Scratch) throws -> Result,
    finish: @Sendable (inout Scratch) throws -> Void = { _ in }
  ) throws -> [Result] {
    let results = Mutex([Swift.Result<Result, any Error>?](repeating: nil, count: parts))
    let next = Atomic(0)
    let lowestFailed = Atomic(Int.max)
    let endings = map(min(threads, parts)) { _ in
      var own = scratch()
      while true {
        let part = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard part < parts, part < lowestFailed.load(ordering: .relaxed) else { break }
        let result = Swift.Result { try body(part, &own) }
        if case .failure = result { lowestFailed.min(part, ordering: .relaxed) }
        results.withLock { $0[part] = result }
      }
      return Swift.Result {
        if lowestFailed.load(ordering: .relaxed) == .max { try finish(&own) }
      }
    }
    let values = try Self.values(of: results.withLock { $0 })
    for ending in endings { try ending.get() }
    return values
  }

  /// The values of all parts, or the error of the lowest one that failed: parts before it were run.
  private static func values<Value, Failure: Error>(
    of results: [Swift.Result<Value, Failure>?]
  ) throws(Failure) -> [Value] {
    try results.map { result throws(Failure) in
      guard let result else { preconditionFailure("a part was never run") }
      return try result.get()
    }
  }

  /// Runs `body` once for each part from 0 to `parts` - 1, and returns when all are done.
  package func each(_ parts: Int, _ body: @Sendable (_ part: Int) -> Void) {
    eachWithScratch(parts, scratch: {}) { part, _ in body(part) }
  }

  /// As `each`, with a scratch value that each thread creates once and passes to each of its parts.
  package func eachWithScratch<Scratch>(
    _ parts: Int, scratch: @Sendable () -> Scratch,
    _ body: @Sendable (_ part: Int, _ scratch: inout Scratch) -> Void
  ) {
    let takers = min(threads, parts)
    guard takers > 1 else {
      var own = scratch()
      for part in 0..<parts { body(part, &own) }
      return
    }
    let next = Atomic(0)
    let loop = ThreadBudget.Loop(budget)
    DispatchQueue.concurrentPerform(iterations: takers) { _ in
      guard loop.enter() else { return }
      defer { loop.leave() }
      var own = scratch()
      while true {
        let part = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard part < parts else { return loop.end() }
        body(part, &own)
      }
    }
  }

  /// Divides `count` elements into ranges of about `size`, the parts of a `map`.
  package static func ranges(of count: Int, size: Int) -> [Range<Int>] {
    precondition(size > 0, "a part has at least one element, not \(size)")
    return stride(from: 0, to: count, by: size).map { $0..<min($0 + size, count) }
  }
}

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
  /// - Parameter ahead: the maximum number of parts that are started but not yet taken; it bounds
  ///   memory use.
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

/// Parts that are started and taken in order. A class, since threads share it.
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
  // One signal per part that may be started, and one per part that a helper has computed. Both
  // count from 0: a semaphore that ends below its initial value is an error.
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
      // A part may be started. The thread that gets a permit first takes it, so that the calling
      // thread does not wait for a helper that is itself waiting.
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

  /// The next part in order, computed here if no other thread has started it.
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
      // Another part may be started, or the next one is being computed.
      if available.wait(timeout: .now()) == .success, makeNext() { continue }
      arrivals.wait()
    }
  }

  /// Computes the first part that has not started.
  ///
  /// - Returns: false if there is none, or no more may be started.
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
