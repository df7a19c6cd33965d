import FindieLinearAlgebra
import Testing

/// In processes of their own: the number of threads is the process', and other tests compute meanwhile.
struct BLASLibraryTests {
  @Test func `each call uses one thread once that is asked for`() async {
    await #expect(processExitsWith: .success) {
      BLASLibrary.useOneThread()
      #expect(BLASLibrary.current.threads == 1)
    }
  }

  @Test func `a processor that OpenBLAS does not know is no Prescott`() {
    guard case .openBLAS(let configuration) = BLASLibrary.current.implementation else { return }
    #expect(!configuration.contains("Prescott"))
  }

  @Test func `threads are raised for a while and set back`() async {
    await #expect(processExitsWith: .success) {
      BLASLibrary.useOneThread()
      let within = BLASLibrary.withThreads(2) { BLASLibrary.current.threads }
      let isOpenBLAS = BLASLibrary.current.implementation != .reference
      #expect(within == (isOpenBLAS ? 2 : 1))
      #expect(BLASLibrary.current.threads == 1)
    }
  }

  @Test func `threads are set back after an error, which is handed on`() async {
    await #expect(processExitsWith: .success) {
      BLASLibrary.useOneThread()
      #expect(throws: LAPACKFailure.notPositiveDefinite(order: 3)) {
        try BLASLibrary.withThreads(2) { () throws(LAPACKFailure) in
          throw LAPACKFailure.notPositiveDefinite(order: 3)
        }
      }
      #expect(BLASLibrary.current.threads == 1)
    }
  }
}
