package import Foundation

/// Computes the fingerprint of bytes that arrive in pieces. The result does not depend on how the bytes
/// are divided.
package struct FingerprintWriter {
  private var hash = SHA256()

  package init() {}

  package mutating func add(_ bytes: some DataProtocol) { hash.add(bytes) }

  /// The fingerprint of all bytes that were added, equal to `Fingerprint(ofBytes:)` of their
  /// concatenation.
  package var fingerprint: Fingerprint { Fingerprint(hash) }
}
