import FindieBatch
package import FindieWorkers

/// The process may map too little memory to learn from: OpenBLAS would ask the system for its buffers for
/// ever, and threads would wait for their stacks.
package struct NoAddresses: Error, CustomStringConvertible {
  let bytes: Int
  let needed: Int

  package var description: String {
    "the process may map only \(Size(bytes)) (`ulimit -v`), and learning on these threads needs "
      + "\(Size(needed)): raise that limit, or take fewer --threads."
  }

  private static let bytesInAll = 700_000_000
  /// What OpenBLAS maps a thread.
  private static let bytesOfAThread = 128_000_000

  /// - Parameter limit: in bytes; nil for none.
  /// - Throws: itself.
  package static func check(
    for workers: Workers, limit: Int? = Resources.addressSpaceLimitInBytes
  ) throws(NoAddresses) {
    let needed = bytesInAll + workers.threads * bytesOfAThread
    if let limit, limit < needed { throw NoAddresses(bytes: limit, needed: needed) }
  }
}
