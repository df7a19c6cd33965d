import FindiePartners
import Testing

struct TitleKeyTests {
  private func similarity(_ left: String, _ right: String) -> Double {
    let value = TitleKey(left).similarity(to: TitleKey(right))
    #expect(value == TitleKey(right).similarity(to: TitleKey(left)), "\(left) | \(right)")
    return value
  }

  @Test(arguments: [
    ("Undertale", "UNDERTALE™"), ("Pokémon Étoile", "Pokemon Etoile"),
    ("Nidhogg II", "Nidhogg 2"), ("Nidhogg Ⅱ", "nidhogg 2"),
    ("Episode I: Dawn", "Episode 1 - Dawn"), ("Harbour: Book Two", "Harbour: Book II"),
    ("The Binding of Isaac", "Binding of Isaac, The"), ("Don’t Starve", "Dont Starve"),
    ("S.T.A.L.K.E.R.: Shadow", "STALKER Shadow"), ("A.I. War", "AI War"),
    ("Rag Doll Kung Fu", "Ragdoll Kung-Fu"), ("Space 40,000", "Space 40000"),
    ("Ben & Ed", "Ben and Ed"), ("Straße", "STRASSE"), ("Café Ø", "cafe o"),
    ("ＦＵＬＬ　ｗｉｄｔｈ", "Full Width"), ("東方紅魔郷 〜 the Embodiment", "東方紅魔郷 - the Embodiment"),
    ("Ведьмак®", "ВЕДЬМАК"), ("Cell HD: Emergence", "CELL HD - emergence"), ("!!!", " !!! "),
    ("Flowers OST", "Flowers Soundtrack"), ("Lander 07", "Lander 7"),
  ])
  func `titles that differ in style only are equal`(left: String, right: String) {
    #expect(similarity(left, right) == 1)
    #expect(TitleKey(left).editions == [])
  }

  @Test(arguments: [
    ("Nidhogg", "Nidhogg 2"), ("Nidhogg 2", "Nidhogg 3"), ("Portal II", "Portal III"),
    ("Mega Man X", "Mega Man 10"), ("Zup! S", "Zup! Z"), ("Zup!", "Zup! X"),
    ("Episode One: Part 1", "Episode One: Part 2"), ("Superhot", "Superhot VR"),
    ("Betrayer", "Betrayer Demo"), ("Betrayer", "Betrayer (Demo)"), ("Factorio", "Factorio OST"),
    ("Outlast", "Outlast: Whistleblower DLC"), ("Talisman", "Talisman: Prologue"),
    ("TheWave", "TheWave Beta"), ("Hellpoint", "Hellpoint Playtest"), ("Alone", "Alone²"),
    ("Bayonetta", "Bayonetta & Vanquish Bundle"), ("FIFA 17", "FIFA 18"),
    ("007 Racing", "7 Racing"),
    ("Harbour, Episode One", "Harbour, Episode Two"), ("Harbour", "Harbour Zero"),
    ("がんばれ 2", "がんばれ 3"),
  ])
  func `other numbers, letters or products are never the same game`(left: String, right: String) {
    #expect(similarity(left, right) == 0)
  }

  @Test(arguments: [
    ("Kyle is Famous: Complete Edition", "Kyle is Famous", ["complete"]),
    ("Bastion Game of the Year Edition", "Bastion", ["goty"]),
    ("Bastion GOTY", "Bastion", ["goty"]),
    ("Grim Fandango Remastered", "Grim Fandango", ["remastered"]),
    ("Day of the Tentacle HD Remaster", "Day of the Tentacle", ["hd", "remastered"]),
    ("Toki 20th Anniversary Edition", "Toki", ["anniversary"]),
    ("Alice: Director's Cut", "Alice", ["directors"]),
    ("Divinity 2 (Enhanced Edition)", "Divinity II", ["enhanced"]),
  ])
  func `the edition is kept apart`(title: String, original: String, editions: [String]) {
    #expect(TitleKey(title).text == TitleKey(original).text)
    #expect(TitleKey(title).editions == editions)
  }

  @Test(arguments: ["Remastered", "HD", "Edition", "Black Edition", "Complete Edition", "GOTY"])
  func `a title keeps at least one word`(title: String) {
    #expect(!TitleKey(title).text.isEmpty)
    #expect(similarity(title, title.lowercased()) == 1)
  }

  @Test func `marks of kana stay, since they make other letters`() {
    #expect(similarity("がぎぐげご", "かきくけこ") == 0)
  }

  @Test func `a title without its subtitle is similar, and a misspelled one by its edit distance`()
  {
    #expect(similarity("Outlast: Whistleblower", "Outlast") == TitleKey.subtitleSimilarity)
    #expect(similarity("Heroes Rise - HeroFall", "Heroes Rise") == TitleKey.subtitleSimilarity)
    #expect(similarity("Dungeon Keper", "Dungeon Keeper") == 1 - 1.0 / 13)
  }

  @Test(arguments: [
    "", " ", "\0", "🎮", "™", "I", "A", "The", "\u{301}", String(repeating: "9", count: 99),
  ])
  func `an odd title is equal to itself`(title: String) {
    #expect(similarity(title, title) == 1)
  }
}
