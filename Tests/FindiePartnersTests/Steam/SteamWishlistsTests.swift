import FindieDomain
import FindiePartners
import FindieTestSupport
import Foundation
import Testing

/// Steam's wishlists and user ids. The answers are written in the shape of Steam's.
struct SteamWishlistsTests {
  private let steam: SteamSandbox
  private let user: SteamId

  init() throws {
    steam = try SteamSandbox()
    user = try #require(SteamId("76561197960287930"))
  }

  private func fetched(_ json: String) throws -> Fetched<[ShopWish]?> {
    try steam.write(json, to: "wishlists/\(user.text)")
    return try SteamWishlists(steam.test.transport(), steam.settings()).wishes(of: user)
  }

  private func wishes(_ json: String) throws -> [ShopWish]? { try fetched(json).value }

  @Test func `a wishlist is read, by app id and each game once`() throws {
    let wishes = try wishes(
      """
      {"response":{"items":[{"appid":400,"priority":2,"date_added":1572456900},\
      {"appid":30,"priority":0,"date_added":0},{"appid":400,"priority":9},{"appid":50}]}}
      """)
    #expect(
      wishes == [
        ShopWish(shopId: "30", addedAt: nil, rank: nil),
        ShopWish(shopId: "50", addedAt: nil, rank: nil),
        ShopWish(shopId: "400", addedAt: Timestamp(milliseconds: 1_572_456_900_000), rank: 2),
      ])
  }

  @Test(arguments: ["{\"response\":{}}", "{\"response\":{\"items\":[]}}"])
  func `a private and an empty wishlist are both unknown`(json: String) throws {
    #expect(try wishes(json) == nil)
  }

  @Test(arguments: ["{}", "[]", "null", "{\"response\":{\"items\":[{\"priority\":1}]}}"])
  func `another shape is a failure, not an empty wishlist`(json: String) throws {
    #expect(throws: PartnerFailure.self) { try wishes(json) }
  }

  @Test(arguments: [
    "4611686018427387904", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
    "1e308", "-0.0", "1e-320", "2.5", "\"NaN\"", "null", "true", "[]",
  ])
  func `a rank or a date that is none is left out, and the wish stays`(number: String) throws {
    let wishes = try wishes(
      """
      {"response":{"items":[{"appid":400,"priority":\(number),"date_added":\(number)},\
      {"appid":30,"priority":2}]}}
      """)
    #expect(
      wishes == [
        ShopWish(shopId: "30", addedAt: nil, rank: 2),
        ShopWish(shopId: "400", addedAt: nil, rank: nil),
      ])
  }

  @Test(arguments: ["{\"appid\":1e308}", "{}", "null", "7", "{\"appid\":9223372036854775808}"])
  func `an entry without a game is counted, and the others are read`(entry: String) throws {
    let fetched = try fetched("{\"response\":{\"items\":[\(entry),{\"appid\":30}]}}")
    #expect(fetched.value == [ShopWish(shopId: "30", addedAt: nil)])
    #expect(fetched.unreadable.map { "\($0)".contains("1 entries cannot be read") } == true)
  }

  @Test func `answers about players are stored apart`() throws {
    _ = try wishes("{\"response\":{}}")
    let folder = AnswerCache.personalFolder(of: steam.test.answers).path
    let answers = try steam.test.files().filter { $0.path.hasPrefix(steam.test.answers.path) }
    #expect(answers.count == 1 && answers.allSatisfy { $0.path.hasPrefix(folder) })
  }

  @Test func `individual accounts have ids of 64 bits`() {
    for text in ["76561197960265729", "76561197960287930", "76561202255233023"] {
      #expect(SteamId(text)?.text == text)
    }
  }

  @Test(arguments: [
    "", "0", "1", "76561197960265728", "76561202255233024", "103582791429521412",
    "+76561197960287930",
    "076561197960287930", " 76561197960287930", "76561197960287930\n", "STEAM_0:0:11101",
    "[U:1:22202]", "99999999999999999999", "-1", "７６５６１１９７９６０２８７９３０",
  ])
  func `other texts are no user ids`(text: String) {
    #expect(SteamId(text) == nil)
  }
}
