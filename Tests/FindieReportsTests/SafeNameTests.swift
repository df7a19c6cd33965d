import FindieDomain
import FindieReports
import Testing

@Suite struct SafeNameTests {
  private let hostile = [
    "../../etc", "a/b", "", "🎮", ".", "..", "CON", "a\\b", "a\u{0}b", "A", "a", "name with blanks",
    String(repeating: "long", count: 100), "-", "ſtudio",
  ]

  private func names(_ pairs: [(id: String, name: String)]) -> [String] {
    StudioDirectory(
      developers: pairs.map { Developer(id: $0.id, studioName: $0.name) }, games: []
    ).studios.map(\.safeName)
  }

  @Test func `a safe name has small letters, digits and hyphens only`() {
    for name in names(hostile.map { ($0, $0) }) {
      #expect(name.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil, "\(name)")
      #expect(name.utf8.count <= 60)
    }
  }

  @Test func `no two studios have one safe name`() {
    let names = names(hostile.map { ($0, "One name") })
    #expect(Set(names).count == hostile.count)
  }

  @Test func `two spellings of a studio's id are two studios`() {
    // With the letter ö, and with an o and a diaeresis.
    let ids = ["ho\u{308}r", "h\u{F6}r"]
    let directory = StudioDirectory(
      developers: ids.map { Developer(id: $0, studioName: "Studio") }, games: [])
    #expect(directory.studios.map { Array($0.developerId.utf8) } == ids.map { Array($0.utf8) })
    #expect(ids.map { directory.index(of: $0) } == [0, 1])
    let one = StudioDirectory(developers: [Developer(id: ids[0], studioName: "Studio")], games: [])
    #expect(ids.map { one.index(of: $0) } == [0, nil])
  }

  @Test func `ten thousand studios of one name have ten thousand safe names`() {
    let names = names((0..<10_000).map { ("dev-\($0)", "Studio") })
    #expect(Set(names).count == 10_000)
  }

  @Test func `a safe name begins with the studio's`() {
    #expect(names([("dev-valve", "Valve Software, Inc.")])[0].hasPrefix("valve-software-inc-"))
  }

  @Test func `a studio without a record has a report too`() {
    var game = Game(id: "g", title: "G", developerId: "unlisted")
    game.studioName = "Unlisted Games"
    let directory = StudioDirectory(developers: [], games: [game])
    #expect(directory.studios.map(\.name) == ["Unlisted Games"])
    #expect(directory.index(of: "unlisted") == 0)
    #expect(directory.index(of: "nobody") == nil)
  }
}
