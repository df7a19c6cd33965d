import FindieDomain
import Foundation

/// Lists of texts as JSON arrays, so that SQL can look into them with `json_each`.
///
/// Written here and not by `JSONEncoder`, which takes ten times as long over the million short
/// lists of a catalogue.
enum TextList {
  /// Appends the array that says `list`, in UTF-8.
  static func append(_ list: some Sequence<String>, to json: inout [UInt8]) {
    json.append(UInt8(ascii: "["))
    var isFirst = true
    for text in list {
      if !isFirst { json.append(comma) }
      isFirst = false
      json.append(quote)
      if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != quote && $0 != backslash }) {
        json.append(contentsOf: text.utf8)
      } else {
        for byte in text.utf8 { append(byte, to: &json) }
      }
      json.append(quote)
    }
    json.append(UInt8(ascii: "]"))
  }

  /// The list that `json` spells, or nil where it is no array of texts.
  static func list(of json: String) -> [String]? {
    if json == "[]" { return [] }
    // Without a backslash a quote only opens or closes a text: split where one ends, another begins.
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
    // The texts are every second piece between quotes, a comma between each two of them.
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
