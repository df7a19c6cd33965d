import FindieDomain
import FindieRanking
import Testing

/// The numbers of reasons.
struct ReasonCodesTests {
  @Test(arguments: [0, 1, 3, 100])
  func `numbers and reasons correspond one to one`(games: Int) throws {
    let codes = ReasonCodes(games: games)
    #expect(
      codes.count == SwipeAction.allCases.count * games + 2 * Genre.allCases.count + 8)
    for number in 0..<codes.count {
      let (kind, subject) = codes.code(number)
      #expect(codes.number(kind: kind, subject: subject) == number)
      let reason = try #require(Reason(kind: kind, subject: subject))
      #expect(reason.code == (kind, subject))
    }
  }

  @Test func `an invalid code has no number`() {
    let codes = ReasonCodes(games: 3)
    for kind in UInt8.min...UInt8.max where Reason(kind: kind, subject: 0) == nil {
      #expect(codes.number(kind: kind, subject: 0) == nil, "kind \(kind)")
    }
    let genres = UInt32(Genre.allCases.count)
    for isPopular in [true, false] {
      let kind = Reason.favoriteGenre(.rpg, isPopular: isPopular).code.kind
      #expect(codes.number(kind: kind, subject: genres) == nil)
    }
  }
}
