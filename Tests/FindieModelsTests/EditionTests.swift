import FindieDomain
import FindieModels
import FindieModelsTestSupport
import Testing

struct EditionTitleTests {
  @Test(
    arguments: [
      ("Fallout 3", "Fallout 3: Game of the Year Edition"),
      ("The Witcher", "The Witcher: Enhanced Edition Director's Cut"),
      ("Mass Effect 2", "Mass Effect™ 2 Digital Deluxe Edition"),
      ("Metro 2033", "Metro 2033 Redux"), ("POSTAL", "Postal Redux"),
      ("Tomb Raider", "Tomb Raider GOTY"), ("Luxor: Amun Rising", "Luxor Amun Rising HD"),
      ("Gabriel Knight: Sins of the Fathers", "Gabriel Knight - Sins of the Fathers Demo"),
      ("Gabriel Knight", "Gabriel Knight 20th Anniversary Edition"),
      ("Worms", "Worms 10 Year Anniversary Edition"),
      ("Sid Meier's Civilization III", "Sid Meier’s Civilization® III: Complete"),
      ("Oxenfree", "OXENFREE (Original Soundtrack)"), ("Oxenfree", "Oxenfree + Soundtrack"),
      ("Pokédex Days", "Pokedex Days - The Definitive Edition"),
      ("Risen", "Risen [Limited Collector's Edition]"), ("Sunless", "Sunless — Beta"),
      ("Half-Life 2", "half life 2"), ("Ｎｅｏｎ", "Neon Remastered"),
    ])
  func `editions of one game have one key`(title: String, other: String) {
    #expect(EditionTitle(title).key == EditionTitle(other).key)
    #expect(!EditionTitle(title).key.isEmpty)
  }

  @Test(
    arguments: [
      ("Portal", "Portal 2"), ("Final Fantasy VII", "Final Fantasy VIII"),
      ("Civilization III", "Civilization 3"), ("FIFA 15", "FIFA 16"), ("Prey", "Prey (2006)"),
      ("Tomb Raider", "Tomb Raider: Anniversary"), ("N+", "N++"), ("N", "N+"),
      ("Age of Empires: Definitive Edition", "Age of Empires II: Definitive Edition"),
      ("Fool", "Fool's Gold"), ("Strike", "Strike Gold"), ("Minecraft", "Minecraft: Story Mode"),
      ("Minecraft", "Minecraft: Pocket Edition"), ("Half-Life", "Half-Life: Source"),
      ("Trial", "The Trial"), ("Environmental Station", "Environmental Station Alpha"),
      ("Crash", "Crash Collection"), ("Demo", "Soundtrack"), ("Resident Evil", "Resident Evil 0"),
      ("Shadow Warrior", "Shadow Warrior Classic"), ("Racer", "Racer VR"),
      ("Sam Episode 1", "Sam Episode 2 Demo"), ("悠久", "悠久之歌"),
    ])
  func `other games have other keys`(title: String, other: String) {
    #expect(EditionTitle(title).key != EditionTitle(other).key)
  }

  @Test(
    arguments: [
      ("Moss", EditionTitle.Kind.plain), ("Moss Remastered", .edition), ("Moss Demo", .part),
      ("Moss: Gold Edition Soundtrack", .part), ("Demo", .plain), ("Gold Edition", .plain),
      ("Edition", .plain), ("The Game of the Year", .plain),
    ])
  func `a title determines the kind of edition`(title: String, kind: EditionTitle.Kind) {
    #expect(EditionTitle(title).kind == kind)
  }

  @Test(arguments: ["Demo", "Gold Edition", "HD", "Game of the Year Edition", "Beta", "The Demo"])
  func `a title that consists only of edition words is unchanged`(title: String) {
    #expect(!EditionTitle(title).key.isEmpty)
  }

  @Test(arguments: ["", "!!!", " - ", "★"])
  func `a title without words has no key`(title: String) {
    #expect(EditionTitle(title).key.isEmpty)
  }
}

struct EditionsTests {
  private func game(
    _ title: String, by developer: String = "d", name: String? = nil, studio: String? = nil
  ) -> Game {
    var game = Game(id: title + developer, title: title, developerId: developer)
    game.developerName = name
    game.studioName = studio
    return game
  }

  @Test func `the editions of one studio are one group, identified by the first`() {
    let games = [
      game("Fern"), game("Moss"), game("Moss Remastered"), game("Fern Demo"), game("Moss 2"),
    ]
    #expect(Editions(games).groups == [0, 1, 1, 0, 4])
  }

  @Test func `games of two studios with one title are not editions`() {
    #expect(Editions([game("Moss"), game("Moss", by: "e")]).groups == [0, 1])
  }

  @Test func `a studio is also identified by its name`() {
    let games = [
      game("Moss", by: "a", name: "Team Peat"), game("Moss HD", by: "b", name: "TEAM  PEAT!"),
      game("Moss Redux", by: "c", name: "Another", studio: "Team Peat"),
    ]
    #expect(Editions(games).groups == [0, 0, 0])
  }

  @Test func `a game with both identifiers of a studio joins two groups`() {
    // The third has the first's studio id and the second's studio name.
    let games = [
      game("Moss", by: "a"), game("Moss HD", by: "b", name: "Peat"),
      game("Moss Demo", by: "a", name: "Peat"),
    ]
    #expect(Editions(games).groups == [0, 0, 0])
  }

  @Test func `unknown studios are not one studio`() {
    let games = [
      game("Escape Room", name: "Unknown studio"), game("Escape Room", name: "Unknown studio"),
      game("Moss", by: ""), game("Moss", by: "", name: " "),
    ]
    #expect(Editions(games).groups == [0, 1, 2, 3])
  }

  @Test func `titles without words are not editions`() {
    #expect(Editions([game("!!!"), game("???")]).groups == [0, 1])
  }

  @Test func `the listed edition is the full one, then the most popular, the plainest, the first`()
  {
    let titles = ["Moss Demo", "Moss HD", "Moss", "Moss: Gold Edition"]
    let editions = Editions(titles.map { game($0) })
    func best(_ isListed: [Bool], _ evidence: [Int]) -> Int? {
      editions.best(of: isListed, evidence: evidence).firstIndex(of: true)
    }
    let all = [true, true, true, true]
    #expect(best(all, [99, 5, 5, 9]) == 3)
    #expect(best(all, [99, 5, 5, 5]) == 2)
    #expect(best([true, true, false, true], [99, 5, 5, 5]) == 1)
    #expect(best([true, false, false, false], [0, 5, 5, 5]) == 0)
    #expect(best([false, false, false, false], [0, 0, 0, 0]) == nil)
    #expect(editions.best(of: all, evidence: [99, 5, 5, 9]).count { $0 } == 1)
  }

  @Test func `without games there are no groups`() {
    #expect(Editions([]).groups.isEmpty)
    #expect(Editions([]).best(of: [], evidence: []).isEmpty)
  }
}
