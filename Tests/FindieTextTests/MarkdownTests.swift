import FindieText
import Testing

struct MarkdownTests {
  @Test(arguments: [
    "Counter-Strike: Source", "a.b:c *x* [y](z) `q` @you #1 <b>", "\\ | ** +", "- list", "$1! {x}",
  ])
  func `plain text of an escaped title is the title`(title: String) {
    #expect(Markdown.plain("# " + Markdown.escaped(title)) == "# \(title)")
  }

  @Test func `a colon before a space needs no escape, and a link has one`() {
    #expect(Markdown.escaped("Counter-Strike: Source") == "Counter-Strike: Source")
    #expect(Markdown.escaped("https://a.b :x:") == #"https\://a\.b \:x:"#)
  }

  @Test func `bold text and tables are shown as text`() {
    let markdown =
      "**12** likes\n\n" + Markdown.table(["Game", "Likes"], [["A \\| B", "7"], ["", "8"]])
    #expect(
      Markdown.plain(markdown) == """
        12 likes

        Game   Likes
        ─────  ─────
        A | B      7
                   8

        """)
  }
}
