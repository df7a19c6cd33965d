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
    var writer = FingerprintWriter()
    writer.add(bytes)
    self = writer.fingerprint
  }

  /// The digest of a file's bytes, which are read 1 MiB at a time.
  package init(ofFile url: URL) throws(FileFailure) {
    let file = try FileReader(url)
    var writer = FingerprintWriter()
    var offset = 0
    while true {
      let bytes = try file.bytes(1 << 20, at: offset)
      if bytes.isEmpty { break }
      writer.add(bytes)
      offset += bytes.count
    }
    self = writer.fingerprint
  }

  init(hexadecimal: String) { self.hexadecimal = hexadecimal }

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

/// Computes the fingerprint (SHA-256, FIPS 180-4) of bytes that arrive in pieces. The result does
/// not depend on how the bytes are divided.
package struct FingerprintWriter {
  private var context = SHA256_CTX()

  package init() {
    // OpenSSL's functions fail only without a context.
    unsafe SHA256_Init(&context)
  }

  // The bytes are read before each call returns.

  package mutating func add(_ bytes: some DataProtocol) {
    for region in bytes.regions { unsafe region.withUnsafeBytes { unsafe add($0) } }
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    _ = unsafe SHA256_Update(&context, bytes.baseAddress, bytes.count)
  }

  /// The fingerprint of all bytes that were added, equal to `Fingerprint(ofBytes:)` of their
  /// concatenation.
  package var fingerprint: Fingerprint {
    var context = context
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    unsafe SHA256_Final(&digest, &context)
    return Fingerprint(hexadecimal: digest.hexadecimal)
  }
}

extension Sequence<UInt8> {
  /// Two lower-case digits per byte.
  var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in self {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
