import FindieDomain
import FindieTestSupport
import Foundation
import Testing

struct SharedLinkTests {
  private static let alphabet = Array(
    "abZ019-._~ /?#&=%+:@!$'()*,;[]{}|\\^`\"<>éミナ\u{301}👩‍👩‍👧\u{202E}".unicodeScalars)

  private static func text(_ random: inout SeededGenerator) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      text.unicodeScalars.append(
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)])
    }
    return text == "." || text == ".." ? "a" : text
  }

  private static func link(_ random: inout SeededGenerator) -> SharedLink {
    let id = text(&random)
    let page = [DeepLink.game(id: id), .profile(userId: id), .developer(id: id)][
      Int.random(in: 0..<3, using: &random)]
    func value() -> String? { Bool.random(using: &random) ? text(&random) : nil }
    return SharedLink(
      page: page,
      campaign: Campaign(source: value(), medium: value(), name: value(), listId: value()))
  }

  /// The bytes of all texts: equal strings may differ in their Unicode form.
  private static func bytes(_ link: SharedLink) -> [[UInt8]?] {
    let id =
      switch link.page {
      case .game(let id), .profile(let id), .developer(let id): id
      }
    let campaign = link.campaign
    return [id, campaign.source, campaign.medium, campaign.name, campaign.listId].map {
      $0.map { Array($0.utf8) }
    }
  }

  @Test(arguments: SharedLink.Form.allCases)
  func `a link of any content is parsed as it was written`(form: SharedLink.Form) throws {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<3000 {
      let link = Self.link(&random)
      let text = link.text(in: form)
      let parsed = try #require(SharedLink(text), "\(text)")
      #expect(parsed == link && Self.bytes(parsed) == Self.bytes(link), "\(text)")
      #expect(DeepLink(text) == link.page)
      // Foundation reads the same values.
      let url = try #require(URLComponents(string: text))
      func value(_ name: String) -> String? { url.queryItems?.first { $0.name == name }?.value }
      #expect(value("utm_source") == link.campaign.source && url.fragment == nil)
      #expect(value("list_id") == link.campaign.listId)
      #expect(url.percentEncodedPath.split(separator: "/").count == (form == .app ? 1 : 2))
    }
  }

  @Test func `a damaged link is refused or has one meaning`() {
    var random = SeededGenerator(seed: 5)
    let damage = Array("/?#&=%+.:@ a\u{0}\n2F\\é")
    var parsed = 0
    for _ in 0..<30_000 {
      let form = SharedLink.Form.allCases[Int.random(in: 0..<3, using: &random)]
      var text = Array(Self.link(&random).text(in: form))
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<text.count, using: &random)
        let character = damage[Int.random(in: 0..<damage.count, using: &random)]
        if Bool.random(using: &random) {
          text[place] = character
        } else {
          text.insert(character, at: place)
        }
      }
      guard let link = SharedLink(String(text)) else { continue }
      parsed += 1
      #expect(SharedLink(link.text(in: form)) == link, "\(String(text))")
    }
    #expect(parsed > 1000)
  }

  @Test(arguments: [
    "findie://game/42", "FINDIE://Game/42", "https://findie.app/game/42",
    "https://findie-app.web.app/game/42", "HTTPS://Findie.App/game/%34%32",
    "https://findie.app/game/42?fbclid=%zz&utm_content=a", "findie://game/42?",
    "findie://game/42?utm_source=",
  ])
  func `all forms of a link name the page`(text: String) {
    #expect(SharedLink(text) == SharedLink(page: .game(id: "42")))
  }

  @Test func `a campaign is in the query`() {
    let text =
      "https://findie.app/game/42?utm_source=news+letter&utm_medium=e%2Bmail&gclid=1"
      + "&utm_campaign=spring%202026&list_id=9c8a53f1be0d4e27"
    let campaign = Campaign(
      source: "news letter", medium: "e+mail", name: "spring 2026", listId: "9c8a53f1be0d4e27")
    #expect(SharedLink(text) == SharedLink(page: .game(id: "42"), campaign: campaign))
    #expect(
      SharedLink(page: .game(id: "42"), campaign: campaign).text(in: .app)
        == "findie://game/42?utm_source=news%20letter&utm_medium=e%2Bmail"
        + "&utm_campaign=spring%202026&list_id=9c8a53f1be0d4e27")
  }

  @Test(arguments: [
    "http://findie.app/game/42", "https://findie.app.evil.example/game/42",
    "https://evil.example/game/42", "https://findie.app@evil.example/game/42",
    "https://evil.example@findie.app/game/42", "https://findie.app:444/game/42",
    "https://findie.app\\@evil.example/game/42", "https://findie%2Eapp/game/42",
    "https://findie.app/game/42#x", "https://findie.app//game/42", "https://findie.app/game/42/",
    "https://findie.app/x/../game/42", "https://findie.app/game/%2e%2E", "findie://game/..",
    "findie://game/.", "findie://game/a b", "findie://game/a\n", "findie://game/%0A",
    "findie://game/%00", "findie://game/%C2%85", "findie://game/%ff", "findie://game/%c0%af",
    "findie://game/é", "findie://game/%", "findie://game/%4", "javascript://game/42",
    "findie://game/42?utm_source=a&utm_source=b", "findie://game/42?utm_source=%zz",
    "findie://game/42?utm_source=%0d%0aX:", "findie://game/42?utm_source=&utm%5Fsource=b",
    " findie://game/42", "findie://user@game/42", "findie://game:1/42",
    "https://findie.app/GAME/42", "findie://auth/steam",
  ])
  func `hostile and other links are refused`(text: String) {
    #expect(SharedLink(text) == nil)
  }

  @Test func `ids and values have at most 256 bytes`() {
    let longest = String(repeating: "é", count: 128)
    #expect(DeepLink(DeepLink.game(id: longest).text) == .game(id: longest))
    #expect(DeepLink(DeepLink.game(id: longest + "a").text) == nil)
    #expect(SharedLink("findie://game/1?list_id=" + String(repeating: "a", count: 257)) == nil)
    #expect(SharedLink("findie://game/1?x=" + String(repeating: "a", count: 9000)) == nil)
  }
}
