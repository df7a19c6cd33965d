import COpenSSL
import FindieWorkspace
import Foundation

/// A private key that signs tokens. It prints as `•••`.
package struct SigningKey: Sendable, CustomStringConvertible, CustomReflectable {
  /// The names of RFC 7518, section 3.1.
  package enum Scheme: String, Sendable {
    /// RSASSA-PKCS1-v1_5 with SHA-256; keys of at least 2048 bits.
    case rs256 = "RS256"
    /// ECDSA on the curve P-256 with SHA-256. A signature is r and s, of 32 bytes each.
    case es256 = "ES256"
  }

  package let scheme: Scheme
  private let pem: String

  private static let notSigned = LocalFailure(
    .badParameters, "OpenSSL could not sign a token with the private key.")

  /// - Parameter pem: an unencrypted private key in PEM: PKCS #8, PKCS #1 or SEC 1.
  /// - Throws: `LocalFailure`.
  package init(_ scheme: Scheme, pem: String) throws(LocalFailure) {
    self.scheme = scheme
    self.pem = pem
    unsafe EVP_PKEY_free(try parsed())
  }

  package var description: String { "•••" }

  package var customMirror: Mirror { Mirror(self, children: []) }

  /// The key in OpenSSL's memory, which the caller frees.
  private func parsed() throws(LocalFailure) -> OpaquePointer {
    var text = Array(pem.utf8)
    // An empty password, so that OpenSSL does not ask on the terminal for an encrypted key's.
    var password: [CChar] = [0]
    let key: OpaquePointer? = unsafe text.withUnsafeMutableBytes { bytes in
      // The buffer refers to the bytes.
      let buffer = unsafe BIO_new_mem_buf(bytes.baseAddress, CInt(bytes.count))
      defer { unsafe BIO_free(buffer) }
      return unsafe password.withUnsafeMutableBytes { password in
        unsafe PEM_read_bio_PrivateKey(buffer, nil, nil, password.baseAddress)
      }
    }
    guard let key = unsafe key, unsafe isSuitable(key) else {
      ERR_clear_error()
      unsafe EVP_PKEY_free(key)
      let kind = scheme == .rs256 ? "an RSA key of at least 2048 bits" : "a key on the curve P-256"
      throw LocalFailure(
        .badParameters,
        "The private key is not \(kind) in unencrypted PEM, with its lines `-----BEGIN …` and "
          + "`-----END …`.")
    }
    return unsafe key
  }

  private func isSuitable(_ key: OpaquePointer) -> Bool {
    switch scheme {
    case .rs256:
      return unsafe EVP_PKEY_get_base_id(key) == EVP_PKEY_RSA && EVP_PKEY_get_bits(key) >= 2048
    case .es256:
      var name = [CChar](repeating: 0, count: 32)
      var length = 0
      guard unsafe EVP_PKEY_get_base_id(key) == EVP_PKEY_EC,
        unsafe EVP_PKEY_get_group_name(key, &name, name.count, &length) == 1
      else { return false }
      return name.prefix(length).elementsEqual("prime256v1".utf8.map { CChar(bitPattern: $0) })
    }
  }

  /// The signature of some bytes, in the format of RFC 7518.
  package func signature(of bytes: [UInt8]) throws(LocalFailure) -> [UInt8] {
    let key = unsafe try parsed()
    defer { unsafe EVP_PKEY_free(key) }
    let context = unsafe EVP_MD_CTX_new()
    defer { unsafe EVP_MD_CTX_free(context) }
    var length = unsafe Int(EVP_PKEY_get_size(key))
    var signature = [UInt8](repeating: 0, count: length)
    // The arrays have the sizes that the calls are given.
    guard unsafe EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
      unsafe EVP_DigestSign(context, &signature, &length, bytes, bytes.count) == 1
    else {
      ERR_clear_error()
      throw Self.notSigned
    }
    signature.removeLast(signature.count - length)
    return scheme == .es256 ? try Self.numbers(ofDER: signature) : signature
  }

  /// r and s, of 32 bytes each (RFC 7518, section 3.4).
  private static func numbers(ofDER signature: [UInt8]) throws(LocalFailure) -> [UInt8] {
    let pair: OpaquePointer? = unsafe signature.withUnsafeBufferPointer { bytes in
      var start = bytes.baseAddress
      return unsafe d2i_ECDSA_SIG(nil, &start, bytes.count)
    }
    guard let pair = unsafe pair else { throw Self.notSigned }
    defer { unsafe ECDSA_SIG_free(pair) }
    var (r, s) = ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: 32))
    guard unsafe BN_bn2binpad(ECDSA_SIG_get0_r(pair), &r, 32) == 32,
      unsafe BN_bn2binpad(ECDSA_SIG_get0_s(pair), &s, 32) == 32
    else { throw Self.notSigned }
    return r + s
  }
}
