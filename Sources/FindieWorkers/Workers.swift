import Dispatch
import Synchronization

/// The pool of threads: divides work into parts that a fixed number of threads take in turn.
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
  ///   stopped. Later parts that are not yet begun are not begun.
  package func map<Result: Sendable>(
    _ parts: Int, _ body: @Sendable (Int) throws -> Result
  ) throws -> [Result] {
    let results = Mutex([Int: Swift.Result<Result, any Error>]())
    let lowestFailed = Atomic(Int.max)
    each(parts) { part in
      guard part < lowestFailed.load(ordering: .relaxed) else { return }
      let result = Swift.Result { try body(part) }
      if case .failure = result { lowestFailed.min(part, ordering: .relaxed) }
      results.withLock { $0[part] = result }
    }
    let finished = results.withLock { $0 }
    _ = try finished[lowestFailed.load(ordering: .relaxed)]?.get()
    return try (0..<parts).map { part in
      guard let result = finished[part] else { preconditionFailure("part \(part) was never run") }
      return try result.get()
    }
  }

  /// As `map`, with a body that cannot fail.
  package func map<Result: Sendable>(
    _ parts: Int, _ body: @Sendable (Int) -> Result
  ) -> [Result] {
    let results = Mutex([Result?](repeating: nil, count: parts))
    each(parts) { part in
      let result = body(part)
      results.withLock { $0[part] = result }
    }
    return results.withLock { $0 }.map { result in
      guard let result else { preconditionFailure("a part was never run") }
      return result
    }
  }

  /// As `map`, with a scratch value that each thread creates once, passes to each of its parts, and
  /// finishes when no part is left.
  ///
  /// - Throws: the error of the lowest part that fails, else that of a `finish`. After a failed
  ///   part, `finish` is not called.
  package func map<Result: Sendable, Scratch: ~Copyable>(
    _ parts: Int, scratch: @Sendable () -> Scratch,
    _ body: @Sendable (_ part: Int, _ scratch: inout Scratch) throws -> Result,
    finish: @Sendable (inout Scratch) throws -> Void
  ) throws -> [Result] {
    let results = Mutex([Int: Swift.Result<Result, any Error>]())
    let finishing = Mutex<(any Error)?>(nil)
    let next = Atomic(0)
    let lowestFailed = Atomic(Int.max)
    each(min(threads, parts)) { _ in
      var own = scratch()
      while true {
        let part = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard part < parts, part < lowestFailed.load(ordering: .relaxed) else { break }
        do {
          let result = try body(part, &own)
          results.withLock { $0[part] = .success(result) }
        } catch {
          lowestFailed.min(part, ordering: .relaxed)
          results.withLock { $0[part] = .failure(error) }
        }
      }
      guard lowestFailed.load(ordering: .relaxed) == .max else { return }
      do {
        try finish(&own)
      } catch {
        finishing.withLock { $0 = error }
      }
    }
    let finished = results.withLock { $0 }
    _ = try finished[lowestFailed.load(ordering: .relaxed)]?.get()
    if let error = finishing.withLock({ $0 }) { throw error }
    return try (0..<parts).map { part in
      guard let result = finished[part] else { preconditionFailure("part \(part) was never run") }
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
