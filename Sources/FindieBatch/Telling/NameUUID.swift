import Crypto

/// Identifiers that follow from names: the same for the same name, in every run.
package enum NameUUID {
  /// The UUID of version 5 of a name in a name space.
  ///
  /// Source: RFC 9562, section 5.5 (DOI 10.17487/RFC9562); SHA-1 identifies here and protects nothing.
  ///
  /// - Parameter space: a UUID as text, such as `NameUUID.url`.
  package static func text(of name: String, in space: String) -> String {
    var hash = Insecure.SHA1()
    hash.update(data: bytes(ofHexadecimal: space.filter { $0 != "-" }))
    hash.update(data: Array(name.utf8))
    var bytes = Array(hash.finalize().prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x50
    bytes[8] = bytes[8] & 0x3F | 0x80
    var groups: [Substring] = []
    var rest = bytes.hexadecimal[...]
    for length in [8, 4, 4, 4, 12] {
      groups.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return groups.joined(separator: "-")
  }

  /// The name space of URLs.
  package static let url = "6ba7b811-9dad-11d1-80b4-00c04fd430c8"

  private static func bytes(ofHexadecimal text: String) -> [UInt8] {
    var digits = text[...]
    var bytes: [UInt8] = []
    while let byte = UInt8(digits.prefix(2), radix: 16) {
      bytes.append(byte)
      digits = digits.dropFirst(2)
    }
    precondition(bytes.count == 16, "\(text) is no UUID")
    return bytes
  }
}
