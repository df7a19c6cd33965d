import FindieDomain
import Foundation
import Testing

struct ReasonTests {
  private func sentence(_ kind: ReasonKind) -> String {
    Reason(kind: kind, gameId: "g7", genre: .rpg, weight: 0.5).sentence(title: "Seven")
  }

  @Test func `a reason is a sentence that names the game or the genre`() {
    #expect(sentence(.liked) == "because you liked Seven")
    #expect(sentence(.superLiked) == "because you super-liked Seven")
    #expect(sentence(.wishlisted) == "because Seven is on your wishlist")
    #expect(sentence(.owned) == "because you own Seven")
    #expect(sentence(.shared) == "because you shared Seven")
    #expect(sentence(.viewed) == "because you viewed Seven")
    #expect(sentence(.favoriteGenre) == "in rpg, one of your genres")
  }

  @Test func `other reasons name neither a game nor a genre`() {
    #expect(sentence(.genrePlayers) == "liked by players of your genres")
    #expect(sentence(.popular) == "popular with players")
    #expect(sentence(.trending) == "trending now")
    #expect(sentence(.recentlyPopular) == "popular with players these days")
    #expect(sentence(.model) == "similar by your model")
    #expect(sentence(.new) == "recently released")
    #expect(sentence(.friendsLike) == "friends like it")
    #expect(sentence(.friendsViewed) == "friends viewed it")
    #expect(sentence(.unseen) == "new to you")
    #expect(sentence(.exploration) == "a new game to discover")
    for kind in ReasonKind.allCases where !kind.namesGame && !kind.namesGenre {
      #expect(!sentence(kind).contains("Seven") && !sentence(kind).contains("rpg"))
    }
  }

  @Test func `the sentence of a game that is not known has no title`() {
    let reason = Reason(kind: .liked, gameId: "g7", weight: 1)
    #expect(reason.sentence(title: nil) == "because you liked another game")
  }

  @Test func `a reason is an object with the members that it has`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    func json(_ reason: Reason) throws -> String {
      String(decoding: try encoder.encode(reason), as: UTF8.self)
    }
    #expect(
      try json(Reason(kind: .liked, gameId: "g7", weight: 0.5))
        == #"{"gameId":"g7","kind":"liked","weight":0.5}"#)
    #expect(
      try json(Reason(kind: .favoriteGenre, genre: .rpg, weight: 0.25))
        == #"{"genre":"rpg","kind":"favoriteGenre","weight":0.25}"#)
  }

  @Test func `every kind has its index as code`() {
    for (index, kind) in ReasonKind.allCases.enumerated() {
      #expect(Int(kind.code) == index)
      #expect(ReasonKind(code: kind.code) == kind)
    }
    #expect(ReasonKind(code: UInt8(ReasonKind.allCases.count)) == nil)
    #expect(ReasonKind(code: 255) == nil)
  }
}
