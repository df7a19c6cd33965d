import FindieDomain
import FindieHistory
import FindieModels
import FindieModelsTestSupport
import FindieNight
import FindieRanking
import FindieTestSupport
import Testing

/// Whether a night adopts games' vectors: those that know what players like, and no others.
struct PlantedVectorTests {
  private static let games = 600
  private static let topics = 60

  /// Players who mostly like games of two topics, which nothing but their likes tells.
  private func acts(seed: UInt64) -> [Act] {
    var generator = SeededGenerator(seed: seed)
    return (0..<700).flatMap { player in
      let own = (0..<2).map { _ in Int.random(in: 0..<Self.topics, using: &generator) }
      return (0..<5).map { _ in
        var game = Int.random(in: 0..<Self.games, using: &generator)
        if Int.random(in: 0..<10, using: &generator) > 0 {
          game += own[Int.random(in: 0..<2, using: &generator)] - game % Self.topics
        }
        return Act(
          user: numbered("u", player), game: numbered("g", game), action: .like,
          age: Int.random(in: -7...45, using: &generator),
          hour: Int.random(in: 0..<24, using: &generator))
      }
    }
  }

  private func vectors(seed: UInt64, ofTopics: Bool) -> [GameVector] {
    PlantedLists.vectors(seed: seed, games: Self.games, topics: Self.topics, ofTopics: ofTopics)
  }

  private func outcome(_ acts: [Act], _ vectors: [GameVector]) throws -> PlantedLists {
    try PlantedLists(acts, games: Self.games, vectors: vectors)
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `vectors that know what players like are adopted, and lists gain`(seed: UInt64) throws {
    let acts = acts(seed: seed)
    let with = try outcome(acts, vectors(seed: seed, ofTopics: true))
    let without = try outcome(acts, [])
    #expect(with.isAdopted && !without.isAdopted)
    let gain = try with.gain(over: without)
    #expect(gain.low > 0, "\(gain)")
  }

  @Test func `vectors of noise are seldom adopted, and lists are otherwise as without them`() throws
  {
    var adopted = 0
    for seed in 1...10 as ClosedRange<UInt64> {
      let acts = acts(seed: seed)
      let with = try outcome(acts, vectors(seed: seed, ofTopics: false))
      if with.isAdopted {
        adopted += 1
      } else {
        #expect(try with.lists.lists == outcome(acts, []).lists.lists)
      }
    }
    #expect(adopted <= 2)
  }
}

extension PlantedLists {
  fileprivate var isAdopted: Bool {
    ranker.groups.contains { $0.weights[RankerFeature.vectors.rawValue] != 0 }
  }
}
