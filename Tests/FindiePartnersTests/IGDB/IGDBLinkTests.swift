import FindiePartners
import Testing

struct IGDBLinkTests {
  private func page(_ answer: PartnerAnswer) throws -> IGDBLink.Page {
    try IGDBLink.page(
      in: answer, PartnerRequest(PartnerSettings().endpoint(.igdb), path: "external_games"))
  }

  private func games(_ rows: String, _ appIds: [String]) throws -> [String: ShopGame] {
    IGDBLink.games(of: try page(Fixture.answer(rows)).links, steamAppIds: appIds)
  }

  @Test func `games are found by the requested app ids only`() throws {
    let games = try games(
      #"""
      [{"id":1,"uid":"10","game":{"id":100,"name":"A"}}, {"id":2,"uid":20,"game":{"id":200,"name":"B"}},
       {"id":3,"uid":"30","game":{"id":300,"name":"C"}}, {"id":4,"uid":"40"},
       {"id":5,"uid":"50","game":500}]
      """#, ["10", "20", "40", "50"])
    #expect(games.mapValues(\.id) == ["10": "100", "20": "200"])
    #expect(games["20"]?.otherIds == [.steam: "20"])
  }

  @Test func `of games that share an app id, a game is preferred, then the smallest id`() throws {
    let rows = [
      #"{"id":1,"uid":"10","game":{"id":100,"name":"Bundle","game_type":3}}"#,
      #"{"id":2,"uid":"10","game":{"id":300,"name":"Port","game_type":11}}"#,
      #"{"id":3,"uid":"10","game":{"id":200,"name":"Game","game_type":0}}"#,
    ]
    for rows in [rows, rows.reversed()] {
      #expect(try games("[\(rows.joined(separator: ","))]", ["10"])["10"]?.title == "Game")
    }
  }

  @Test func `rows without a usable game still count for the pages`() throws {
    let page = try page(Fixture.answer(file: "igdb/external_games.2020.json"))
    #expect(page.links.map(\.id) == [123, 456] && page.rows == 2)
    // The games are numbers: they were not expanded.
    #expect(page.unreadable == 2)
  }

  @Test func `an answer whose rows have no id is refused`() {
    #expect(throws: PartnerFailure.self) { try page(Fixture.answer(#"[{"uid":"10"}]"#)) }
  }

  @Test(arguments: [
    #"{"uid":"10"}"#, #"{"id":1e308,"uid":"10"}"#, #"{"id":9223372036854775808}"#, "null", "\"x\"",
    #"{"id":2,"uid":"20","game":{"id":1e-320,"name":"B"}}"#,
  ])
  func `an odd row is counted, and the others are read`(row: String) throws {
    let page = try page(
      Fixture.answer(#"[\#(row),{"id":1,"uid":"10","game":{"id":7,"name":"A"}}]"#))
    #expect(page.rows == 2 && page.unreadable == 1)
    #expect(
      IGDBLink.games(of: page.links, steamAppIds: ["10", "20"]).mapValues(\.id) == ["10": "7"])
  }
}
