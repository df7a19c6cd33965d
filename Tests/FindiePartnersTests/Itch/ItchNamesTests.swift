import FindiePartners
import Testing

struct ItchNamesTests {
  @Test(arguments: ["ada", "a", "ada-l", "ada_l", "9lives", String(repeating: "a", count: 63)])
  func `a name`(text: String) {
    #expect(ItchName(text)?.text == text)
  }

  @Test(arguments: [
    "", "Ada", "a.b", "a/b", "a@b", "-a", "a-", "a b", "ä", "a\n", "a%2e", "www", "api", "{name}",
    "evil.example/", "a:1", "a#", "a?", String(repeating: "a", count: 64),
  ])
  func `what would make another host is no name`(text: String) {
    #expect(ItchName(text) == nil)
  }

  @Test(arguments: [
    "https://ada.itch.io/undertow", "http://ADA.itch.io/Undertow/",
    "https://ada.itch.io/undertow?x=1#y",
    " https://ada.itch.io/undertow/devlog/1\n",
  ])
  func `the address of a game`(url: String) {
    #expect(ItchGameAddress(url: url)?.url == "https://ada.itch.io/undertow")
  }

  @Test(arguments: [
    "", "https://ada.itch.io", "https://ada.itch.io/", "https://itch.io/undertow", "ada.itch.io/x",
    "https://ada.itch.io.evil.example/x", "https://evil.example/ada.itch.io/x",
    "ftp://ada.itch.io/x",
    "https://a.b.itch.io/x", "https://ada.itch.io:8080/x", "https://ada.itch.io/%2e%2e",
    "https://www.itch.io/x", "javascript:alert(1)", "https://ada.itch.io/a b",
  ])
  func `no address of a game`(url: String) {
    #expect(ItchGameAddress(url: url) == nil)
  }
}
