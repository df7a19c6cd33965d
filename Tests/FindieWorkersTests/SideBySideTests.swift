import Dispatch
import FindieTestSupport
import FindieWorkers
import Synchronization
import Testing

/// Lanes that share the threads of some workers.
struct SideBySideTests {
  @Test(arguments: [1, 2, 3, 8], [1, 2, 4])
  func `each lane runs once`(threads: Int, lanes: Int) {
    let runs = Atomic(0)
    Workers(threads: threads).sideBySide(lanes) { runs.add(1, ordering: .relaxed) }
    #expect(runs.load(ordering: .relaxed) == lanes)
  }

  @Test(arguments: [1, 2, 3], [1, 2, 3])
  func `the number of working threads is limited, however lanes and loops nest`(
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

  @Test func `a loop uses the idle thread of another lane`() {
    let workers = Workers(threads: 2)
    let crowd = Crowd()
    let begun = Atomic(0)
    workers.sideBySide(2) {
      // One lane is idle.
      guard begun.add(1, ordering: .relaxed).newValue == 1 else { return }
      workers.each(2) { _ in crowd.meet() }
    }
    #expect(crowd.most == 2)
  }

  /// Two lanes, of which the first to begin waits until the other has done its work.
  private func oneWaits(on threads: Int, for work: @escaping @Sendable (Workers) -> Void) -> Int {
    let workers = Workers(threads: threads)
    let begun = Atomic(0)
    let done = DispatchSemaphore(value: 0)
    workers.sideBySide(2) {
      if begun.add(1, ordering: .relaxed).newValue == 1 {
        workers.waiting { done.wait() }
      } else {
        work(workers)
        done.signal()
      }
    }
    return begun.load(ordering: .relaxed)
  }

  @Test func `a lane that waits for another returns its thread`() {
    let crowd = Crowd()
    #expect(oneWaits(on: 2) { $0.each(2) { _ in crowd.meet() } } == 2)
    #expect(crowd.most == 2)
  }

  @Test func `a lane on one thread begins when the other waits`() {
    #expect(oneWaits(on: 1) { _ in } == 2)
  }
}
