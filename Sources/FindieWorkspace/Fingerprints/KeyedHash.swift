import COpenSSL

/// HMAC-SHA-256 under one key: only a holder of the key can tell which text a code belongs to.
///
/// Source: RFC 2104 (DOI 10.17487/RFC2104); test vectors in RFC 4231 (DOI 10.17487/RFC4231).
package struct KeyedHash: Sendable {
  private let key: [UInt8]

  package init(key: [UInt8]) {
    self.key = key
  }

  /// The code for some bytes: 32 bytes, as 64 hexadecimal digits in lower case.
  package func code(of bytes: [UInt8]) -> String {
    var code = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    // The code has as many bytes as SHA-256 gives; without memory for a context there is no result.
    let result = unsafe HMAC(
      EVP_sha256(), key, CInt(key.count), bytes, bytes.count, &code, nil)
    guard unsafe result != nil else { preconditionFailure("no memory for a keyed hash") }
    return code.hexadecimal
  }

  package func code(of text: String) -> String { code(of: Array(text.utf8)) }
}
