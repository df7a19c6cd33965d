import FindieDomain
import FindieRanking
import FindieModels
import FindieModelsTestSupport
import FindieWorkers
import Foundation
import Testing

/// The gate's counts of a night's lists.
struct ListAuditTests {
  /// Six games of which the last is withdrawn, and three players; the second has seen games 0 and
  /// 1, the third pays nothing for a game, and only game 2 is free.
  private static let games = (0..<6).map { number in
    var game = Game(id: "g\(number)", title: "", developerId: "d", price: number == 2 ? 0 : 10)
    if number == 5 { game.isActive = false }
    return game
  }
  private static let users: [PackedRecord<User>?] = [
    nil, PackedRecord(User(id: "b")), PackedRecord(User(id: "c", priceRange: .free)),
  ]

  private func audit(_ lists: [[UInt32]], length: Int = 3, threads: Int = 1) throws -> ListAudit {
    let eligibility = Eligibility(games: Self.games, on: night, currency: "USD")
    return ListAudit(
      of: try table(lists), players: Identifiers(["a", "b", "c"]),
      seen: SparseRows(dense: [[0, 0, 0, 0, 0, 0], [1, 1, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]]),
      eligibility: eligibility, isListed: eligibility.isOut, users: Self.users, listLength: length,
      workers: Workers(threads: threads))
  }

