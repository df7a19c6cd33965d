import COpenSSL

/// The MD5 checksum of some bytes (RFC 1321), as 32 hexadecimal digits in lower case. It detects
/// damage, not forgery.
///
/// - Returns: nil if this machine's OpenSSL has no MD5.
package func md5Checksum(of bytes: [UInt8]) -> String? {
  var digest = [UInt8](repeating: 0, count: 16)
  // The digest has as many bytes as MD5 gives.
  guard unsafe EVP_Digest(bytes, bytes.count, &digest, nil, EVP_md5(), nil) == 1 else {
    ERR_clear_error()
    return nil
  }
  return digest.hexadecimal
}
