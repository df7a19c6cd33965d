import Foundation

/// The parts of a link, decoded. Nothing is repaired: a link that RFC 3986 does not allow is
/// refused.
package struct LinkParts: Sendable {
  /// In lower case.
  package let scheme: String
  /// In lower case, with a user and a port if there are any.
  package let host: String
  /// The parts between slashes. Those between two adjacent slashes are empty.
  package let path: [String]
  /// As it is written, without the question mark. Nil if there is none.
  package let query: String?

  private static let maximumBytes = 8192

  /// Nil if the link is longer than 8 KiB, has characters that a link must encode, a fragment, a
  /// part `.` or `..`, or an invalid encoding.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.maximumBytes,
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !Self.refused.contains($0) }),
      let start = text.firstRange(of: "://")
    else { return nil }
    let rest = text[start.upperBound...].split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let parts = rest[0].split(separator: "/", omittingEmptySubsequences: false)
    var path: [String] = []
    for part in parts.dropFirst() {
      guard let decoded = String(part).removingPercentEncoding, ![".", ".."].contains(decoded)
      else { return nil }
      path.append(decoded)
    }
    scheme = text[..<start.lowerBound].lowercased()
    host = parts[0].lowercased()
    self.path = path
    query = rest.count > 1 ? String(rest[1]) : nil
  }

  /// Characters that no part of a link may have, and `#`, which begins a fragment.
  private static let refused = Set("\"#<>\\^`{|}".utf8)

  /// The values of the query's parameters with these names. Others are ignored, since other
  /// programs append their own. A parameter without a value is absent.
  ///
  /// Nil if one of them occurs twice, cannot be decoded, or is not `isText`.
  package static func parameters(_ names: Set<String>, of query: String?) -> [String: String]? {
    var values: [String: String] = [:]
    for field in (query ?? "").split(separator: "&") {
      let sides = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = String(sides[0]).removingPercentEncoding, names.contains(name) else {
        continue
      }
      guard let value = String(sides.count > 1 ? sides[1] : "").removingPercentEncoding,
        value.isEmpty || isText(value), values.updateValue(value, forKey: name) == nil
      else { return nil }
    }
    return values.filter { !$0.value.isEmpty }
  }

  /// Whether a text has 1 to 256 bytes, as ids of the data contract have, and no control
  /// characters.
  package static func isText(_ text: String) -> Bool {
    (1...256).contains(text.utf8.count)
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  /// The text with every character encoded that is not unreserved (RFC 3986, section 2.3).
  package static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  /// A query with its question mark; empty without values.
  package static func query(_ values: KeyValuePairs<String, String?>) -> String {
    let fields = values.compactMap { name, value in
      value.map { encoded(name) + "=" + encoded($0) }
    }
    return fields.isEmpty ? "" : "?" + fields.joined(separator: "&")
  }
}
