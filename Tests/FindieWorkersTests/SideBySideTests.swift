import Dispatch
import FindieWorkers
import Foundation
import Synchronization
import Testing

/// Lanes that share the threads of some workers.
struct SideBySideTests {
  /// How many threads are in something at once. A class, since they share it.
  private final class Crowd: Sendable {
    private let state = Mutex((now: 0, most: 0))

    var most: Int { state.withLock { $0.most } }

    func stay() {
      enter()
      Thread.sleep(forTimeInterval: 0.0005)
      state.withLock { $0.now -= 1 }
    }

    /// Stays until two are there, or ten seconds have gone.
    func meet() {
      enter()
      for _ in 0..<1000 where most < 2 { Thread.sleep(forTimeInterval: 0.01) }
      state.withLock { $0.now -= 1 }
    }

    private func enter() {
      state.withLock {
        $0.now += 1
        $0.most = max($0.most, $0.now)
      }
    }
  }

  @Test(arguments: [1, 2, 3, 8], [1, 2, 4])
  func `each lane runs once`(threads: Int, lanes: Int) {
    let runs = Atomic(0)
    Workers(threads: threads).sideBySide(lanes) { runs.add(1, ordering: .relaxed) }
    #expect(runs.load(ordering: .relaxed) == lanes)
  }

  @Test(arguments: [1, 2, 3], [1, 2, 3])
  func `no more threads work than there are, however lanes and loops nest`(
    threads: Int, lanes: Int
  ) throws {
    let workers = Workers(threads: threads)
    let crowd = Crowd()
    let done = Atomic(0)
    workers.sideBySide(lanes) {
      for _ in 0..<5 {
        workers.each(6) { part in
          if part < 3 { return crowd.stay() }
          workers.each(3) { _ in crowd.stay() }
        }
        crowd.stay()
        let made = Mutex(0)
        do {
          try workers.inOrder(9, ahead: 2) { part in
            crowd.stay()
            return part
          } take: { part, _ in
            made.withLock { $0 += part }
          }
        } catch {
          Issue.record(error)
        }
        #expect(made.withLock { $0 } == 36)
        done.add(1, ordering: .relaxed)
      }
    }
    #expect(done.load(ordering: .relaxed) == 5 * lanes)
    #expect(crowd.most <= threads)
  }

  @Test func `a loop is helped by the thread that another lane does not use`() {
    let workers = Workers(threads: 2)
    let crowd = Crowd()
    let begun = Atomic(0)
    workers.sideBySide(2) {
      // One lane has nothing to do.
      guard begun.add(1, ordering: .relaxed).newValue == 1 else { return }
      workers.each(2) { _ in crowd.meet() }
    }
    #expect(crowd.most == 2)
  }

  @Test func `a lane that waits for another leaves its thread to it`() {
    let workers = Workers(threads: 2)
    let crowd = Crowd()
    let begun = Atomic(0)
    let done = DispatchSemaphore(value: 0)
    workers.sideBySide(2) {
      if begun.add(1, ordering: .relaxed).newValue == 1 {
        workers.waiting { done.wait() }
      } else {
        workers.each(2) { _ in crowd.meet() }
        done.signal()
      }
    }
    #expect(crowd.most == 2)
  }

  @Test func `a lane on one thread begins when the other waits`() {
    let workers = Workers(threads: 1)
    let begun = Atomic(0)
    let done = DispatchSemaphore(value: 0)
    workers.sideBySide(2) {
      if begun.add(1, ordering: .relaxed).newValue == 1 {
        workers.waiting { done.wait() }
      } else {
        done.signal()
      }
    }
    #expect(begun.load(ordering: .relaxed) == 2)
  }
}
