import Foundation

/// Lists of texts as JSON arrays, so that SQL can look into them with `json_each`.
///
/// Written here and not by `JSONEncoder`, which takes ten times as long over the million short
/// lists of a catalogue.
enum TextList {
  static func json(of list: [String]) -> String {
    guard !list.isEmpty else { return "[]" }
    var json = "["
    for text in list {
      json += json.utf8.count == 1 ? "\"" : ",\""
      if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != quote && $0 != backslash }) {
        json += text
      } else {
        for scalar in text.unicodeScalars { append(scalar, to: &json) }
      }
      json += "\""
    }
    return json + "]"
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

  private static func append(_ scalar: Unicode.Scalar, to json: inout String) {
    switch scalar.value {
    case UInt32(quote): json += "\\\""
    case UInt32(backslash): json += "\\\\"
    case 0..<0x20:
      let digits = String(scalar.value, radix: 16)
      json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: json.unicodeScalars.append(scalar)
    }
  }

  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")
  private static let comma = UInt8(ascii: ",")
}
