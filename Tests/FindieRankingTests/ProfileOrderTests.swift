import FindieDomain
import FindieModels
import FindieModelsTestSupport
import FindieRanking
import FindieWorkers
import Testing

/// How much each of a player's positives counts for what comes next, by hand.
struct ProfileOrderTests {
  /// Each of a player's games adds its confidence times its share to the score of the last game.
  ///
  /// - Parameter days: for each positive, the day on which it was last seen; nil for none.
  private func shares(
    _ days: [Int?], disliked: Int? = nil, weights: RankerWeights, ease: Bool = false
  ) throws -> [Double] {
    let last = days.count
    let games = (0...last).map { game(numbered("g", $0)) }
    let own = days.indices.map { $0 == disliked ? -1 : Float(1 + $0) }
    let dates = days.map { $0.map { Float($0) } ?? Float.infinity }
    let none = [Float](repeating: 0, count: last)
    let matrix = InteractionMatrix(
      players: Identifiers(["a", "b"]), games: Identifiers(games.map(\.id)),
      observed: SparseRows(dense: [own + [0], none + [1]]),
      strongestActions: [UInt8](repeating: EvidenceKind.like.rawValue, count: days.count + 1),
      seen: SparseRows(dense: [dates + [0], none + [1]]), interactionsWithUnknownGames: 0)
    let toLast = SparseRows(
      dense: (0...last).map { game in (0...last).map { $0 == last && game < last ? 1 : 0 } })
    let model = FactorModel(
      players: Matrix(rows: 2, columns: 1, elements: [0, 0]),
      games: Matrix(rows: last + 1, columns: 1, elements: days.map { _ in 0 } + [0]),
      parameters: ALSParameters(rank: 1))
    let recommender = try Recommender.ofFactors(
      matrix, model, games: games, weights: weights,
      models: RankingModels(
        factors: model,
        itemItem: ItemItemModels(
          neighborhood: ItemItemModel("item-kNN", weights: toLast, usesConfidence: true),
          ease: ItemItemModel("EASE", weights: toLast, usesConfidence: false),
          easeUse: .fitted(games: last + 1, dense: last + 1)),
        content: ContentModel(games)))
    let candidates = try recommender.candidates(of: 0)
    let candidate = try #require(candidates.first { $0.game == UInt32(last) })
    #expect(abs(candidate.parts.reduce(0) { $0 + $1.value } - candidate.score) < 1e-12)
    var parts: [Int: Double] = [:]
    for part in candidate.parts {
      if case .game(let game) = part.kind { parts[Int(game)] = part.value }
    }
    return days.indices.filter { $0 != disliked }
      .map { (parts[$0] ?? .nan) / (ease ? 1 : Double(1 + $0)) }
  }

  private func isClose(_ found: [Double], _ expected: [Double]) -> Bool {
    found.count == expected.count && zip(found, expected).allSatisfy { abs($0 - $1) < 1e-6 }
  }

  private let neighborhood = RankerWeights([.latestNeighborhood: 1])

  @Test func `each positive of a later day takes a fifth`() throws {
    #expect(isClose(try shares([30, 10, 20], weights: neighborhood), [1, 0.64, 0.8]))
  }

  @Test func `positives of one day count alike, and all of a later day push the earlier ones back`()
    throws
  {
    #expect(
      isClose(
        try shares([10, 20, 20, 5, 10], weights: neighborhood),
        [0.64, 1, 1, 0.8 * 0.8 * 0.8 * 0.8, 0.64]))
  }

  @Test func `evidence without a date is older than any other`() throws {
    #expect(isClose(try shares([nil, 20, 10, nil], weights: neighborhood), [0.64, 1, 0.8, 0.64]))
    #expect(isClose(try shares([nil, nil], weights: neighborhood), [1, 1]))
  }

  @Test func `a dislike has no place in the order`() throws {
    #expect(
      isClose(try shares([10, 30, 20], disliked: 1, weights: neighborhood), [0.8, 1]))
  }

  @Test func `EASE of the latest has the same shares, and adds to EASE`() throws {
    #expect(
      isClose(
        try shares([30, 10, 20], weights: RankerWeights([.latestEASE: 1]), ease: true),
        [1, 0.64, 0.8]))
    #expect(
      isClose(
        try shares([30, 10, 20], weights: RankerWeights([.latestEASE: 2, .ease: 1]), ease: true),
        [3, 2.28, 2.6]))
  }
}
