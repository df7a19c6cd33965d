import FindieWorkspace
import FindieModels
import FindieText
package import FindieWorkers

/// Checks that the process may map enough memory for training: else OpenBLAS would retry its
/// allocations forever, and threads would wait for their stacks.
package enum AddressSpaceLimit {
  private static let baseBytes = 800_000_000
  /// The memory that a command without training needs.
  private static let smallestBytes = 400_000_000
  /// The memory that OpenBLAS maps per thread.
  private static let bytesPerThread = 128_000_000
  /// The maximum memory per event of the history, over all stages.
  private static let bytesPerEvent = 100

  /// Checks the limit for any command.
  package static func checkSmallest(
    limit: Int? = Resources.addressSpaceLimitInBytes
  ) throws(NightRefusal) {
    if let limit, limit < smallestBytes {
      throw refusal(limit, needed: smallestBytes)
    }
  }

  /// The number of threads to use by default: one for each processor, fewer if their stacks and
  /// heaps would not fit in the address space.
  package static func threads(
    processors: Int, limit: Int? = Resources.addressSpaceLimitInBytes
  ) -> Int {
    guard let limit else { return processors }
    return min(processors, max(1, (limit - smallestBytes) / bytesPerThread))
  }

  /// Checks the limit, and lets OpenBLAS map its buffers while address space is left.
  package static func prepare(for workers: Workers) throws(NightRefusal) {
    try check(for: workers)
    if Resources.addressSpaceLimitInBytes != nil {
      BLASLibrary.mapBuffers(threads: workers.threads + 1)
    }
  }

  /// - Parameters:
  ///   - events: the number of events in the history.
  ///   - limit: in bytes; nil for none.
  package static func check(
    for workers: Workers, events: Int = 0, limit: Int? = Resources.addressSpaceLimitInBytes
  ) throws(NightRefusal) {
    let needed = baseBytes + workers.threads * bytesPerThread + events * bytesPerEvent
    if let limit, limit < needed { throw refusal(limit, needed: needed) }
  }

  private static func refusal(_ bytes: Int, needed: Int) -> NightRefusal {
    NightRefusal(
      .badParameters,
      "The process may map \(FileSize(bytes)) (`ulimit -v`), but this command needs "
        + "\(FileSize(needed)). Raise the limit or use fewer --threads.")
  }
}
