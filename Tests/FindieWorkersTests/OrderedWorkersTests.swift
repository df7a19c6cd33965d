import FindieWorkers
import Foundation
import Synchronization
import Testing

/// Parts that all threads compute and one takes in order.
struct OrderedWorkersTests {
  private struct Failed: Error, Equatable {
    let part: Int
  }

  @Test(arguments: [1, 2, 3, 8], [0, 1, 2, 7, 1000])
  func `all parts are taken in their order`(threads: Int, parts: Int) throws {
    for ahead in [1, 2, 16, 5000] {
      var taken: [Int] = []
      try Workers(threads: threads).inOrder(parts, ahead: ahead) {
        $0 * $0
      } take: {
        #expect($1 == $0 * $0)
        taken.append($0)
      }
      #expect(taken == Array(0..<parts))
    }
  }

  @Test(arguments: [1, 2, 8], [1, 3, 20])
  func `the number of parts that are begun and not taken is limited`(threads: Int, ahead: Int)
    throws
  {
    let begun = Mutex(0)
    var most = 0
    try Workers(threads: threads).inOrder(500, ahead: ahead) { part in
      begun.withLock { $0 += 1 }
      return part
    } take: { part, _ in
      // The part that is being taken has left the queue, so another one may have begun.
      most = max(most, begun.withLock { $0 } - part)
    }
    #expect(most <= ahead + 1)
    #expect(begun.withLock { $0 } == 500)
  }

  @Test(arguments: [1, 2, 4])
  func `the error is that of the lowest part, and those before it are taken`(threads: Int) {
    for _ in 0..<500 {
      var taken: [Int] = []
      #expect(throws: Failed(part: 5)) {
        try Workers(threads: threads).inOrder(100, ahead: 8) { part throws -> Int in
          if part >= 5 { throw Failed(part: part) }
          return part
        } take: { part, _ in
          taken.append(part)
        }
      }
      #expect(taken == [0, 1, 2, 3, 4])
    }
  }

  @Test(arguments: [1, 2, 4])
  func `an error of the taker ends all threads`(threads: Int) {
    let begun = Mutex(0)
    #expect(throws: Failed(part: 3)) {
      try Workers(threads: threads).inOrder(10_000, ahead: 8) { part in
        begun.withLock { $0 += 1 }
      } take: { part, _ in
        if part == 3 { throw Failed(part: part) }
      }
    }
    // Parts 0 to 3 were taken, and eight others could begin.
    #expect(begun.withLock { $0 } <= 4 + 8)
  }

  @Test func `parts are taken on the thread that calls`() throws {
    let own = ObjectIdentifier(Thread.current)
    try Workers(threads: 4).inOrder(200, ahead: 8) {
      $0
    } take: { _, _ in
      #expect(ObjectIdentifier(Thread.current) == own)
    }
  }
}
