import FindieDomain
import Foundation

/// Lists of texts as JSON arrays, which SQL can query with `json_each`.
///
/// `JSONEncoder` takes ten times as long for the short lists of a catalogue.
enum TextList {
  /// The JSON array of `list`.
  static func json(_ list: [String]) -> [UInt8] {
    var json: [UInt8] = [UInt8(ascii: "[")]
    for (index, text) in list.enumerated() {
      if index > 0 { json.append(comma) }
      json.append(quote)
      if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != quote && $0 != backslash }) {
        json.append(contentsOf: text.utf8)
      } else {
        for byte in text.utf8 { append(byte, to: &json) }
      }
      json.append(quote)
    }
    json.append(UInt8(ascii: "]"))
    return json
  }

  /// The list of a JSON array, or nil if `json` is not an array of texts.
  static func list(of json: String) -> [String]? {
    if json == "[]" { return [] }
    // Without a backslash, every quote starts or ends a text.
    let bytes = json.utf8
    if json.hasPrefix("[\""), json.hasSuffix("\"]"), bytes.count >= 4, !bytes.contains(backslash) {
      let inside = json[
        bytes.index(bytes.startIndex, offsetBy: 2)..<bytes.index(bytes.endIndex, offsetBy: -2)]
      return split(inside)
    }
    do {
      return try JSONDecoder().decode([String].self, from: Data(bytes))
    } catch {
      return nil
    }
  }

  private static func split(_ inside: Substring) -> [String]? {
    // Every second piece between quotes is a text; the others are commas.
    let pieces = inside.utf8.split(separator: quote, omittingEmptySubsequences: false)
    var list: [String] = []
    list.reserveCapacity(pieces.count / 2 + 1)
    for (index, piece) in pieces.enumerated() {
      if index.isMultiple(of: 2) {
        list.append(String(Substring(piece)))
      } else {
        guard piece.elementsEqual(CollectionOfOne(comma)) else { return nil }
      }
    }
    return pieces.count.isMultiple(of: 2) ? nil : list
  }

  private static func append(_ byte: UInt8, to json: inout [UInt8]) {
    switch byte {
    case quote, backslash: json += [backslash, byte]
    case 0..<0x20: json.append(contentsOf: "\\u\(byte.padded(to: 4, radix: 16))".utf8)
    default: json.append(byte)
    }
  }

  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")
  private static let comma = UInt8(ascii: ",")
}