  private func table(_ lists: [[UInt32]]) throws -> RecommendationTable {
    let games = Array(lists.joined())
    return try #require(
      RecommendationTable(
        sources: [UInt8](repeating: 0, count: lists.count),
        offsets: lists.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.count) }, games: games,
        scores: [Float](repeating: 1, count: games.count),
        reasonKinds: [UInt8](repeating: 255, count: 2 * games.count),
        reasonSubjects: [UInt32](repeating: 0, count: 2 * games.count),
        reasonWeights: [UInt16](repeating: 0, count: 2 * games.count)))
  }

  private func check(_ audit: ListAudit, _ name: String) throws -> GateCheck {
    let isOut = Self.games.map { $0.availability(on: night) == .out }
    return try #require(
      audit.checks(isListed: isOut, GateParameters()).first { $0.name == name })
  }

  @Test func `valid lists pass every check`() throws {
    // The third player may only see the free game, so a list of one is full.
    let audit = try audit([[0, 1, 2], [2, 3, 4], [2]])
    #expect((audit.repeats, audit.filtered, audit.short) == (0, 0, 0))
    #expect((audit.listable, audit.listed, audit.entries) == (3, 3, 7))
    #expect(audit.exposures == [1, 1, 3, 1, 1, 0])
    #expect(audit.firstViolation == nil)
    let isOut = Self.games.map { $0.availability(on: night) == .out }
    #expect(audit.checks(isListed: isOut, GateParameters()).allSatisfy { $0.verdict == .passed })
    // Five of five games; exposures 1 1 1 1 3: Σ (2i − 6) xᵢ = −4 − 2 + 0 + 2 + 12 = 8, by 5 · 7.
    #expect(try check(audit, "catalogue coverage").value == 1)
    #expect(abs(try #require(check(audit, "Gini of exposure").value) - 8.0 / 35) < 1e-12)
  }

  @Test func `a repeated game on a list is a bug`() throws {
    let audit = try audit([[0, 1, 2], [2, 3, 2], [2]])
    let repeats = try check(audit, "repeated entries")
    #expect(repeats.verdict == .failed && repeats.isInvariant && repeats.value == 1)
    #expect(repeats.note == .firstViolation(rank: 3, player: "b"))
  }

  @Test(arguments: [
    // Seen, withdrawn, too expensive.
    [[0, 1, 2], [1, 3, 4], [2]], [[0, 1, 5], [2, 3, 4], [2]], [[0, 1, 2], [2, 3, 4], [3]],
  ])
  func `a filtered game on a list is a bug`(lists: [[UInt32]]) throws {
    let filtered = try check(audit(lists), "filtered games")
    #expect(filtered.verdict == .failed && filtered.isInvariant && filtered.value == 1)
  }

  @Test func `lists that could be longer are short, and empty lists do not count as lists`() throws
  {
    let audit = try audit([[0, 1], [2, 3, 4], []])
    #expect((audit.short, audit.listed, audit.listable) == (2, 2, 3))
    let covered = try check(audit, "players with a list")
    #expect(covered.verdict == .failed && !covered.isInvariant)
    #expect(abs(try #require(covered.value) - 2.0 / 3) < 1e-12)
    #expect(try check(audit, "short lists").verdict == .failed)
  }

  @Test func `unlisted editions do not make a list short`() throws {
    let eligibility = Eligibility(games: Self.games, on: night, currency: "USD")
    let audit = ListAudit(
      of: try table([[0, 1, 2]]), players: Identifiers(["a"]),
      seen: SparseRows(dense: [[0, 0, 0, 0, 0, 0]]), eligibility: eligibility,
      isListed: [true, true, true, false, false, false], users: [nil], listLength: 5,
      workers: Workers(threads: 1))
    #expect(audit.short == 0)
  }

  @Test func `the number of threads changes nothing`() throws {
    let lists: [[UInt32]] = [[0, 1, 2], [2, 3, 2], []]
    #expect(try audit(lists, threads: 1) == audit(lists, threads: 3))
  }

  @Test func `similar games with themselves, repeats or unavailable games are bugs`()
    throws
  {
    let similar = try #require(
      NeighborTable(
        offsets: [0, 3, 4, 4], games: [0, 1, 1, 2], scores: [1, 1, 1, 1], carriers: [0, 0, 0, 0]))
    let checks = similar.checks(isOut: [true, true, false])
    #expect(checks.map(\.value) == [1, 2])
    #expect(checks.allSatisfy { $0.isInvariant && $0.verdict == .failed })
  }

  @Test(arguments: [1, 3])
  func `a filtered game is counted once, by the first filter that applies`(threads: Int) {
    let eligibility = Eligibility(games: Self.games, on: night, currency: "USD")
    let matrix = InteractionMatrix(
      players: Identifiers(["a", "b", "c"]),
      games: Identifiers(Self.games.map(\.id)),
      observed: SparseRows(dense: [[0, 0, 0, 0, 0, 1], [-1, 2, 0, 0, 0, 0], [0, 0, 0, 3, 0, 0]]),
      strongestActions: [SwipeAction.like, .dislike, .superLike, .wishlist].map(\.code),
      seen: SparseRows(
        dense: [[0, 8, 9, 0, 0, 1], [1, 1, .infinity, 0, 0, 0], [0, 0, 0, 1, 0, 0]]),
      skips: SparseRows(
        dense: [[0, 3, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]]),
      interactionsWithUnknownGames: 0)
    let counts = FilterCounts(
      matrix, eligibility: eligibility, isListed: [true, true, true, true, false, false],
      users: Self.users, workers: Workers(threads: threads))
    // Game 5 is withdrawn, game 4 another edition, both for all three; the third pays for none of
    // games 0, 1 and 3, of which it has seen one. The first saw game 2, and only skipped game 1,
    // which may be listed again; the second disliked game 0, likes game 1, and has game 2 in the
    // library without a date.
    let expected: [ListFilter: Int] = [
      .inactive: 3, .otherEdition: 3, .price: 3, .disliked: 1, .liked: 1, .wishlist: 1, .seen: 1,
    ]
    for filter in ListFilter.allCases {
      #expect(counts[filter] == expected[filter] ?? 0, "\(filter)")
    }
    #expect(counts.remaining == 18 - 3 - 3 - 3 - 4)
  }

  @Test func `exposure is reported by the size of studios`() throws {
    var games = ["a", "b", "b", "", ""].enumerated().map {
      Game(id: "g\($0)", title: "", developerId: $1)
    }
    games.append(Game(id: "g5", title: "", developerId: "a"))
    let exposure = StudioExposure.bySize(
      in: try table([[1, 0, 3], [1, 2], []]), games: games,
      isListed: [true, true, true, true, false, false])
    // Game 5 is not listed: a has one game, as has the studio of game 3; b has two.
    let sizes: [String] = ["1 game", "2 to 5 games"]
    #expect(exposure.map(\.size) == sizes)
    let studios: [Int] = [2, 1]
    #expect(exposure.map(\.studios) == studios)
    let ofGames: [Double] = [0.5, 0.5]
    #expect(exposure.map(\.shareOfGames) == ofGames)
    let ofEntries: [Double] = [0.4, 0.6]
    #expect(exposure.map(\.shareOfEntries) == ofEntries)
    let ofFirstPlaces: [Double] = [0, 1]
    #expect(exposure.map(\.shareOfTopPositions) == ofFirstPlaces)
  }
}
