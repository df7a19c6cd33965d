import FindieFiles
package import Foundation
import Synchronization

/// The SHA-256 of files. Each file is read once even if it has several names: most of a night's
/// reports are hard links to the previous night's.
///
/// A class, since threads share it.
package final class FileSums: Sendable {
  private let sums = Mutex<[FileIdentity: Fingerprint]>([:])
  private let isStopping: @Sendable () -> Bool

  package init(isStopping: @escaping @Sendable () -> Bool) { self.isStopping = isStopping }

  /// - Throws: `FileFailure`; `Stopped`.
  package func sum(of file: URL) throws -> Fingerprint {
    if isStopping() { throw Stopped() }
    let identity = DurableFile.identity(of: file)
    if let identity, let sum = sums.withLock({ $0[identity] }) { return sum }
    let sum = try Fingerprint(ofFile: file)
    if let identity { sums.withLock { $0[identity] = sum } }
    return sum
  }
}
