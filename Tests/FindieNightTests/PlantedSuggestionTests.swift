import FindieDomain
import FindieHistory
import FindieModels
import FindieModelsTestSupport
import FindieNight
import FindieRanking
import FindieTestSupport
import FindieWorkers
import Testing

/// Whether a night adopts another model's candidates and players' vectors: those that know what
/// players like, and no others.
struct PlantedSuggestionTests {
  private static let games = 600
  private static let topics = 60
  private static let players = 700

  /// The topics of a player, which nothing but the player's likes tells.
  private func topics(of player: Int, _ seed: UInt64) -> [Int] {
    var generator = SeededGenerator(seed: seed &* 10_007 &+ UInt64(player))
    return (0..<2).map { _ in Int.random(in: 0..<Self.topics, using: &generator) }
  }

  private func acts(seed: UInt64) -> [Act] {
    var generator = SeededGenerator(seed: seed)
    return (0..<Self.players).flatMap { player in
      let own = topics(of: player, seed)
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

  /// Candidates of the players' topics, or of random games.
  private func candidates(seed: UInt64, ofTopics: Bool) -> Suggestions {
    var generator = SeededGenerator(seed: seed ^ 0xfeed)
    let lines = (0..<Self.players).flatMap { player in
      let own = topics(of: player, seed)
      return (0..<20).map { number in
        var game = Int.random(in: 0..<Self.games, using: &generator)
        if ofTopics { game += own[number % 2] - game % Self.topics }
        return (player: numbered("u", player), game: numbered("g", game), score: Double(-number))
      }
    }
    return Suggestions(candidates: lines, vectors: [])
  }

  private func vectors(seed: UInt64, ofTopics: Bool) -> Suggestions {
    var generator = SeededGenerator(seed: seed ^ 0xbead)
    return Suggestions(
      candidates: [],
      vectors: (0..<Self.players).map { player in
        let own = topics(of: player, seed)
        return (
          player: numbered("u", player),
          vector: (0..<Self.topics).map { topic in
            Float.random(in: -0.2...0.2, using: &generator)
              + (ofTopics && own.contains(topic) ? 1 : 0)
          }
        )
      })
  }

  private func gameVectors(seed: UInt64) -> [GameVector] {
    PlantedLists.vectors(seed: seed, games: Self.games, topics: Self.topics)
  }

  private func outcome(
    _ acts: [Act], _ suggestions: Suggestions?, vectors: [GameVector] = []
  ) throws -> PlantedLists {
    try PlantedLists(acts, games: Self.games, vectors: vectors, suggestions: suggestions)
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `candidates that know what players like are adopted, and lists gain`(seed: UInt64) throws {
    let acts = acts(seed: seed)
    let with = try outcome(acts, candidates(seed: seed, ofTopics: true))
    let without = try outcome(acts, nil)
    #expect(with.use?.usesCandidates == true && without.use == nil)
    let gain = try with.gain(over: without)
    #expect(gain.low > 0, "\(gain)")
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `players' vectors that know what they like are adopted, and lists gain`(
    seed: UInt64
  ) throws {
    let (acts, ofGames) = (acts(seed: seed), gameVectors(seed: seed))
    let with = try outcome(acts, vectors(seed: seed, ofTopics: true), vectors: ofGames)
    let without = try outcome(acts, nil, vectors: ofGames)
    #expect(with.use?.usesVectors == true && with.use?.usesCandidates == false)
    let gain = try with.gain(over: without)
    #expect(gain.low > 0, "\(gain)")
  }

  @Test func `noise is seldom adopted, and lists are otherwise as without it`() throws {
    var adopted = 0
    for seed in 1...10 as ClosedRange<UInt64> {
      let acts = acts(seed: seed)
      let with = try outcome(acts, candidates(seed: seed, ofTopics: false))
      if with.use?.usesCandidates ?? false {
        adopted += 1
      } else {
        #expect(try with.lists.lists == outcome(acts, nil).lists.lists)
      }
    }
    print("candidates of noise were adopted with \(adopted) of 10 seeds")
    #expect(adopted <= 2)
  }

  @Test func `vectors of players without meaning are seldom adopted, and cost nothing otherwise`()
    throws
  {
    var adopted = 0
    for seed in 1...6 as ClosedRange<UInt64> {
      let (acts, ofGames) = (acts(seed: seed), gameVectors(seed: seed))
      let with = try outcome(acts, vectors(seed: seed, ofTopics: false), vectors: ofGames)
      if with.use?.usesVectors ?? false {
        adopted += 1
      } else {
        #expect(try with.lists.lists == outcome(acts, nil, vectors: ofGames).lists.lists)
      }
    }
    print("players' vectors of noise were adopted with \(adopted) of 6 seeds")
    #expect(adopted <= 1)
  }

  @Test func `players whose positives have no date are not tested with suggestions`() throws {
    let world = HeldOutWorld(seed: 3)
    let workers = Workers(threads: 1)
    let suggestions = Suggestions(
      candidates: (0..<HeldOutWorld.players).map { (numbered("u", $0), "g001", 1) }, vectors: [])
    func use(_ cut: Day?) -> TestedSuggestions? {
      TestedSuggestions(
        use: SuggestionUse(learnedFrom: cut, countsFrom: nil), suggestions: suggestions)
    }
    let heldOut = HeldOut(
      EventTable(world.acts), catalogue: world.catalogue, matrix: world.matrix(), on: night,
      parameters: world.parameters, workers: workers, minimumPlayers: 20, suggestions: use,
      lifts: { _ in world.catalogue.games.map { _ in nil } })
    let models = try world.models(trainedOn: heldOut.train.observed)
    let tested = try heldOut.tested(
      heldOut.validation, models: models, settings: ServedSettings(world.parameters))
    #expect(tested.contains { $0.audience.hints != nil })
    for part in tested {
      #expect((part.audience.hints == nil) == part.isUndated)
      #expect(
        (part.audience.hints?.candidates.count ?? 0) == (part.isUndated ? 0 : part.heldOut.count))
    }
  }
}

extension PlantedLists {
  fileprivate var use: SuggestionUse? { ranker.suggestions }
}
