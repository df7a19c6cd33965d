import Dispatch
import Glibc
import Synchronization

/// How many threads may work at once, whoever has them: a place for each.
///
/// Who calls holds a place. The others are for threads that help in a loop, and, where no loop wants
/// help, for another lane. A place that somebody holds while it waits for others is given back, so that
/// work goes on as long as there is any.
///
/// A class, since all copies of some `Workers` share the places.
final class ThreadBudget: Sendable {
  private struct State {
    var free: Int
    /// Who waits for a place, the first first.
    var waiting: [Waiter] = []
  }

  /// A thread that waits for a place. A class, since who gives one back wakes it.
  private final class Waiter: Sendable {
    /// Which it would help in; nil for a lane.
    let loop: ObjectIdentifier?
    private let semaphore = DispatchSemaphore(value: 0)
    private let isGiven = Atomic(false)

    init(_ loop: Loop?) { self.loop = loop.map { ObjectIdentifier($0) } }

    func wake(given: Bool) {
      isGiven.store(given, ordering: .releasing)
      semaphore.signal()
    }

    /// - Returns: false where there is nothing left to do.
    func wait() -> Bool {
      semaphore.wait()
      return isGiven.load(ordering: .acquiring)
    }
  }

  private let state: Mutex<State>

  /// - Parameter threads: how many work at once, the calling one among them.
  init(threads: Int) {
    state = Mutex(State(free: threads - 1))
  }

  /// Waits for a place, for a lane or to help in a loop.
  ///
  /// - Returns: false where the loop ended first; then there is no place to give back.
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

  /// Gives a place back: to a loop that wants help, else to a lane.
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

  /// Work that several threads take parts of. A class, since they share it.
  final class Loop: Sendable {
    private let budget: ThreadBudget
    /// Whose place was there before.
    private let caller = pthread_self()
    /// Changed with the budget's state locked.
    fileprivate let isEnded = Atomic(false)

    /// - Parameter budget: the calling thread holds a place of it.
    init(_ budget: ThreadBudget) {
      self.budget = budget
    }

    /// Waits until this thread may work.
    ///
    /// - Returns: false where no part is left.
    func enter() -> Bool { pthread_equal(pthread_self(), caller) != 0 || budget.enter(self) }

    /// This thread has nothing more to do.
    func leave() { if pthread_equal(pthread_self(), caller) == 0 { budget.leave() } }

    /// No part is left: threads that wait need not.
    func end() { budget.end(self) }
  }
}

extension Workers {
  /// Runs `body` on some threads at once, which share these workers' threads: each works while no other
  /// needs to, and is not stopped once it works.
  ///
  /// ```swift
  /// workers.sideBySide(2) { while let task = next() { task() } }
  /// ```
  ///
  /// A `body` that waits for another does it by `waiting`. The calling thread runs one of them.
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

  /// Has others work while `wait` waits for them.
  package func waiting<Result>(_ wait: () throws -> Result) rethrows -> Result {
    budget.leave()
    defer { budget.enter() }
    return try wait()
  }
}
