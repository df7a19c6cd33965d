import FindieDomain
import FindieModelsTestSupport
import FindieRanking
import Foundation
import Testing

struct EligibilityTests {
  private func allows(
    _ change: (inout Game) -> Void, price: PricePreference = .any, platforms: [Platform] = [],
    currency: String = "USD"
  ) -> Bool {
    var game = Game(id: "g", title: "G", developerId: "d", platforms: [.windows, .mac])
    change(&game)
    let user = User(id: "u", preferredPlatforms: platforms, priceRange: price)
    return Eligibility(games: [game], on: night, currency: currency)
      .allows(0, for: Eligibility.Preferences(PackedRecord(user)))
  }

  @Test(arguments: [
    (ReleaseStatus.released, true), (.earlyAccess, true), (.upcoming, false), (.cancelled, false),
  ])
  func `only games that are released or in early access are available`(
    of: (status: ReleaseStatus, isOut: Bool)
  ) {
    #expect(allows { $0.releaseStatus = of.status } == of.isOut)
  }

  @Test func `a deleted game is not available`() {
    #expect(!allows { $0.isActive = false })
  }

  // The last moment before the as-of day, its first moment, and a day later.
  @Test(arguments: [(-1, true), (0, false), (86_400_000, false)])
  func `a game dated on the as-of day or later is not available`(of: (offset: Int64, isOut: Bool)) {
    #expect(allows { $0.releaseDate = night.start.adding(milliseconds: of.offset) } == of.isOut)
  }

  @Test(arguments: [
    ("0", [true, true, true, true, true]), ("0.01", [false, true, true, true, true]),
    ("10", [false, true, true, true, true]), ("10.01", [false, false, true, true, true]),
    ("20", [false, false, true, true, true]), ("29.99", [false, false, false, true, true]),
    ("30.01", [false, false, false, false, true]),
  ])
  func `the price must be within the player's range`(of: (price: String, isAllowed: [Bool])) {
    let found = [PricePreference.free, .under10, .under20, .under30, .any].map { range in
      allows({ $0.price = Decimal(string: of.price) }, price: range)
    }
    #expect(found == of.isAllowed)
  }

  @Test func `a free game is within every range, whatever its price`() {
    for range in PricePreference.allCases {
      #expect(
        allows(
          {
            $0.isFree = true
            $0.price = 60
            $0.currency = "EUR"
          }, price: range))
    }
  }

  @Test func `a game of unknown price is hidden only from players who want free games`() {
    for range in PricePreference.allCases {
      #expect(allows({ $0.price = nil }, price: range) == (range != .free))
      #expect(allows({ $0.price = -5 }, price: range) == (range != .free))
    }
  }

  @Test func `a price in another currency is shown only to players without a price limit`() {
    let inEuros: (inout Game) -> Void = {
      $0.price = 5
      $0.currency = "EUR"
    }
    #expect(allows(inEuros, price: .any))
    #expect(!allows(inEuros, price: .under10))
    // Nothing is nothing in every currency.
    #expect(
      allows(
        {
          $0.price = 0
          $0.currency = "EUR"
        }, price: .free))
    #expect(allows(inEuros, price: .under10, currency: "EUR"))
  }

  @Test(
    arguments: [
      ([], true), ([.windows], true), ([.linux], false), ([.linux, .mac], true), ([.gog], false),
    ] as [([Platform], Bool)])
  func `a game must be on one of the player's platforms`(
    of: (platforms: [Platform], isAllowed: Bool)
  ) {
    #expect(allows({ _ in }, platforms: of.platforms) == of.isAllowed)
  }

  @Test func `a game of unknown platforms is shown to all players`() {
    #expect(allows { $0.platforms = [] })
    #expect(allows({ $0.platforms = [] }, platforms: [.linux]))
  }

  @Test func `a game without genres is of no muted genre`() {
    let user = User(id: "u", mutedGenres: Genre.allCases)
    let game = Game(id: "g", title: "G", developerId: "d")
    #expect(
      Eligibility(games: [game], on: night, currency: "USD")
        .allows(0, for: Eligibility.Preferences(PackedRecord(user))))
  }

  @Test func `an unknown player has no limits`() {
    let game = Game(id: "g", title: "G", developerId: "d", price: 99)
    #expect(
      Eligibility(games: [game], on: night, currency: "USD")
        .allows(0, for: Eligibility.Preferences(nil)))
  }

  @Test func `a muted tag hides a game, whatever its genres`() {
    var user = User(id: "u")
    user.mutedTags = ["dark", "a\0b"]
    let games = [["dark"], ["darker"], ["a\0b", "x"], []].map { tags in
      Game(id: "g", title: "G", developerId: "d", tags: tags)
    }
    let eligibility = Eligibility(games: games, on: night, currency: "USD")
    let preferences = Eligibility.Preferences(PackedRecord(user))
    #expect(
      games.indices.map { eligibility.allows($0, for: preferences) } == [false, true, false, true])
    #expect(
      eligibility.filter(of: 0, isListed: true, for: preferences) == .mutedTag)
  }

  @Test(arguments: [(Bool?.none, false), (false, false), (true, true)])
  func `a game for adults is shown only to a player who wants such games`(
    of: (wish: Bool?, isShown: Bool)
  ) {
    var game = Game(id: "g", title: "G", developerId: "d")
    game.isMature = true
    var user = User(id: "u")
    user.showsMatureGames = of.wish
    let eligibility = Eligibility(games: [game], on: night, currency: "USD")
    #expect(eligibility.allows(0, for: Eligibility.Preferences(PackedRecord(user))) == of.isShown)
    #expect(!eligibility.allows(0, for: Eligibility.Preferences(nil)))
    #expect(eligibility.isOut == [true])
  }
}
