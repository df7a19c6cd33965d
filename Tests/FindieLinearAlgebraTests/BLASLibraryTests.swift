import FindieLinearAlgebra
import Testing

struct BLASLibraryTests {
  @Test func `each call uses one thread once that is asked for`() {
    BLASLibrary.useOneThread()
    #expect(BLASLibrary.current.threads == 1)
  }
}
