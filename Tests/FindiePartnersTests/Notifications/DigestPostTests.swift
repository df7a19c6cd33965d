import FindiePartners
import FindieWorkspace
import Testing

/// The digest that is posted on X.
struct DigestPostTests {
  private func digest(
    _ titles: [String], releases: Int = 4, invite: String? = nil
  ) -> String? {
    DigestPost(titles: titles, releases: releases, invite: invite)?.text
  }

  @Test func `it names three games and the number of releases`() {
    #expect(
      digest(["A", "B", "C", "D"])
        == "Trending on Findie: A, B, C. New games this week: 4. https://findie.app")
    #expect(
      digest(["{releases}"], releases: 0) == "Trending on Findie: {releases}. https://findie.app")
    #expect(digest(["#", "@"]) == "New games on Findie this week: 4. https://findie.app")
    #expect(digest([], releases: 0) == nil)
  }

  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("😀", 2), ("…", 2), ("“x”", 3),
    ("https://findie.app", 23), ("https://findie.app/a", 23), ("see findie.app.", 28),
    ("https://rabble.community/i/A1B2C3D4", 35), ("a. b", 4), ("1.5", 3),
  ])
  func `the length is that of X, or more`(text: String, length: Int) {
    #expect(PostText.length(text) == length)
  }

  /// X counts each of them as 2.
  @Test(arguments: ["👨‍👩‍👧‍👦", "🇩🇪", "👍🏽"])
  func `an emoji of several characters counts at least 2`(text: String) {
    #expect(PostText.length(text) >= 2)
  }

  @Test(arguments: [
    ("Hades II", "Hades II"), ("Tag @elon!", "Tag elon!"), ("＠a ＃b ﹫c ﹟d", "a b c d"),
    ("#1 C#", "1 C"), ("agar.io", "agar. io"), ("https://evil.com/x", "https evil. com/x"),
    ("Dr.Mario 1.5", "Dr. Mario 1.5"), ("例え。テスト", "例え。 テスト"), ("evil．com", "evil． com"),
    ("$TSLA Ca$h $", "TSLA Ca$h"), ("a\u{0}\n\tb", "a b"), ("a\u{200B}\u{202E}@\u{200D}b", "ab"),
    ("evil\u{200B}.\u{200B}com", "evil. com"), ("  x  ", "x"), ("\u{FEFF}", ""),
    ("e\u{301}", "é"), ("https://https://", "https https"),
  ])
  func `a title tags nobody and is no link`(title: String, inert: String) {
    #expect(PostText.inert(title) == inert)
  }

  @Test(arguments: [
    String(repeating: "x", count: 1000), String(repeating: "日", count: 1000),
    String(repeating: "👨‍👩‍👧‍👦", count: 100), String(repeating: "a.b ", count: 300),
    "x" + String(repeating: "\u{301}", count: 5000), String(repeating: "https://a.bc ", count: 50),
  ])
  func `no titles make it longer than X allows`(title: String) throws {
    for count in 1...3 {
      let invite = "https://rabble.community/i/A1B2C3D4"
      let titles = Array(repeating: title, count: count)
      let text = try #require(digest(titles, releases: 1_000_000, invite: invite))
      #expect(PostText.length(text) <= 280)
      #expect(text.contains("https://findie.app"))
    }
  }

  @Test func `an invite is at the end, if there is room`() throws {
    let invite = "https://rabble.community/i/A1B2C3D4"
    #expect(digest(["A"], invite: invite)?.hasSuffix("https://findie.app \(invite)") == true)
    let long = (0..<3).map { String(repeating: "\($0)", count: 60) }
    let text = try #require(digest(long, invite: invite))
    #expect(text == digest(long) && PostText.length(text) > 250)
  }

  @Test func `the group of Plur comes from the settings`() throws {
    let settings = try NotificationSettings(
      yaml: "plur: {group: 4f1c, relay: 'wss://r.example.com'}")
    #expect(settings.plur?.id == "4f1c" && settings.plur?.relay == "wss://r.example.com")
    for yaml in [
      "plur: {group: 4f1c}", "plur: x", "plur: {relay: 'wss://a.b'}", "plur: {}",
      "plur: {group: 4f1c, relay: 'https://r.example.com'}",
    ] {
      #expect(throws: SettingsProblems.self) { _ = try NotificationSettings(yaml: yaml) }
    }
  }
}
