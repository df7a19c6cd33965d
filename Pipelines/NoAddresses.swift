import FindieBatch

/// The process may map too little memory for a night: OpenBLAS would ask the system for its buffers for
/// ever.
package struct NoAddresses: Error, CustomStringConvertible {
  let bytes: Int
  let needed: Int

  package var description: String {
    "the process may map only \(Size(bytes)) (`ulimit -v`), and a night on these threads needs "
      + "\(Size(needed)): raise that limit, or take fewer --threads."
  }

  private static let bytesOfANight = 640 << 20
  /// What OpenBLAS maps a thread.
  private static let bytesOfAThread = 128 << 20

  /// - Parameter limit: nil for none.
  /// - Throws: itself.
  package static func check(_ limit: Int?, threads: Int) throws {
    let needed = bytesOfANight + threads * bytesOfAThread
    if let limit, limit < needed { throw NoAddresses(bytes: limit, needed: needed) }
  }
}
