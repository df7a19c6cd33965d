import FindieDomain
import FindieHistory
import FindieModels
import FindieModelsTestSupport
import FindieTestSupport
import FindieWorkers
import Testing

/// Which players, games and events are in the matrix.
struct EvidenceTests {
  private func matrix(
    _ acts: [Act], wishlists: [Wishlist] = [], users: [String] = [], games: [String] = ["a", "b"],
    threads: Int = 2
  ) -> InteractionMatrix {
    InteractionMatrix(
      interactions: EventTable(acts), wishlists: PackedRecords(wishlists),
      users: PackedRecords(users.map { User(id: $0) }),
      games: games, on: night, parameters: MatrixParameters(), workers: Workers(threads: threads))
  }

  @Test func `players are users, players with events, and owners of wishlists, in byte order`() {
    let matrix = matrix(
      [Act(user: "é", game: "a", action: .like), Act(user: "b", game: "a", action: .like)],
      wishlists: [Wishlist(id: "w", userId: "Z", items: [])], users: ["z", "b", "a10", "a2"])
    // 0x5A, 0x61 0x31, 0x61 0x32, 0x62, 0x7A, 0xC3.
    #expect(matrix.players.ids == ["Z", "a10", "a2", "b", "z", "é"])
  }

  @Test func `a player with later events only is unknown`() {
    #expect(matrix([Act(user: "u", game: "a", action: .like, age: 0)]).players.ids.isEmpty)
  }

  @Test func `events on the as-of day or later are not used`() {
    let matrix = matrix([
      Act(user: "u", game: "a", action: .like, age: 1, hour: 23),
      Act(user: "u", game: "b", action: .like, age: 0, hour: 0),
      Act(user: "u", game: "a", action: .dislike, age: -1),
    ])
    #expect(matrix.seen.columnIndices == [0])
    #expect(matrix.seen.values == [Float(night.daysSinceEpoch - 1)])
    #expect(matrix.observed.values.allSatisfy { $0 > 0 })
  }

  @Test func `the day of a seen game is that of the last action`() {
    let matrix = matrix([
      Act(user: "u", game: "a", action: .skip, age: 3),
      Act(user: "u", game: "a", action: .like, age: 7),
    ])
    #expect(matrix.seen.values == [Float(night.daysSinceEpoch - 3)])
  }

  @Test(arguments: [(1, 23, true), (0, 0, false), (-5, 12, false)])
  func `a wishlist item of the as-of day or later is not seen`(
    of: (age: Int, hour: Int, isSeen: Bool)
  ) {
    let item = WishlistItem(gameId: "a", addedDate: .before(of.age, hour: of.hour))
    let matrix = matrix([], wishlists: [Wishlist(id: "w", userId: "u", items: [item])])
    #expect(matrix.seen.contains(row: 0, column: 0) == of.isSeen)
    #expect(matrix.observed.contains(row: 0, column: 0) == of.isSeen)
  }

  @Test func `interactions with unknown games are only counted`() {
    let matrix = matrix([
      Act(user: "u", game: "gone", action: .like), Act(user: "v", game: "gone", action: .skip),
      Act(user: "u", game: "a", action: .like),
      // Not before the night, so not counted.
      Act(user: "u", game: "gone", action: .like, age: 0),
    ])
    #expect(matrix.interactionsWithUnknownGames == 2)
    #expect(matrix.seen.count == 1)
  }

  @Test func `unknown games of wishlists are left out`() {
    let matrix = matrix(
      [], wishlists: [Wishlist(id: "w", userId: "u", items: [WishlistItem(gameId: "gone")])])
    #expect(matrix.seen.count == 0)
    #expect(matrix.interactionsWithUnknownGames == 0)
  }

  @Test func `positives are the number of players with a positive for a game`() {
    let matrix = matrix([
      Act(user: "u", game: "a", action: .like), Act(user: "v", game: "a", action: .share),
      Act(user: "w", game: "a", action: .dislike), Act(user: "w", game: "b", action: .skip),
    ])
    #expect(matrix.positives == [2, 0])
    #expect((0..<3).map { matrix.observed.hasPositives(row: $0) } == [true, true, false])
  }

  @Test func `two spellings of one name are two players and two games`() {
    // U+00E9 is 0xC3 0xA9; e with U+0301 is 0x65 0xCC 0x81 and comes first.
    let matrix = matrix(
      [Act(user: "\u{E9}", game: "\u{E9}", action: .like)], users: ["e\u{301}"],
      games: ["e\u{301}", "\u{E9}"])
    #expect(matrix.players.count == 2)
    #expect(matrix.games.count == 2)
    #expect(matrix.observed.range(ofRow: 0).isEmpty)
    #expect(matrix.observed.contains(row: 1, column: 1))
  }

  @Test func `the number of threads changes nothing`() {
    // More players than one part has, 4096.
    var generator = SeededGenerator(seed: 1)
    let acts = (0..<12_000).map { _ in
      Act(
        user: "u\(Int.random(in: 0..<5000, using: &generator))",
        game: Bool.random(using: &generator) ? "a" : "b",
        action: SwipeAction.allCases.randomElement(using: &generator) ?? .like,
        age: Int.random(in: -2...50, using: &generator))
    }
    let one = matrix(acts, threads: 1)
    #expect(one.players.count > 4096)
    #expect(matrix(acts, threads: 3) == one)
  }
}
