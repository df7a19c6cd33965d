import FindiePartners
import FindieTestSupport
import Testing

struct HTMLDocumentTests {
  private func page(_ text: String) throws -> HTMLDocument { try HTMLDocument(text.utf8) }

  @Test func `elements are found by class and name, in the order of the page`() throws {
    let page = try page(
      """
      <div id=1 class="a b">One <b>bold</b><i>,</i>
      text</div><p class='b'>&lt;Two&#33; &eacute;</p><div id="3">three</div>
      """)
    #expect(page.elements(ofClass: "b").map(\.name) == ["div", "p"])
    #expect(page.elements(ofClass: "b").map(\.text) == ["One bold, text", "<Two! é"])
    #expect(page.elements(named: "div").map { $0["id"] } == ["1", "3"])
    #expect(page.first(ofClass: "a")?.elements(named: "b").map(\.text) == ["bold"])
    #expect(page.first(ofClass: "a")?.has(class: "a b") == false)
    #expect(page.first(ofClass: "a")?["none"] == nil)
    #expect(page.first(ofClass: "none")?.text == nil)
  }

  @Test(
    arguments: [
      ("Rock &amp; Roll", "Rock & Roll"),
      ("&quot;A&#39;s&#x2122; caf&eacute;&apos;", "\"A's™ café'"),
      ("&amp;amp;", "&amp;"), ("A & B &; &nosuch; &#xD800; &#99999999; &#10;", nil), ("", nil),
    ] as [(String, String?)])
  func `references in a title are decoded once`(text: String, decoded: String?) throws {
    #expect(text.decodingEntities == decoded ?? text)
  }

  @Test func `elements below one end with it`() throws {
    let page = try page("<ul><li><a>1</a></li><li></li></ul><a>2</a>")
    #expect(page.elements(named: "li").map { $0.elements(named: "a").map(\.text) } == [["1"], []])
    #expect(page.elements(named: "ul")[0].elements(named: "a").count == 1)
  }

  @Test(arguments: [
    "", " ", "<", "<div", "<div class", "<div class=", "<div class='a", "</div>", "<!--",
    "<!DOCTYPE",
    "<![CDATA[", "&", "&#", "&#x110000;", "&nosuch;", "<a b=1 b=2>", "<script>", "<svg><path/>",
    "<table><td><table><td>", "<\u{0}div>", "<html><html><body><body>", "<title>", "<?php",
  ])
  func `a broken page is read`(text: String) throws {
    _ = try page(text).elements(named: "div")
  }

  @Test func `invalid bytes and NUL become U+FFFD, whatever encoding the page declares`() throws {
    let start = Array("<meta charset=latin1><p>a".utf8)
    let page = try HTMLDocument(start + [0xFF, 0x00, 0xC3] + Array("é</p>".utf8))
    #expect(page.elements(named: "p").map(\.text) == ["a\u{FFFD}\u{FFFD}\u{FFFD}é"])
  }

  @Test func `a page that is too large is refused`() {
    let bytes = [UInt8](repeating: 65, count: HTMLDocument.maximumBytes + 1)
    let failure = #expect(throws: Unreadable.self) { try HTMLDocument(bytes) }
    #expect(failure?.why.hasPrefix("the page has \(bytes.count) bytes") == true)
  }

  @Test(arguments: ["<div>", "<b>", "<ul><li>", "<table><tr><td>", "<font><p>"])
  func `a page that is nested too deep is refused`(tag: String) {
    let text = String(repeating: tag, count: HTMLDocument.maximumBytes / tag.utf8.count)
    let failure = #expect(throws: Unreadable.self) { try HTMLDocument(text.utf8) }
    #expect(failure?.why.hasSuffix("250 deep") == true)
  }

  private static let pieces = [
    "<", "&", "<!--", "<a b=", "<p>", "</div>", "<br>", "&#0;", "<![CDATA[", "\"", "<a ", "]]>",
    "<p a='", "<script>", "\u{0}", "&amp", "<!x", "<form><table>",
  ]

  @Test(arguments: Tier.some(pieces, every: 3))
  func `a page of one repeated piece is read in bounded time`(piece: String) throws {
    let count = HTMLDocument.maximumBytes / piece.utf8.count
    try endsInBoundedTime {
      do throws(Unreadable) {
        let page = try HTMLDocument(String(repeating: piece, count: count).utf8)
        #expect(page.elements(ofClass: "x").isEmpty)
      } catch {
        #expect(error.why.hasSuffix("250 deep"))
      }
    }
  }

  @Test func `damaged pages of every kind do not crash`() throws {
    let page = Array(
      "<div class=\"game_cell\" data-game_id=\"1\"><a href='x'>T &amp; U</a><!-- c --></div>".utf8)
    for index in page.indices {
      for byte: UInt8 in [0, 0x22, 0x3C, 0x3E, 0x26, 0x80, 0xFF] {
        var damaged = page
        damaged[index] = byte
        _ = try HTMLDocument(damaged).elements(ofClass: "game_cell").map(\.text)
      }
      _ = try HTMLDocument(page[..<index])
    }
  }
}
