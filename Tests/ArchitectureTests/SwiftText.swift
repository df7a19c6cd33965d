/// Swift source with everything but code blanked out, so that a word in a comment or a text is
/// ignored.
enum SwiftText {
  /// The code of `source`: comments and the text of string literals become blanks, interpolations
  /// remain, and every line keeps its number.
  static func code(of source: String) -> String {
    var scanner = Scanner(text: Array(source.utf8))
    scanner.scanCode(untilClosed: false)
    return String(decoding: scanner.code, as: UTF8.self)
  }

  /// The line without a `//` comment that starts it or follows a blank.
  static func withoutLineComment(_ line: Substring) -> Substring {
    guard let comment = line.firstRange(of: /(^|\s)\/\/.*$/) else { return line }
    return line[..<comment.lowerBound]
  }

  private struct Scanner {
    let text: [UInt8]
    var position = 0
    var code: [UInt8] = []

    func sees(_ word: String) -> Bool { sees(Array(word.utf8)) }

    func sees(_ word: [UInt8]) -> Bool { text[position...].starts(with: word) }

    mutating func blank(_ count: Int = 1) {
      let end = min(position + count, text.count)
      for byte in text[position..<end] { code.append(byte == newline ? newline : space) }
      position = end
    }

    mutating func copy() {
      code.append(text[position])
      position += 1
    }

    /// Scans code to its end, or to the parenthesis that closes an interpolation.
    mutating func scanCode(untilClosed: Bool) {
      var depth = 0
      while position < text.count {
        switch text[position] {
        case slash where sees("//"):
          while position < text.count, text[position] != newline { blank() }
        case slash where sees("/*"):
          while position < text.count, !sees("*/") { blank() }
          blank(2)
        case quote: scanString()
        case pound where opensRawString: scanString()
        case open:
          depth += 1
          copy()
        case close:
          depth -= 1
          if untilClosed, depth < 0 { return }
          copy()
        default: copy()
        }
      }
    }

    private var opensRawString: Bool {
      text[position...].first { $0 != pound } == quote
    }

    private mutating func scanString() {
      let pounds = Array(text[position...].prefix { $0 == pound })
      blank(pounds.count)
      let quotes = [UInt8](repeating: quote, count: sees("\"\"\"") ? 3 : 1)
      blank(quotes.count)
      while position < text.count, !sees(quotes + pounds) {
        if sees([backslash] + pounds + [open]) {
          blank(pounds.count + 1)
          copy()
          scanCode(untilClosed: true)
          if position < text.count { copy() }
        } else if sees([backslash] + pounds) {
          blank(pounds.count + 2)
        } else {
          blank()
        }
      }
      blank(quotes.count + pounds.count)
    }
  }
}

private let newline = UInt8(ascii: "\n")
private let space = UInt8(ascii: " ")
private let slash = UInt8(ascii: "/")
private let quote = UInt8(ascii: "\"")
private let pound = UInt8(ascii: "#")
private let open = UInt8(ascii: "(")
private let close = UInt8(ascii: ")")
private let backslash = UInt8(ascii: "\\")
