import FindieText
import FindieCommands
import Testing

/// Rejected lines, made printable.
struct PrintableTextTests {
  @Test(arguments: [
    ("plain, café, ミ, 🎮", "plain, café, ミ, 🎮"), ("a\tb\r\n", "a\\tb\\r\\n"),
    ("\u{1B}[2Jx", "\\u{1B}[2Jx"), ("\u{0}\u{7F}\u{9B}", "\\u{00}\\u{7F}\\u{9B}"),
    // A right-to-left override, a zero-width space, a line separator.
    ("\u{202E}\u{200B}\u{2028}", "\\u{202E}\\u{200B}\\u{2028}"),
  ])
  func `control and direction characters are written as their code`(text: String, shown: String) {
    #expect(printable(text) == shown)
    #expect(printable(Array(text.utf8), limit: 100) == shown)
  }

  @Test func `bytes that are not text are written as numbers`() {
    #expect(printable([0x61, 0xFF, 0x0A, 0xC3], limit: 80) == "a\\xFF\\n\\xC3")
  }

  @Test func `long text is cut before a character and marked`() {
    #expect(printable(Array("abcdef".utf8), limit: 6) == "abcdef")
    #expect(printable(Array("abcdefg".utf8), limit: 6) == "abcdef…")
    // é has two bytes, of which the second would be the seventh.
    #expect(printable(Array("abcdeéf".utf8), limit: 6) == "abcde…")
    #expect(printable([UInt8](repeating: 0x80, count: 9), limit: 6).hasSuffix("…"))
  }
}
