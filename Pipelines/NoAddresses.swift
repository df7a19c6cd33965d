import FindieBatch
import FindieLinearAlgebra
package import FindieWorkers

/// The process may map too little memory to learn from: OpenBLAS would ask the system for its buffers for
/// ever, and threads would wait for their stacks.
package struct NoAddresses: Error, CustomStringConvertible {
  let bytes: Int
  let needed: Int

  package var description: String {
    "the process may map only \(Size(bytes)) (`ulimit -v`), and learning needs "
      + "\(Size(needed)): raise that limit, or take fewer --threads."
  }

  private static let bytesInAll = 800_000_000
  /// What OpenBLAS maps a thread.
  private static let bytesOfAThread = 128_000_000
  /// What an event of the history takes at most, in all stages together.
  private static let bytesOfAnEvent = 100

  /// Checks the bound, and has OpenBLAS map its buffers while there is room.
  package static func prepare(for workers: Workers) throws(NoAddresses) {
    try check(for: workers)
    if Resources.addressSpaceLimitInBytes != nil {
      BLASLibrary.mapBuffers(threads: workers.threads + 1)
    }
  }

  /// - Parameters:
  ///   - events: of the history, as far as it is known.
  ///   - limit: in bytes; nil for none.
  /// - Throws: itself.
  package static func check(
    for workers: Workers, events: Int = 0, limit: Int? = Resources.addressSpaceLimitInBytes
  ) throws(NoAddresses) {
    let needed = bytesInAll + workers.threads * bytesOfAThread + events * bytesOfAnEvent
    if let limit, limit < needed { throw NoAddresses(bytes: limit, needed: needed) }
  }
}
