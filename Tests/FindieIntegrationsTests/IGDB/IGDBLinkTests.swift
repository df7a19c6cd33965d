import FindieIntegrations
import Testing

struct IGDBLinkTests {
  private func games(_ rows: String, _ appIds: [String]) throws -> [String: ShopGame] {
    IGDBLink.games(of: try IGDBLink.links(in: Fixture.answer(rows)), steamAppIds: appIds)
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
    let links = try IGDBLink.links(in: Fixture.answer(file: "igdb/external_games.2020.json"))
    #expect(links.map(\.id) == [123, 456])
  }

  @Test func `an answer whose rows have no id is refused`() {
    #expect(throws: DecodingError.self) {
      try IGDBLink.links(in: Fixture.answer(#"[{"uid":"10"}]"#))
    }
  }
}
