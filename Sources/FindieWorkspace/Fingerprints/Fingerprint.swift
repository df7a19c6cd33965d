import COpenSSL
package import FindieFiles
package import Foundation

/// A SHA-256 digest in hexadecimal: equal for equal content.
package struct Fingerprint: Hashable, Sendable, Codable, CustomStringConvertible {
  package let hexadecimal: String

  /// The digest of a text, such as parameters in canonical JSON or a list of other fingerprints.
  package init(of text: String) {
    self.init(ofBytes: Data(text.utf8))
  }

  package init(ofBytes bytes: some DataProtocol) {
    var hash = SHA256()
    hash.add(bytes)
    self.init(hash)
  }

  /// The digest of a file's bytes, which are read 1 MiB at a time.
  package init(ofFile url: URL) throws(FileFailure) {
    let file = try FileReader(url)
    var hash = SHA256()
    var offset = 0
    while true {
      let bytes = try file.bytes(1 << 20, at: offset)
      if bytes.isEmpty { break }
      hash.add(bytes)
      offset += bytes.count
    }
    self.init(hash)
  }

  /// The digest of what was added to `hash`.
  init(_ hash: SHA256) {
    hexadecimal = hash.hexadecimal
  }

  /// The 32 bytes of the digest.
  package var bytes: [UInt8] {
    let digits = hexadecimal.utf8.map { $0 < UInt8(ascii: "a") ? $0 - 48 : $0 - 87 }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// The first twelve digits.
  package var description: String { String(hexadecimal.prefix(12)) }

  package init(from decoder: any Decoder) throws {
    hexadecimal = try decoder.singleValueContainer().decode(String.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hexadecimal)
  }
}

/// Computes the fingerprint of bytes that arrive in pieces. The result does not depend on how the
/// bytes are divided.
package struct FingerprintWriter {
  private var hash = SHA256()

  package init() {}

  package mutating func add(_ bytes: some DataProtocol) { hash.add(bytes) }

  /// The fingerprint of all bytes that were added, equal to `Fingerprint(ofBytes:)` of their
  /// concatenation.
  package var fingerprint: Fingerprint { Fingerprint(hash) }
}

/// SHA-256 (FIPS 180-4) of bytes that arrive in pieces.
struct SHA256: Sendable {
  private var context = SHA256_CTX()

  init() {
    // OpenSSL's functions fail only without a context.
    unsafe SHA256_Init(&context)
  }

  mutating func add(_ bytes: some DataProtocol) {
    for region in bytes.regions {
      // The bytes are read before the call returns.
      unsafe region.withUnsafeBytes { bytes in
        _ = unsafe SHA256_Update(&context, bytes.baseAddress, bytes.count)
      }
    }
  }

  /// The digest of all bytes so far: 64 hexadecimal digits.
  var hexadecimal: String {
    var context = context
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    unsafe SHA256_Final(&digest, &context)
    return digest.hexadecimal
  }
}
