import Dispatch
import Glibc
import Synchronization

/// Limits the number of threads that work at once: each of them holds a permit.
///
/// The calling thread holds a permit. The other permits are for threads that help in a loop or, if
/// no loop wants help, for another lane. A thread that waits for others returns its permit, so work
/// continues as long as there is any.
///
/// A class, since all copies of a `Workers` share the permits.
final class ThreadBudget: Sendable {
  private struct State {
    var free: Int
    /// The threads that wait for a permit, in order of arrival.
    var waiting: [Waiter] = []
  }

  /// A thread that waits for a permit. A class, since the thread that returns one wakes it.
  private final class Waiter: Sendable {
    /// The loop that it would help; nil for a lane.
    let loop: ObjectIdentifier?
    private let semaphore = DispatchSemaphore(value: 0)
    private let isGiven = Atomic(false)

    init(_ loop: Loop?) { self.loop = loop.map { ObjectIdentifier($0) } }

    func wake(given: Bool) {
      isGiven.store(given, ordering: .releasing)
      semaphore.signal()
    }

    /// - Returns: false if there is nothing left to do.
    func wait() -> Bool {
      semaphore.wait()
      return isGiven.load(ordering: .acquiring)
    }
  }

  private let state: Mutex<State>

  /// - Parameter threads: the number of threads, including the calling one.
  init(threads: Int) {
    state = Mutex(State(free: threads - 1))
  }

  /// Waits for a permit, for a lane or to help in a loop.
  ///
  /// - Returns: false if the loop ended first; then there is no permit to return.
  @discardableResult
  func enter(_ loop: Loop? = nil) -> Bool {
    let (waiter, isEntered) = state.withLock { state -> (Waiter?, Bool) in
      if let loop, loop.isEnded.load(ordering: .relaxed) { return (nil, false) }
      guard state.free == 0 else {
        state.free -= 1
        return (nil, true)
      }
      let waiter = Waiter(loop)
      state.waiting.append(waiter)
      return (waiter, true)
    }
    return waiter?.wait() ?? isEntered
  }

  /// Returns a permit: to a loop that wants help, else to a lane.
  func leave() {
    state.withLock { state in
      guard
        let next = state.waiting.firstIndex(where: { $0.loop != nil })
          ?? state.waiting.indices.first
      else { return state.free += 1 }
      state.waiting.remove(at: next).wake(given: true)
    }
  }

  fileprivate func end(_ loop: Loop) {
    state.withLock { state in
      loop.isEnded.store(true, ordering: .relaxed)
      state.waiting.removeAll { waiter in
        guard waiter.loop == ObjectIdentifier(loop) else { return false }
        waiter.wake(given: false)
        return true
      }
    }
  }

  /// Work that several threads take in parts. A class, since they share it.
  final class Loop: Sendable {
    private let budget: ThreadBudget
    /// The thread that created the loop; it has a permit already.
    private let caller = pthread_self()
    /// Changed while the budget's state is locked.
    fileprivate let isEnded = Atomic(false)

    /// - Parameter budget: the calling thread holds one of its permits.
    init(_ budget: ThreadBudget) {
      self.budget = budget
    }

    /// Waits until this thread may work.
    ///
    /// - Returns: false if no part is left.
    func enter() -> Bool { pthread_equal(pthread_self(), caller) != 0 || budget.enter(self) }

    /// Returns this thread's permit.
    func leave() { if pthread_equal(pthread_self(), caller) == 0 { budget.leave() } }

    /// Wakes the threads that wait to help, since no part is left.
    func end() { budget.end(self) }
  }
}

extension Workers {
  /// Runs `body` on several threads that share the permits of these workers.
  ///
  /// ```swift
  /// workers.sideBySide(2) { while let task = next() { task() } }
  /// ```
  ///
  /// The calling thread runs one of the bodies. A `body` that waits for another calls `waiting`.
  package func sideBySide(_ lanes: Int, _ body: @escaping @Sendable () -> Void) {
    let others = DispatchGroup()
    for _ in 1..<max(1, lanes) {
      DispatchQueue.global().async(group: others) {
        budget.enter()
        body()
        budget.leave()
      }
    }
    body()
    waiting { others.wait() }
  }

  /// Returns the calling thread's permit while `wait` waits.
  package func waiting<Result>(_ wait: () throws -> Result) rethrows -> Result {
    budget.leave()
    defer { budget.enter() }
    return try wait()
  }
}
