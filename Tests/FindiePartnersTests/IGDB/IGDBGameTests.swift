import FindieDomain
import FindiePartners
import Testing

struct IGDBGameTests {
  private func game(_ fields: String) throws -> ShopGame {
    let text = #"[{"id":7,"name":"Undertow","# + fields + "}]"
    return try #require(try IGDBGame.games(in: Fixture.answer(text)).first)
  }

  @Test func `a recorded answer of today is read`() throws {
    let games = try IGDBGame.games(in: Fixture.answer(file: "igdb/games.expanded.json"))
    let doom = try #require(games.first)
    #expect(games.count == 1)
    #expect(doom.shop == .igdb)
    #expect(doom.id == "7351")
    #expect(doom.title == "Doom")
    #expect(doom.genres == [.shooter, .puzzle, .action, .horror])
    #expect(doom.tags == ["action", "science-fiction", "horror"])
    #expect(doom.otherIds == [.steam: "379720"])
    #expect(doom.platforms == [.windows, .steam, .gog])
    #expect(doom.releaseYear == 2016)
    #expect(doom.releaseDate == nil)
    #expect(doom.releaseStatus == .released)
    #expect(doom.isGame)
  }

  @Test func `a recorded answer without expanded rows is read`() throws {
    let doom = try #require(
      try IGDBGame.games(in: Fixture.answer(file: "igdb/games.search.json")).first)
    #expect(doom.genres == [.shooter, .puzzle, .action, .horror])
    #expect(doom.tags == [])
    #expect(doom.developers == [])
    #expect(doom.shortDescription?.hasPrefix("Developed by id software") ?? false)
  }

  @Test func `a recorded answer of 2020 is read`() throws {
    let games = try IGDBGame.games(in: Fixture.answer(file: "igdb/games.2020.json"))
    #expect(games.map(\.id) == ["105842", "32478", "98774", "104945", "69530"])
    #expect(games.map(\.isGame) == [true, true, true, true, true])
    #expect(games[1].genres == [.puzzle, .simulation, .indie, .horror])
    #expect(games[1].url == "https://www.igdb.com/games/welcome-to-the-game")
    #expect(games[1].coverImageURL == nil)
    #expect(games[0].releaseStatus == nil)
  }

  @Test(arguments: [
    (0, true), (1, false), (2, false), (3, false), (4, true), (5, false), (6, false), (7, false),
    (8, true), (9, true), (10, true), (11, true), (12, true), (13, false), (14, false), (99, false),
  ])
  func `only what can be played without another game is a game`(type: Int, isGame: Bool) throws {
    #expect(try game("\"game_type\":\(type)").isGame == isGame)
    #expect(try game("\"game_type\":{\"id\":\(type),\"type\":\"x\"}").isGame == isGame)
  }

  @Test func `a release date counts only if IGDB knows the day`() throws {
    // 1,463,011,200 is 2016-05-12, as `date -u -d 2016-05-12 +%s` says.
    func date(_ releases: String) throws -> Timestamp? {
      try game(#""first_release_date":1463011200,"release_dates":["# + releases + "]").releaseDate
    }
    let day = Timestamp(iso8601: "2016-05-12")
    #expect(try date(#"{"date":1463011200,"date_format":0}"#) == day)
    #expect(try date(#"{"date":1463011200,"date_format":{"id":0}}"#) == day)
    #expect(try date(#"{"date":1463011200,"date_format":2}"#) == nil)
    #expect(try date(#"{"date":1463011200}"#) == nil)
    #expect(try date(#"{"date":1463097600,"date_format":0}"#) == nil)
    #expect(try date("76576") == nil)
    #expect(try date("") == nil)
  }

  @Test func `without a status, the date decides`() throws {
    #expect(try game(#""first_release_date":1463011200"#).releaseStatus == .released)
    #expect(try game(#""first_release_date":1893456000"#).releaseStatus == .upcoming)
    #expect(try game(#""first_release_date":1893456000"#).releaseYear == 2030)
    #expect(try game(#""summary":"x""#).releaseStatus == nil)
    #expect(try game(#""first_release_date":1463011200,"game_status":8"#).releaseStatus == nil)
  }

  @Test func `companies are developers, publishers, both or neither`() throws {
    let game = try game(
      #"""
      "involved_companies":[
        {"company":{"name":"A"},"developer":true,"publisher":false},
        {"company":{"name":"B"},"developer":true,"publisher":true},
        {"company":{"name":"C"},"developer":false,"publisher":false,"porting":true},
        {"company":9,"developer":true}, {"developer":true}, 198290]
      """#)
    #expect(game.developers == ["A", "B"])
    #expect(game.publishers == ["B"])
  }

  @Test func `websites are recognized by type and by host`() throws {
    let game = try game(
      #"""
      "websites":[
        {"type":13,"url":"https://store.steampowered.com/app/4000/Title/?x=1"},
        {"url":"https://Ada.itch.io/Undertow?ref=igdb"},
        {"type":1,"url":"javascript:alert(1)"}, {"type":1,"url":"https://undertow.example"},
        {"type":5,"url":"https://store.steampowered.com.example/app/1"}, 61572]
      """#)
    #expect(game.otherIds == [.steam: "4000", .itch: "https://ada.itch.io/undertow"])
    #expect(game.platforms == [.steam, .itchio])
    #expect(game.websiteURL == "https://undertow.example")
  }

  @Test func `the smallest of several Steam app ids is used`() throws {
    let game = try game(
      #"""
      "external_games":[{"uid":"900","external_game_source":1},{"uid":80,"external_game_source":1},
        {"uid":"7","external_game_source":20},{"uid":"x","external_game_source":1}]
      """#)
    #expect(game.otherIds == [.steam: "80"])
  }

  @Test func `images get an https address of a known size`() throws {
    let game = try game(
      #"""
      "cover":{"id":1,"image_id":"co1x77"},"screenshots":[
        {"id":2,"image_id":"sc6lt6"},{"id":3,"image_id":"../x"},{"id":4}, 5]
      """#)
    #expect(
      game.coverImageURL == "https://images.igdb.com/igdb/image/upload/t_cover_big/co1x77.jpg")
    #expect(
      game.screenshotURLs == [
        "https://images.igdb.com/igdb/image/upload/t_screenshot_big/sc6lt6.jpg"
      ])
  }

  @Test func `a remark in a theme's name is not part of the tag`() throws {
    let name = "4X (explore, expand, exploit, and exterminate)"
    #expect(
      try game(#""themes":[{"id":41,"name":"\#(name)"},{"id":32,"name":"Non-fiction"}]"#).tags
        == ["4x", "non-fiction"])
  }

  @Test func `a row that is no game is skipped, and an answer without rows is refused`() throws {
    let rows = #"[{"id":1,"name":"A"},{"id":"x"},{"name":"B"},7,{"id":2,"name":"C","url":3}]"#
    #expect(try IGDBGame.games(in: Fixture.answer(rows)).map(\.id) == ["1"])
    #expect(throws: DecodingError.self) {
      try IGDBGame.games(in: Fixture.answer(#"{"message":"error"}"#))
    }
  }
}
