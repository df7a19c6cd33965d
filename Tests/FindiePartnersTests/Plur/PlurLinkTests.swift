import FindiePartners
import FindieTestSupport
import Foundation
import Testing

struct PlurLinkTests {
  private static let relay = "wss://relay.example.com/a?b=c%25d&e=f"

  private static func group(_ id: String, _ relay: String? = nil) throws -> PlurGroup {
    try #require(PlurGroup(id: id, relay: relay))
  }

  private static func forms(_ group: PlurGroup, _ code: PlurCode) -> [PlurLink] {
    PlurLink.JoinForm.allCases.flatMap { form -> [PlurLink] in
      [.join(group, code: code, form), .join(group, code: nil, form)]
    } + PlurLink.GroupForm.allCases.map { .group(group, $0) } + [.invite(code)]
  }

  @Test func `every form with any group is parsed as it was written`() throws {
    let alphabet = Array("aB0-._~ /?#&=%+:@é|\\\"ミ".unicodeScalars)
    var random = SeededGenerator(seed: 6)
    let code = try #require(PlurCode("A1B2C3D4"))
    for round in 0..<500 {
      var id = "g"
      for _ in 0..<Int.random(in: 0...10, using: &random) {
        id.unicodeScalars.append(alphabet[Int.random(in: 0..<alphabet.count, using: &random)])
      }
      let group = try Self.group(id, round.isMultiple(of: 2) ? Self.relay : nil)
      for link in Self.forms(group, code) {
        #expect(PlurLink(link.text) == link, "\(link.text)")
        // Foundation finds the same relay.
        let items = URLComponents(string: link.text)?.queryItems ?? []
        let isPlain = !link.text.contains("/i/") && group.relay != nil
        if isPlain { #expect(items.first { $0.name == "relay" }?.value == Self.relay) }
      }
    }
  }

  @Test func `the links of the document`() throws {
    let code = try #require(PlurCode("CODE"))
    let group = try Self.group("GROUP", "wss://r.example")
    let relay = "wss%3A%2F%2Fr.example"
    let links: [(String, PlurLink)] = [
      ("https://rabble.community/i/CODE", .invite(code)),
      (
        "https://rabble.community/i/plur%3A%2F%2Fjoin-community%3Fgroup-id%3DGROUP%26code%3DCODE"
          + "%26relay%3Dwss%253A%252F%252Fr.example", .join(group, code: code, .embedded)
      ),
      (
        "https://rabble.community/join/GROUP?code=CODE&relay=\(relay)",
        .join(group, code: code, .path)
      ),
      (
        "https://rabble.community/join-community?group-id=GROUP&code=CODE&relay=\(relay)",
        .join(group, code: code, .query)
      ),
      ("https://rabble.community/g/GROUP?relay=\(relay)", .group(group, .website)),
      (
        "plur://join-community?group-id=GROUP&code=CODE&relay=\(relay)",
        .join(group, code: code, .app)
      ),
      ("plur://group/GROUP?relay=\(relay)", .group(group, .app)),
    ]
    for (text, link) in links {
      #expect(PlurLink(text) == link, "\(text)")
      #expect(link.text == text)
    }
  }

  @Test(arguments: [
    "https://rabble.community/i/plur://join-community?group-id=G&code=C&relay=wss://r.example",
    "https://rabble.community/i/plur%3A%2F%2Fjoin-community?group-id=G&code=C&relay=wss://r.example",
    "HTTPS://Rabble.Community/i/PLUR://join-community?relay=wss://r.example&code=C&group-id=G&x=1",
  ])
  func `an embedded link is read unencoded too`(text: String) throws {
    let group = try Self.group("G", "wss://r.example")
    let code = try #require(PlurCode("C"))
    #expect(PlurLink(text) == .join(group, code: code, .embedded))
  }

  @Test func `a relay is decoded once, and may be absent`() throws {
    let link = PlurLink("plur://group/G?relay=wss%3A%2F%2Fr.example%2F%2541")
    #expect(link == .group(try Self.group("G", "wss://r.example/%41"), .app))
    #expect(PlurLink("plur://group/G?relay=") == .group(try Self.group("G"), .app))
    let join = PlurLink.join(try Self.group("G"), code: nil, .path)
    #expect(PlurLink("https://rabble.community/join/G") == join)
  }

  @Test(arguments: [
    "", "rabble.community/i/CODE", "http://rabble.community/i/CODE", "https://rabble.community/i/",
    "https://rabble.community.evil.example/i/CODE", "https://rabble.community@evil.example/i/CODE",
    "https://rabble.community:444/i/CODE", "https://rabble.community/i/CODE/x",
    "https://rabble.community/i/CO%2FDE", "https://rabble.community/i/..",
    "https://rabble.community/i/javascript%3A%2F%2Fjoin-community%3Fgroup-id%3DG",
    "https://rabble.community/i/plur%3A%2F%2Fgroup%2FG",
    "https://rabble.community/i/https%3A%2F%2Frabble.community%2Fi%2FCODE",
    "https://rabble.community/join/", "https://rabble.community/join/..?code=C",
    "https://rabble.community/join/G?code=C%0A", "https://rabble.community/join/G?code=../x",
    "https://rabble.community/join/G?code=A&code=B", "https://rabble.community/join/%00",
    "https://rabble.community/join-community?code=C", "https://rabble.community/join-communityx",
    "https://rabble.community/g/G?relay=https%3A%2F%2Fr.example",
    "https://rabble.community/g/G?relay=wss%3A%2F%2Fuser@r.example",
    "https://rabble.community/g/G?relay=wss%3A%2F%2F", "https://rabble.community/g/G#x",
    "?group-id=G&code=C", "plur://join-community", "plur://join-community?group-id=",
    "plur://join-community?group-id=%ff", "plur://other?group-id=G", "plur://group",
    "plur://group/G/x", "plur:group/G",
  ])
  func `hostile and other links are refused`(text: String) {
    #expect(PlurLink(text) == nil)
  }
}
