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
