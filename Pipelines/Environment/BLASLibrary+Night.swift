import FindieModels
package import FindieWorkers
import FindieWorkspace

extension BLASLibrary {
  /// Lets each call use one thread: findie divides the work itself.
  ///
  /// - Throws: `NightRefusal` if this library, such as a single-threaded OpenBLAS, is not safe to
  ///   call from several threads.
  package static func prepare(for workers: Workers) throws(NightRefusal) {
    useOneThread()
    guard workers.threads == 1 || current.isThreadSafe else {
      throw NightRefusal(
        .failed, "The installed OpenBLAS is not thread-safe and gives wrong results",
        remedy: "Install libopenblas0-pthread, or run with --threads 1.")
    }
  }
}
