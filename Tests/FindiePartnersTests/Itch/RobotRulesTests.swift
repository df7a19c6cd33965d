import FindiePartners
import FindieTestSupport
import Testing

struct RobotRulesTests {
  @Test func `the longest matching rule decides, and Allow on a tie`() {
    let rules = RobotRules(
      """
      User-agent: *
      Disallow: /search
      Allow: /search/open
      Disallow: /a*/b$   # a comment
      Disallow: /tie
      Allow: /tie
      Disallow:
      Sitemap: https://example.com/sitemap.xml
      """)
    #expect(!rules.allow("/search?q=a"))
    #expect(!rules.allow("/searching"))
    #expect(rules.allow("/search/open/1"))
    #expect(rules.allow("/"))
    #expect(rules.allow("/tie"))
    #expect(!rules.allow("/axx/b"))
    #expect(rules.allow("/axx/b/c"))
    #expect(!rules.allow("/a/x/b"))
  }

  @Test func `the groups for findie replace those for all`() {
    let text = """
      user-agent: other
      user-agent: Findie/1.0
      disallow: /one

      User-Agent: *
      Disallow: /

      User-agent: findie
      Disallow: /two
      """
    let rules = RobotRules(text)
    #expect(!rules.allow("/one"))
    #expect(!rules.allow("/two"))
    #expect(rules.allow("/three"))
    #expect(!RobotRules("User-agent: *\nDisallow: /\n\nUser-agent: other\nAllow: /").allow("/x"))
    #expect(RobotRules("User-agent: findie\n\nUser-agent: *\nDisallow: /").allow("/x") == false)
    #expect(RobotRules("User-agent: *\nDisallow: /\nUser-agent: findie\nDisallow:").allow("/x"))
  }

  @Test(arguments: ["", "\u{FEFF}", "Disallow: /", "<html></html>", "User-agent *\nDisallow /"])
  func `without a rule for findie, all is allowed`(text: String) {
    #expect(RobotRules(text).allow("/a"))
  }

  @Test func `encoded and plain characters are the same`() {
    let rules = RobotRules("User-agent: *\nDisallow: /é\nDisallow: /%7euser\nDisallow: /a%2fb")
    #expect(!rules.allow("/%C3%A9"))
    #expect(!rules.allow("/%c3%a9tude"))
    #expect(!rules.allow("/~user"))
    #expect(rules.allow("/a/b"))
    #expect(!rules.allow("/a%2Fb"))
    #expect(rules.allow("/%"))
  }

  @Test func `many stars take bounded time`() throws {
    try endsInBoundedTime {
      let pattern = String(repeating: "*a", count: 2000)
      let rules = RobotRules("User-agent: *\nDisallow: /\(pattern)b$")
      #expect(rules.allow("/" + String(repeating: "a", count: 4000)))
      #expect(!rules.allow("/" + String(repeating: "a", count: 4000) + "b"))
    }
  }
}
