import FindieModels
import Testing

/// In separate processes, since the number of threads is a setting of the process, in which other
/// tests run.
struct BLASLibraryTests {
  @Test func `each call uses one thread after useOneThread`() async {
    await #expect(processExitsWith: .success) {
      BLASLibrary.useOneThread()
      #expect(BLASLibrary.current.threads == 1)
    }
  }

  @Test func `a processor that OpenBLAS does not know does not get the Prescott kernels`() {
    guard let configuration = BLASLibrary.current.configuration else { return }
    #expect(!configuration.contains("Prescott"))
  }

  @Test func `the number of threads is raised temporarily`() async {
    await #expect(processExitsWith: .success) {
      BLASLibrary.useOneThread()
      let within = BLASLibrary.withThreads(2) { BLASLibrary.current.threads }
      let isOpenBLAS = BLASLibrary.current.configuration != nil
      #expect(within == (isOpenBLAS ? 2 : 1))
      #expect(BLASLibrary.current.threads == 1)
    }
  }

  @Test func `the number of threads is restored after an error, which is rethrown`() async {
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
