import Crypto

/// HMAC-SHA-256 under one key: only a holder of the key can tell which text a code belongs to.
///
/// Source: RFC 2104 (DOI 10.17487/RFC2104); test vectors in RFC 4231 (DOI 10.17487/RFC4231).
package struct KeyedHash: Sendable {
  private let key: SymmetricKey

  package init(key: [UInt8]) {
    self.key = SymmetricKey(data: key)
  }

  /// The code of some bytes: 32 bytes, as 64 hexadecimal digits in lower case.
  package func code(of bytes: [UInt8]) -> String {
    HMAC<SHA256>.authenticationCode(for: bytes, using: key).hexadecimal
  }

  package func code(of text: String) -> String { code(of: Array(text.utf8)) }
}
