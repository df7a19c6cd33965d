import FindieLinearAlgebra
import Testing

/// One after the other: the number of threads is the process'.
@Suite(.serialized) struct BLASLibraryTests {
  init() {
    BLASLibrary.useOneThread()
  }

  private var isOpenBLAS: Bool { BLASLibrary.current.implementation != .reference }

  @Test func `each call uses one thread once that is asked for`() {
    #expect(BLASLibrary.current.threads == 1)
  }

  @Test func `threads are raised for a while and set back`() {
    let within = BLASLibrary.withThreads(2) { BLASLibrary.current.threads }
    #expect(within == (isOpenBLAS ? 2 : 1))
    #expect(BLASLibrary.current.threads == 1)
  }

  @Test func `threads are set back after an error, which is handed on`() {
    #expect(throws: LAPACKFailure.notPositiveDefinite(order: 3)) {
      try BLASLibrary.withThreads(2) { () throws(LAPACKFailure) in
        throw LAPACKFailure.notPositiveDefinite(order: 3)
      }
    }
    #expect(BLASLibrary.current.threads == 1)
  }
}
