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
      .allows(0, for: Eligibility.Preferences(user))
  }

  @Test(arguments: [
    (ReleaseStatus.released, true), (.earlyAccess, true), (.upcoming, false), (.cancelled, false),
  ])
  func `only what is released or in early access is out`(
    of: (status: ReleaseStatus, isOut: Bool)
  ) {
    #expect(allows { $0.releaseStatus = of.status } == of.isOut)
  }

  @Test func `a game that was deleted is not out`() {
    #expect(!allows { $0.isActive = false })
  }

  // The last moment before the night, its first, and a day later.
  @Test(arguments: [(-1, true), (0, false), (86_400_000, false)])
  func `a game dated on the night or later is not out`(of: (offset: Int64, isOut: Bool)) {
    #expect(allows { $0.releaseDate = night.start.adding(milliseconds: of.offset) } == of.isOut)
  }

  @Test(arguments: [
    ("0", [true, true, true, true, true]), ("0.01", [false, true, true, true, true]),
    ("10", [false, true, true, true, true]), ("10.01", [false, false, true, true, true]),
    ("20", [false, false, true, true, true]), ("29.99", [false, false, false, true, true]),
    ("30.01", [false, false, false, false, true]),
  ])
  func `a price is within the player's range or not`(of: (price: String, isAllowed: [Bool])) {
    let found = [PricePreference.free, .under10, .under20, .under30, .any].map { range in
      allows({ $0.price = Decimal(string: of.price) }, price: range)
    }
    #expect(found == of.isAllowed)
  }

  @Test func `a free game is within every range whatever its price says`() {
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

  @Test func `a price that is not known is shown to players without a bound only`() {
    #expect(allows({ $0.price = nil }, price: .any))
    #expect(!allows({ $0.price = nil }, price: .under30))
    #expect(!allows({ $0.price = -5 }, price: .free))
  }

  @Test func `a price in another currency is shown to players without a bound only`() {
    let inEuros: (inout Game) -> Void = {
      $0.price = 5
      $0.currency = "EUR"
    }
    #expect(allows(inEuros, price: .any))
    #expect(!allows(inEuros, price: .under10))
    #expect(allows(inEuros, price: .under10, currency: "EUR"))
  }

  @Test(
    arguments: [
      ([], true), ([.windows], true), ([.linux], false), ([.linux, .mac], true), ([.gog], false),
    ] as [([Platform], Bool)])
  func `a game is on one of the player's platforms or not`(
    of: (platforms: [Platform], isAllowed: Bool)
  ) {
    #expect(allows({ _ in }, platforms: of.platforms) == of.isAllowed)
  }

  @Test func `a game without platforms is shown to players without a wish only`() {
    #expect(allows { $0.platforms = [] })
    #expect(!allows({ $0.platforms = [] }, platforms: Platform.allCases))
  }

  @Test func `of a player who is not known nothing is asked`() {
    let game = Game(id: "g", title: "G", developerId: "d", price: 99)
    #expect(
      Eligibility(games: [game], on: night, currency: "USD")
        .allows(0, for: Eligibility.Preferences(nil)))
  }
}
