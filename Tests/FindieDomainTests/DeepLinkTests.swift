import FindieDomain
import Testing

struct DeepLinkTests {
  @Test(arguments: [
    DeepLink.game(id: "steam-367520"), .profile(userId: "ミナ/../x?y#z"),
    .developer(id: "dev 100%"), .game(id: "%2F"),
  ])
  func `a link's text is read back`(link: DeepLink) {
    #expect(DeepLink(link.text) == link)
  }

  @Test func `ids are percent-encoded`() {
    #expect(DeepLink.developer(id: "a/b c").text == "findie://developer/a%2Fb%20c")
  }

  @Test(arguments: [
    "", "findie://", "findie://game/", "findie://game", "findie://game/a/b", "findie://shop/a",
    "https://game/a", "findie://game/%zz", "FINDIE://game/a",
  ])
  func `text that is no link of ours is refused`(text: String) {
    #expect(DeepLink(text) == nil)
  }
}
