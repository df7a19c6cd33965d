import FindieDomain
import FindiePartners
import Testing

struct GameMatcherTests {
  private func game(
    _ id: String, _ title: String, studio: String? = nil, year: Int? = nil, steam: String? = nil,
    itch: String? = nil
  ) -> Game {
    var game = Game(id: id, title: title, developerId: "d")
    game.developerName = studio
    game.releaseDate = year.flatMap { Day(year: $0, month: 6, day: 1)?.start }
    game.steamURL = steam.map { "https://store.steampowered.com/app/\($0)/" }
    game.itchioURL = itch
    return game
  }

  private func record(
    _ title: String, studio: String? = nil, year: Int? = nil, shop: Shop = .igdb, id: String = "1"
  ) -> ShopGame {
    var game = ShopGame(shop: shop, id: id, title: title, checkedAt: Timestamp(milliseconds: 0))
    game.developers = studio.map { [$0] } ?? []
    game.releaseYear = year
    return game
  }

  private func ids(_ match: GameMatch) -> [String] {
    switch match {
    case .certain(let id, _): [id]
    case .guess(let candidate): [candidate.gameId]
    case .doubtful(let candidates): candidates.map(\.gameId)
    case .none: []
    }
  }

  private func isGuess(_ match: GameMatch) -> Bool {
    if case .guess = match { true } else { false }
  }

  private func isDoubtful(_ match: GameMatch) -> Bool {
    if case .doubtful = match { true } else { false }
  }

  @Test func `an app id or a page is certain, whatever the title`() {
    let matcher = GameMatcher([
      game("a", "One", steam: "10"), game("b", "Two", itch: "https://Ada.itch.io/two/"),
    ])
    #expect(matcher.match(record("Two", shop: .steam, id: "10")) == .certain(gameId: "a", .id))
    var page = record("Renamed", shop: .itch, id: "77")
    page.url = "https://ada.itch.io/two?download"
    #expect(matcher.match(page) == .certain(gameId: "b", .id))
    var other = record("Any")
    other.otherIds = [.steam: "10"]
    #expect(matcher.match(other) == .certain(gameId: "a", .id))
    // Ids of two games contradict each other.
    other.otherIds[.itch] = "https://ada.itch.io/two"
    #expect(ids(matcher.match(other)) == ["a", "b"])
    #expect(isDoubtful(matcher.match(other)))
  }

  @Test func `a game that is linked to another page of the shop is not matched by title`() {
    let matcher = GameMatcher([game("a", "Chaser", studio: "Ada", year: 2003, steam: "39670")])
    let found = record("Chaser", studio: "Ada", year: 2003, shop: .steam, id: "682640")
    #expect(matcher.match(found) == .none)
    #expect(isGuess(matcher.match(record("Chaser", studio: "Ada", year: 2003))))
  }

  @Test func `title, studio and year make a guess`() {
    let matcher = GameMatcher([game("a", "Reflex", studio: "Siter Skain", year: 2014)])
    #expect(isGuess(matcher.match(record("REFLEX™", studio: "SITER SKAIN, Inc.", year: 2014))))
    #expect(isGuess(matcher.match(record("Reflex", studio: "Siter Skain"))))
    #expect(isDoubtful(matcher.match(record("Reflex"))))
    #expect(isDoubtful(matcher.match(record("Reflex", studio: "Easy game", year: 2017))))
    #expect(isDoubtful(matcher.match(record("Reflex", studio: "Siter Skain", year: 2024))))
    #expect(matcher.match(record("Reflux Simulator", studio: "Siter Skain", year: 2014)) == .none)
  }

  @Test func `of two equal titles the studio decides, and without it nothing is guessed`() {
    let matcher = GameMatcher([
      game("a", "Quadrant", studio: "HKFiftyOne Games", year: 2015),
      game("b", "Quadrant", studio: "undef", year: 2015),
    ])
    #expect(
      ids(matcher.match(record("Quadrant", studio: "undef", year: 2015))) == ["b"])
    #expect(isDoubtful(matcher.match(record("Quadrant", year: 2015))))
    #expect(ids(matcher.match(record("Quadrant", year: 2015))) == ["a", "b"])
  }

  @Test func `an edition is the original only if the year agrees`() {
    let matcher = GameMatcher([game("a", "Bastion", studio: "Supergiant Games", year: 2011)])
    func edition(_ year: Int?) -> GameMatch {
      matcher.match(record("Bastion: Definitive Edition", studio: "Supergiant", year: year))
    }
    #expect(isGuess(edition(2011)))
    #expect(isDoubtful(edition(2018)))
    #expect(isDoubtful(edition(nil)))
  }

  @Test(arguments: [
    "Bastion 2", "Bastion Demo", "Bastion Soundtrack", "Bastion II", "Bastion: Part 1",
  ])
  func `a sequel or another product is no match`(title: String) {
    let matcher = GameMatcher([game("a", "Bastion", studio: "Supergiant", year: 2011)])
    #expect(matcher.match(record(title, studio: "Supergiant", year: 2011)) == .none)
  }

  @Test func `a record that is no game matches by id only`() {
    let matcher = GameMatcher([game("a", "Bastion", studio: "Supergiant", year: 2011, steam: "5")])
    var found = record("Bastion", studio: "Supergiant", year: 2011)
    found.isGame = false
    #expect(matcher.match(found) == .none)
    found.otherIds = [.steam: "5"]
    #expect(matcher.match(found) == .certain(gameId: "a", .id))
  }

  @Test func `a subtitle more or less is doubtful`() {
    let matcher = GameMatcher([game("a", "Outlast", studio: "Red Barrels", year: 2013)])
    #expect(isDoubtful(matcher.match(record("Outlast: Whistleblower", studio: "Red Barrels"))))
  }

  @Test func `decisions come before ids and guesses`() {
    let games = [
      game("a", "Reflex", studio: "Ada", year: 2014, steam: "10"),
      game("b", "Reflex", studio: "Ada"),
    ]
    let found = record("Reflex", studio: "Ada", year: 2014, shop: .steam, id: "10")
    func decision(_ id: String, _ isAccepted: Bool, _ time: Int64) -> MatchDecision {
      MatchDecision(
        shop: .steam, shopId: "10", gameId: id, isAccepted: isAccepted,
        decidedAt: Timestamp(milliseconds: time))
    }
    func match(_ decisions: MatchDecision...) -> GameMatch {
      GameMatcher(games, decisions: MatchDecisions(decisions)).match(found)
    }
    #expect(match() == .certain(gameId: "a", .id))
    #expect(match(decision("b", true, 1)) == .certain(gameId: "b", .decision))
    #expect(
      match(decision("b", true, 2), decision("b", false, 1)) == .certain(gameId: "b", .decision))
    #expect(ids(match(decision("a", false, 1))) == ["b"])
    #expect(isGuess(match(decision("a", false, 1))))
    #expect(match(decision("a", false, 1), decision("b", false, 1)) == .none)
  }

  @Test func `a match takes about as long with many games`() {
    let games = (0..<20_000).map {
      game("g\($0)", "Title word\($0 / 7) of \($0)", studio: "S\($0)")
    }
    let matcher = GameMatcher(games)
    for index in stride(from: 0, to: games.count, by: 7) {
      let match = matcher.match(record(games[index].title, studio: "s\(index)"))
      #expect(ids(match) == ["g\(index)"])
    }
  }
}
