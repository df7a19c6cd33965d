import FindieText
import Testing

struct WrappingTests {
  @Test(arguments: [
    ("a short line", 20, ["a short line"]), ("one two three", 7, ["one two", "three"]),
    ("  one two three", 9, ["  one two", "  three"]), ("", 5, [""]),
    ("key    one two three", 14, ["key    one two", "       three"]),
    ("  a key  one two three", 18, ["  a key  one two", "         three"]),
    ("averylongword and", 5, ["averylongword", "and"]),
  ])
  func `lines break at spaces and keep their indent`(text: String, width: Int, lines: [String]) {
    #expect(text.wrapped(to: width) == lines)
  }

  @Test func `a word may be broken`() {
    #expect("abcdefgh i".wrapped(to: 3, breakingWords: true) == ["abc", "def", "gh", "i"])
  }
}
