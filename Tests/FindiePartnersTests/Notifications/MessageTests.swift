import FindieDomain
import FindiePartners
import FindieWorkspace
import Foundation
import Testing

/// What messages say, and whom they tell what.
struct MessageTests {
  private static let night = Day(daysSinceEpoch: 20_600)
  private static let now = night.start.adding(seconds: 10 * 3600)

  private func message(
    _ kind: NotificationKind, _ titles: [String], price: String? = nil, percent: Int? = nil
  ) -> NotificationMessage {
    NotificationMessage(
      to: "u", kind, subjects: ["s"],
      games: titles.enumerated().map { .init(id: "g\($0.offset)", title: $0.element) },
      price: price, percent: percent, createdAt: Self.now)
  }

  @Test func `a text is filled once, so a title may contain braces`() {
    let texts = MessageTexts()
    let sale = message(.gameOnSale, ["{price} & <b>"], price: "4.99 EUR", percent: 50)
    #expect(
      texts.text(of: sale, language: "")
        == .init(title: "{price} & <b> is 50% cheaper", body: "It costs 4.99 EUR now."))
    let two = message(.gameReleased, ["A", "B"])
    #expect(
      texts.text(of: two, language: "xx")
        == .init(title: "2 games on your wishlist are out", body: "A, B"))
  }

  @Test func `a message fits into what FCM accepts, on one line`() {
    let long = message(
      .gameReleased, (0..<300).map { _ in String(repeating: "😀", count: 300) })
    let text = MessageTexts().text(of: long, language: "")
    #expect(text.title == "300 games on your wishlist are out")
    #expect(text.body.hasSuffix("…, …") && text.body.utf8.count < 2000)
    // Few characters of many bytes.
    let accents = String(repeating: "e" + String(repeating: "\u{323}", count: 90), count: 50)
    for title in [accents, "x" + accents, String(repeating: "\u{323}", count: 9000)] {
      let text = MessageTexts().text(
        of: message(.gameReleased, Array(repeating: title, count: 7)), language: "")
      #expect(text.body.utf8.count < 2000 && text.body.hasSuffix("…, …"))
      let one = MessageTexts().text(of: message(.gameReleased, [title]), language: "")
      #expect((10...260).contains(one.title.utf8.count))
    }
    let hostile = message(.weeklyDigest, ["a\u{202E}b\nc\u{0}d\u{1B}[31m"])
    #expect(MessageTexts().text(of: hostile, language: "").body == "a b c d [31m")
  }

  @Test(arguments: [
    ("de", "Heute: A"), ("de-AT", "Heute: A"), ("DE_ch", "Heute: A"), ("de-Latn-DE", "Heute: A"),
    ("fr", "A game for you this week"), ("", "A game for you this week"),
    ("d", "A game for you this week"),
  ])
  func `the nearest language is used, else English`(language: String, title: String) throws {
    let settings = try NotificationSettings(
      yaml: """
        texts:
          de:
            weeklyDigest:
              one: {title: "Heute: {game}", body: "{games}"}
              many: {title: "Heute", body: "{games}"}
        """)
    let text = settings.texts.text(of: message(.weeklyDigest, ["A"]), language: language)
    #expect(text.title == title)
  }

  @Test func `the file of defaults states the defaults`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Pipelines/notifications.yaml").standardizedFileURL
    #expect(try NotificationSettings(file: file) == NotificationSettings())
  }

  @Test func `every problem of the settings is reported`() throws {
    let failure = try #require(throws: SettingsProblems.self) {
      _ = try NotificationSettings(
        yaml: """
          quietFrom: 24
          perDay: -1
          colour: red
          texts:
            de:
              weeklyDigest: {one: {title: "{user}", body: "x"}}
              gameOver: {}
          """)
    }
    for part in ["quietFrom", "perDay", "colour", "{user}", "many", "gameOver"] {
      #expect(failure.problems.contains { $0.contains(part) }, "\(part): \(failure.problems)")
    }
  }

  // MARK: - Composing

  private func game(_ id: String, _ status: String = "released", daysAgo: Int = 2) -> Game {
    var game = Game(defaultsOf: id)
    game.title = id.uppercased()
    game.releaseStatus = ReleaseStatus(rawValue: status) ?? .released
    game.releaseDate = Self.night.start.adding(seconds: -86_400 * Double(daysAgo))
    return game
  }

  private func message(
    _ kind: NotificationKind, of composer: MessageComposer, to userId: String = "u",
    _ items: [WishlistItem] = [], drops: MessageComposer.PlayerDrops? = nil,
    launches: [String] = [], picks: [String] = [], notified: Set<ExactText> = []
  ) -> NotificationMessage? {
    var player = MessageComposer.Player(userId)
    player.items = items
    player.drops = drops?.drops ?? []
    (player.launches, player.picks, player.notified) = (launches, picks, notified)
    return composer.messages(to: player).first { $0.kind == kind }
  }

  @Test func `a release is for players who wished for the game before it`() throws {
    let games = [game("new"), game("old", daysAgo: 8), game("future", "upcoming")]
    let composer = MessageComposer(games, night: Self.night, now: Self.now)
    func composed(_ id: String, _ change: (inout WishlistItem) -> Void = { _ in }) -> [String] {
      var item = WishlistItem(gameId: id)
      item.notifyOnRelease = true
      change(&item)
      return message(.gameReleased, of: composer, [item])?.subjects ?? []
    }
    #expect(composed("new") == ["release new"])
    #expect(composed("old") == [] && composed("future") == [] && composed("unknown") == [])
    #expect(composed("new") { $0.notifyOnRelease = false } == [])
    #expect(composed("new") { $0.owned = true } == [])
    #expect(composed("new") { $0.addedDate = Self.night.start } == [])
  }

  @Test func `a launch is for players who do not know the game, once`() {
    let games = [
      game("new"), game("old", daysAgo: 8), game("future", "upcoming"), game("early", daysAgo: -1),
    ]
    let composer = MessageComposer(games, night: Self.night, now: Self.now)
    func subjects(
      _ ids: [String], _ items: [WishlistItem] = [], notified: Set<ExactText> = []
    ) -> [String]? {
      message(.launch, of: composer, items, launches: ids, notified: notified)?.subjects
    }
    #expect(subjects(["old", "new", "future", "early", "unknown"]) == ["launch new"])
    #expect(subjects(["new"], [WishlistItem(gameId: "new")]) == nil)
    #expect(subjects(["new"], notified: ["launch new"]) == nil)
    #expect(subjects(["new"], notified: ["release new"]) == nil)
  }

  @Test func `a price gives one message`() throws {
    let composer = MessageComposer(
      [game("a"), game("b"), game("c")], night: Self.night, now: Self.now)
    let drops = try JSONDecoder().decode(
      MessageComposer.PlayerDrops.self,
      from: Data(
        """
        {"userId":"u","drops":[
          {"gameId":"a","currency":"EUR","price":4.99,"percent":50},
          {"gameId":"b","currency":"EUR","price":7,"percent":20},
          {"gameId":"c","currency":"EUR","price":19.89,"percent":0},
          {"gameId":"gone","currency":"EUR","price":1,"percent":90}]}
        """.utf8))
    let items = ["a", "b", "c", "gone"].map { id in
      var item = WishlistItem(gameId: id)
      item.notifyOnDiscount = true
      return item
    }
    let first = try #require(message(.gameOnSale, of: composer, items, drops: drops))
    #expect(first.subjects == ["drop a 4.99 EUR", "drop b 7 EUR"] && first.percent == 50)
    let second = try #require(
      message(
        .gameOnSale, of: composer, items, drops: drops, notified: ["drop a 4.99 EUR"]))
    #expect(second.games.map(\.id) == ["b"] && second.price == "7.00 EUR")
    #expect(
      message(
        .gameOnSale, of: composer, items, drops: drops,
        notified: Set(first.subjects.map { ExactText($0) })) == nil)
    #expect(message(.gameOnSale, of: composer, drops: drops) == nil)
  }

  @Test(arguments: [
    ("10.1", "USD", "10.10 USD"), ("0", "EUR", "0.00 EUR"), ("950", "JPY", "950 JPY"),
    ("12345.5", "XXQ", "12345.50 XXQ"),
  ])
  func `a price has the decimals of its currency`(
    price: String, currency: String, text: String
  ) throws {
    let composer = MessageComposer([game("a")], night: Self.night, now: Self.now)
    let drops = try JSONDecoder().decode(
      MessageComposer.PlayerDrops.self,
      from: Data(
        #"""
        {"userId":"u","drops":[
          {"gameId":"a","currency":"\#(currency)","price":\#(price),"percent":50}]}
        """#.utf8))
    var item = WishlistItem(gameId: "a")
    item.notifyOnDiscount = true
    #expect(message(.gameOnSale, of: composer, [item], drops: drops)?.price == text)
  }

  @Test func `a game on two of the player's lists is in a message once, and not if it is owned`() {
    let composer = MessageComposer([game("new")], night: Self.night, now: Self.now)
    var item = WishlistItem(gameId: "new", notifyOnRelease: true)
    func subjects(_ items: [WishlistItem]) -> [String]? {
      message(.gameReleased, of: composer, items)?.subjects
    }
    #expect(subjects([item, item]) == ["release new"])
    #expect(subjects([WishlistItem(gameId: "new"), item]) == ["release new"])
    let wish = item
    item.owned = true
    #expect(subjects([wish, item]) == nil)
  }

  @Test func `two spellings of a game's id are two games`() throws {
    // With the letter å, and with an a and a ring.
    let (composed, decomposed) = ("\u{E5}", "a\u{30A}")
    let games = [composed, decomposed].enumerated().map { number, id in
      var game = game(id)
      game.title = "Title \(number)"
      return game
    }
    let composer = MessageComposer(games, night: Self.night, now: Self.now)
    let wish = WishlistItem(gameId: decomposed, notifyOnRelease: true)
    let message = try #require(
      self.message(.gameReleased, of: composer, to: composed, [wish]))
    #expect(message.games.map(\.title) == ["Title 1"])
    let other = ExactText("release \(composed)")
    #expect(
      self.message(.gameReleased, of: composer, to: composed, [wish], notified: [other]) != nil)
    var log = DeliveryLog()
    log.add(.init(message, device: "d", .sent, at: Self.now))
    #expect(log.subjects(of: composed).map(\.text) == message.subjects)
    #expect(log.subjects(of: decomposed).isEmpty)
    #expect(log.count(of: composed, inDays: 1, to: Self.now, except: "") == 1)
    #expect(log.count(of: decomposed, inDays: 1, to: Self.now, except: "") == 0)
  }

  @Test func `picks give one message a week, without games that are gone`() throws {
    let composer = MessageComposer(
      ["a", "b", "c", "d"].map { game($0) }, night: Self.night, now: Self.now)
    let message = try #require(
      self.message(.weeklyDigest, of: composer, picks: ["x", "a", "b", "c", "d"]))
    #expect(message.games.map(\.title) == ["A", "B", "C"])
    #expect(
      self.message(
        .weeklyDigest, of: composer, picks: ["a"],
        notified: Set(message.subjects.map { ExactText($0) })) == nil)
    #expect(self.message(.weeklyDigest, of: composer, picks: ["x"]) == nil)
    #expect(
      self.message(.weeklyDigest, of: composer, [WishlistItem(gameId: "a")], picks: ["a", "b"])?
        .games.map(\.id) == ["b"])
  }

  /// The wishlists of now, and not those of the night.
  @Test(arguments: NotificationKind.allCases)
  func `no message names a game that the player owns by now`(kind: NotificationKind) throws {
    let composer = MessageComposer([game("a"), game("b")], night: Self.night, now: Self.now)
    let drops = try JSONDecoder().decode(
      MessageComposer.PlayerDrops.self,
      from: Data(
        #"""
        {"userId":"u","drops":[{"gameId":"a","currency":"EUR","price":3,"percent":40},
        {"gameId":"b","currency":"EUR","price":4,"percent":30}]}
        """#.utf8))
    func message(_ items: [WishlistItem]) -> NotificationMessage? {
      self.message(
        kind, of: composer, items, drops: drops, launches: ["a", "b"], picks: ["a", "b"])
    }
    let isAboutWishes = [.gameOnSale, .gameReleased].contains(kind)
    let wishes =
      isAboutWishes
      ? ["a", "b"].map { WishlistItem(gameId: $0, notifyOnRelease: true, notifyOnDiscount: true) }
      : []
    let both = try #require(message(wishes))
    #expect(both.games.map(\.id) == ["a", "b"] && composer.isCurrent(both, wishes))
    // On a list of its own, without the wishes of the item.
    let bought = wishes + [WishlistItem(gameId: "a", owned: true)]
    let other = try #require(message(bought))
    #expect(other.games.map(\.id) == ["b"])
    #expect(!composer.isCurrent(both, bought) && composer.isCurrent(other, bought))
    #expect(message(bought + [WishlistItem(gameId: "b", owned: true)]) == nil)
    #expect(composer.isCurrent(both, []) != isAboutWishes)
  }
}
