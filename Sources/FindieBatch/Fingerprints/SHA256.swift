import COpenSSL
import Foundation

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
