import FindieText
import Testing

struct HTMLTests {
  private func text(_ html: HTML) -> String { String(decoding: html.bytes, as: UTF8.self) }

  @Test func `a text is escaped, markup is not`() {
    let title = "<b>\"'&"
    let cell: HTML = "<td>\(text: title)</td>"
    #expect(text("<tr>\(cell)</tr>") == "<tr><td>&lt;b&gt;&quot;&#39;&amp;</td></tr>")
  }

  @Test func `a quote with an accent leaves no attribute`() {
    #expect(text(HTML(text: "x\"\u{301} y")) == "x&quot;\u{301} y")
  }

  @Test func `a text is cleaned of what HTML forbids`() {
    #expect(text(HTML(text: "a\u{0}\n\u{202E}b")) == "a\u{FFFD} b")
  }

  @Test(arguments: ["", "–", "Ünïcode → 🎮", "é\u{301}", "\u{2003}", "\u{E000}"])
  func `a text that needs no change stays as it is`(plain: String) {
    #expect(text(HTML(text: plain)) == plain)
    #expect(text("<b>\(text: plain + "<")</b>") == "<b>\(plain)&lt;</b>")
  }

  @Test func `a literal is appended as markup`() {
    var html: HTML = "<td>"
    html.append("–</td>")
    html.append("")
    #expect(html == "<td>–</td>")
  }

  @Test func `parts are joined, numbers are in digits`() {
    let items = ["a", "b"].map { "<li>\(text: $0)</li>" as HTML }
    #expect(text("<ul>\(items)</ul>") == "<ul><li>a</li><li>b</li></ul>")
    #expect(text("\(items, separator: ", ")") == "<li>a</li>, <li>b</li>")
    #expect(text("<p>\(12) \(0.250, places: 2)</p>") == "<p>12 0.25</p>")
  }

  @Test(arguments: [true, false])
  func `a literal in a condition is markup`(isStrong: Bool) {
    #expect(text("<p\(isStrong ? " class=\"b\"" : "")>") == (isStrong ? "<p class=\"b\">" : "<p>"))
  }
}
