import Crypto

/// Makes the fingerprint of bytes that come a piece at a time; where they are cut does not matter.
package struct FingerprintWriter {
  private var hash = SHA256()

  package init() {}

  package mutating func add(_ bytes: [UInt8]) { hash.update(data: bytes) }

  /// Of all that was added: what `Fingerprint(ofBytes:)` gives for it in one piece.
  package var fingerprint: Fingerprint { Fingerprint(hash.finalize()) }
}
