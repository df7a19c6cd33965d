import FindieWorkers
import Synchronization
import Testing

struct WorkersTests {
  private struct Failed: Error, Equatable {
    let part: Int
  }

  @Test(arguments: [1, 2, 3, 8], [0, 1, 2, 7, 1000])
  func `results are in the order of the parts`(threads: Int, parts: Int) {
    let squares = Workers(threads: threads).map(parts) { $0 * $0 }
    #expect(squares == (0..<parts).map { $0 * $0 })
  }

  @Test(arguments: [1, 2, 8])
  func `results of a body that may throw are in order too`(threads: Int) throws {
    let squares = try Workers(threads: threads).map(100) { part throws in
      if part < 0 { throw Failed(part: part) }
      return part * part
    }
    #expect(squares == (0..<100).map { $0 * $0 })
  }

  @Test(arguments: [1, 2, 8])
  func `every part is run once`(threads: Int) {
    let runs = Mutex([Int](repeating: 0, count: 500))
    Workers(threads: threads).each(500) { part in runs.withLock { $0[part] += 1 } }
    #expect(runs.withLock { $0 } == [Int](repeating: 1, count: 500))
  }

  @Test(arguments: [1, 2, 4])
  func `the error is that of the lowest part that fails, whichever thread is faster`(
    threads: Int
  ) {
    // Parts 2 and 3 are begun at nearly the same time: which fails first changes with the round.
    for _ in 0..<2000 {
      #expect(throws: Failed(part: 2)) {
        try Workers(threads: threads).map(12) { part throws -> Int in
          if part >= 2 { throw Failed(part: part) }
          return part
        }
      }
    }
  }

  @Test func `a later part's error does not hide the first`() {
    #expect(throws: Failed(part: 3)) {
      try Workers(threads: 2).map(100) { part throws -> Int in
        if part >= 3 { throw Failed(part: part) }
        return part
      }
    }
  }

  @Test func `parts after a failure are not begun`() {
    let begun = Mutex(0)
    #expect(throws: Failed(part: 2)) {
      try Workers(threads: 1).map(100) { part throws -> Int in
        begun.withLock { $0 += 1 }
        if part == 2 { throw Failed(part: part) }
        return part
      }
    }
    // 0, 1 and 2.
    #expect(begun.withLock { $0 } == 3)
  }

  @Test func `workers may be used inside a part`() {
    let workers = Workers(threads: 3)
    let table = workers.map(5) { row in workers.map(4) { column in row * 10 + column } }
    #expect(table == (0..<5).map { row in (0..<4).map { row * 10 + $0 } })
  }

  @Test(arguments: [(1, 100, 1), (2, 100, 2), (8, 100, 8), (8, 3, 3)])
  func `a thread creates its scratch value once`(of: (threads: Int, parts: Int, most: Int)) {
    let made = Mutex(0)
    let used = Mutex<[Int: Int]>([:])
    Workers(threads: of.threads).eachWithScratch(of.parts) {
      made.withLock { made in
        made += 1
        return (id: made, parts: 0)
      }
    } _: { _, scratch in
      scratch.parts += 1
      let (id, parts) = scratch
      used.withLock { $0[id] = parts }
    }
    #expect(made.withLock { $0 } <= of.most)
    // Each scratch value counts its parts, so the last counts add up to all.
    #expect(used.withLock { $0.values.reduce(0, +) } == of.parts)
  }

  @Test(arguments: [(0, 4), (1, 4), (4, 4), (5, 4), (11, 3), (3, 100)])
  func `ranges cover everything once, none larger than the size`(of: (count: Int, size: Int)) {
    let ranges = Workers.ranges(of: of.count, size: of.size)
    #expect(ranges.flatMap { Array($0) } == Array(0..<of.count))
    #expect(ranges.allSatisfy { !$0.isEmpty && $0.count <= of.size })
  }
}
