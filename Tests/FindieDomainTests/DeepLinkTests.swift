import FindieDomain
import Testing

struct DeepLinkTests {
  @Test(arguments: [
    DeepLink.game(id: "steam-367520"), .profile(userId: "ミナ/../x?y#z"),
    .developer(id: "dev 100%"), .game(id: "%2F"),
  ])
  func `the text of a link is parsed`(link: DeepLink) {
    #expect(DeepLink(link.text) == link)
  }

  @Test func `ids are percent-encoded`() {
    #expect(DeepLink.developer(id: "a/b c").text == "findie://developer/a%2Fb%20c")
  }

  @Test(arguments: [
    "", "findie://", "findie://game/", "findie://game", "findie://game/a/b", "findie://shop/a",
    "https://game/a", "findie://game/%zz", "findie:game/a", "findie:///game/a",
  ])
  func `other texts are refused`(text: String) {
    #expect(DeepLink(text) == nil)
  }
}
