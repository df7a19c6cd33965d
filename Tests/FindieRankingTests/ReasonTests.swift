import FindieDomain
import FindieModelsTestSupport
import FindieRanking
import Testing

struct ReasonTests {
  private func sentence(_ reason: Reason) -> String { reason.sentence { "game \($0)" } }

  @Test func `a reason is a sentence that names the game`() {
    #expect(sentence(.because(.like, game: 7)) == "because you liked game 7")
    #expect(sentence(.because(.superLike, game: 7)) == "because you super-liked game 7")
    #expect(sentence(.because(.wishlist, game: 7)) == "because game 7 is on your wishlist")
    #expect(sentence(.because(.share, game: 7)) == "because you shared game 7")
    #expect(sentence(.because(.viewDetails, game: 7)) == "because you viewed game 7")
  }

  @Test func `reasons for players with little history name the genre or nothing`() {
    #expect(sentence(.favoriteGenre(.rpg, isPopular: true)) == "popular in rpg")
    #expect(sentence(.favoriteGenre(.rpg, isPopular: false)) == "in rpg, one of your genres")
    #expect(sentence(.popular) == "popular with players")
    #expect(sentence(.unseen) == "new to you")
    #expect(sentence(.friends(like: true, several: true)) == "friends like it")
    #expect(sentence(.friends(like: true, several: false)) == "a friend likes it")
    #expect(
      sentence(.friends(like: false, several: true)) == "friends viewed it")
    #expect(
      sentence(.friends(like: false, several: false)) == "a friend viewed it")
    #expect(sentence(.trending) == "trending now")
    #expect(sentence(.new) == "recently released")
  }

  @Test func `every reason is decoded from its code`() {
    let reasons =
      SwipeAction.allCases.map { Reason.because($0, game: .max) }
      + Genre.allCases.flatMap { genre in
        [true, false].map { Reason.favoriteGenre(genre, isPopular: $0) }
      } + [.popular, .unseen, .trending, .new]
      + [(true, true), (true, false), (false, true), (false, false)].map {
        Reason.friends(like: $0, several: $1)
      }
    for reason in reasons {
      #expect(Reason(kind: reason.code.kind, subject: reason.code.subject) == reason)
    }
    #expect(Set(reasons.map { "\($0.code)" }).count == reasons.count)
  }

  @Test func `invalid codes are nil`() {
    #expect(Reason(kind: 255, subject: 0) == nil)
    #expect(Reason(kind: UInt8(SwipeAction.allCases.count), subject: 0) == nil)
    #expect(Reason(kind: 100, subject: UInt32(Genre.allCases.count)) == nil)
  }
}
