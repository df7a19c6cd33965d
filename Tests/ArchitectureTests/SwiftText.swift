/// Swift source with what is not code blanked out, so that a word in a comment is no finding.
enum SwiftText {
  /// The code of `source`: comments and the text of string literals become blanks, interpolations
  /// stay, and every line keeps its number.
  static func code(of source: String) -> String {
    var scanner = Scanner(text: Array(source))
    scanner.scanCode(untilClosed: false)
    return String(scanner.code)
  }

  /// The line without a `//` comment that begins it or follows a blank.
  static func withoutLineComment(_ line: Substring) -> Substring {
    guard let comment = line.firstRange(of: /(^|\s)\/\/.*$/) else { return line }
    return line[..<comment.lowerBound]
  }

  private struct Scanner {
    let text: [Character]
    var place = 0
    var code: [Character] = []

    func sees(_ word: String) -> Bool { text[place...].starts(with: word) }

    mutating func blank(_ count: Int = 1) {
      for character in text[place..<min(place + count, text.count)] {
        code.append(character == "\n" ? "\n" : " ")
      }
      place = min(place + count, text.count)
    }

    mutating func keep() {
      code.append(text[place])
      place += 1
    }

    /// Scans code to its end, or to the parenthesis that closes an interpolation.
    mutating func scanCode(untilClosed: Bool) {
      var depth = 0
      while place < text.count {
        if sees("//") {
          while place < text.count, text[place] != "\n" { blank() }
        } else if sees("/*") {
          while place < text.count, !sees("*/") { blank() }
          blank(2)
        } else if text[place] == "\"" || (text[place] == "#" && opensRawString) {
          scanString()
        } else {
          if text[place] == "(" { depth += 1 }
          if text[place] == ")" { depth -= 1 }
          if untilClosed, depth < 0 { return }
          keep()
        }
      }
    }

    private var opensRawString: Bool {
      text[place...].drop { $0 == "#" }.first == "\""
    }

    private mutating func scanString() {
      let pounds = String(text[place...].prefix { $0 == "#" })
      blank(pounds.count)
      let quote = sees("\"\"\"") ? "\"\"\"" : "\""
      blank(quote.count)
      while place < text.count, !sees(quote + pounds) {
        if sees("\\" + pounds + "(") {
          blank(pounds.count + 1)
          keep()
          scanCode(untilClosed: true)
          if place < text.count { keep() }
        } else if sees("\\" + pounds) {
          blank(pounds.count + 2)
        } else {
          blank()
        }
      }
      blank(quote.count + pounds.count)
    }
  }
}
