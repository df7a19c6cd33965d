import COpenBLASKernels
import Glibc

/// The BLAS that answers in this process: which one Debian's alternatives chose is known only now.
package struct BLASLibrary: Sendable {
  package enum Implementation: Sendable, Equatable {
    /// OpenBLAS with what it says of itself: version, kernel, threading.
    case openBLAS(configuration: String)
    /// Anything that is not OpenBLAS: on Debian the reference BLAS, ten to fifty times slower.
    case reference
  }

  package let implementation: Implementation
  /// The threads that one call may use; 1 where the library cannot say.
  package let threads: Int

  package static var current: BLASLibrary {
    guard let configuration = openBLASText("openblas_get_config") else {
      return BLASLibrary(implementation: .reference, threads: 1)
    }
    typealias Count = @convention(c) () -> CInt
    // OpenBLAS declares `int openblas_get_num_threads(void)`.
    let threads = unsafe symbol("openblas_get_num_threads").map {
      unsafe unsafeBitCast($0, to: Count.self)()
    }
    return BLASLibrary(
      implementation: .openBLAS(configuration: configuration), threads: Int(threads ?? 1))
  }

  /// Whether OpenBLAS did not know this processor, and was told to use other kernels than it took.
  package static var hasReplacedKernels: Bool { findie_replaced_openblas_kernels() }

  /// Whether calls from several threads at once are sound.
  ///
  /// OpenBLAS built for a single thread is not: called from two, it rejects good matrices.
  package var isSafeFromSeveralThreads: Bool {
    switch implementation {
    case .reference: true
    case .openBLAS(let configuration): !configuration.contains("SINGLE_THREADED")
    }
  }

  /// Has each BLAS call use one thread: the house divides work itself, by `Workers`.
  ///
  /// Setting OPENBLAS_NUM_THREADS in the running process would come too late.
  package static func useOneThread() { use(threads: 1) }

  /// Has OpenBLAS map now what so many threads' calls need at a time: a process that may map no more later
  /// would wait for ever.
  package static func mapBuffers(threads: Int) { findie_map_openblas_buffers(CInt(threads)) }

  static func use(threads: Int) {
    typealias Setter = @convention(c) (CInt) -> Void
    // OpenBLAS declares `void openblas_set_num_threads(int)`.
    if let setter = unsafe symbol("openblas_set_num_threads") {
      unsafe unsafeBitCast(setter, to: Setter.self)(CInt(threads))
    }
  }

  private static func openBLASText(_ name: String) -> String? {
    typealias Text = @convention(c) () -> UnsafePointer<CChar>?
    // OpenBLAS declares `char *openblas_get_config(void)`, a text that lives as long as the process.
    guard let function = unsafe symbol(name),
      let text = unsafe unsafeBitCast(function, to: Text.self)()
    else { return nil }
    return unsafe String(cString: text)
  }

  /// The address of a function that only some BLAS libraries have.
  private static func symbol(_ name: String) -> UnsafeMutableRawPointer? {
    unsafe dlsym(nil, name)
  }
}
