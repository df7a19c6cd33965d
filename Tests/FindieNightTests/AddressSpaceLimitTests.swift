import FindieNight
import FindieWorkers
import Testing

/// The required address space of a process.
struct AddressSpaceLimitTests {
  @Test func `a small limit reduces the default number of threads`() throws {
    #expect(AddressSpaceLimit.threads(processors: 64, limit: nil) == 64)
    #expect(AddressSpaceLimit.threads(processors: 64, limit: 400_000_000) == 1)
    #expect(AddressSpaceLimit.threads(processors: 64, limit: 400_000_000 + 3 * 128_000_000) == 3)
    #expect(AddressSpaceLimit.threads(processors: 2, limit: 9_000_000_000) == 2)
    try AddressSpaceLimit.checkSmallest(limit: 400_000_000)
    #expect(throws: NightRefusal.self) {
      try AddressSpaceLimit.checkSmallest(limit: 399_999_999)
    }
  }

  @Test(arguments: [(1, 928_000_000), (2, 1_056_000_000), (8, 1_824_000_000)])
  func `a limit below the needs of the threads is too small`(of: (threads: Int, bytes: Int)) throws
  {
    let workers = Workers(threads: of.threads)
    try AddressSpaceLimit.check(for: workers, limit: nil)
    try AddressSpaceLimit.check(for: workers, limit: of.bytes)
    let error = #expect(throws: NightRefusal.self) {
      try AddressSpaceLimit.check(for: workers, limit: of.bytes - 1)
    }
    #expect(error?.description.contains("ulimit -v") == true)
    #expect(throws: NightRefusal.self) {
      try AddressSpaceLimit.check(for: workers, events: 1, limit: of.bytes)
    }
  }
}
