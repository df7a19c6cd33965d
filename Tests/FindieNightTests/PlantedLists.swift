import FindieDomain
import FindieHistory
import FindieModels
import FindieModelsTestSupport
import FindieNight
import FindieRanking
import FindieTestSupport
import FindieWorkers
import Testing

/// A small night that learned from planted data, and its lists for the players of the next eight
/// days.
struct PlantedLists {
  let ranker: RankerWeights
  let lists: ListedRanker
  private let split: Split

  init(
    _ acts: [Act], games: Int, vectors: [GameVector] = [], suggestions: Suggestions? = nil
  ) throws {
    var world = HeldOutWorld(acts, games: games, vectors: vectors)
    (world.parameters.als.rank, world.parameters.als.iterations) = (8, 4)
    (world.parameters.ranker.players, world.parameters.tuning) = (300, .off)
    let workers = Workers(threads: 2)
    let learned = try LearnedNight(
      EventTable(acts), catalogue: world.catalogue, on: night, parameters: world.parameters,
      workers: workers,
      suggestions: { cut in
        suggestions.map {
          TestedSuggestions(
            use: SuggestionUse(learnedFrom: cut?.adding(days: -1), countsFrom: nil),
            suggestions: $0)
        }
      }, lifts: { _ in world.catalogue.games.map { _ in nil } })
    let end = night.adding(days: 8)
    split = Split.byTime(
      world.matrix(), world.matrix(on: end),
      over: DayRange(first: night, last: end.adding(days: -1)),
      isOut: world.catalogue.games.map { _ in true })
    ranker = learned.ranker
    lists = try learned.lists(
      of: split, suggestions: suggestions ?? .none, hasVariety: false, workers: workers)
  }

  /// The gain in nDCG over other lists of the same players, with its interval.
  func gain(over others: PlantedLists) throws -> Interval {
    try #require(
      Evaluation(
        of: [others.lists, lists], split: split, ks: [20], workers: Workers(threads: 2)
      ).differences.first
    ).quality.nDCG
  }

  /// Vectors of topics, of which each game has one, or of noise only.
  static func vectors(
    seed: UInt64, games: Int, topics: Int, ofTopics: Bool = true
  ) -> [GameVector] {
    var generator = SeededGenerator(seed: seed ^ 0xabcd)
    return (0..<games).map { game in
      GameVector(
        gameId: numbered("g", game),
        (0..<topics).map { topic in
          Float.random(in: -0.2...0.2, using: &generator)
            + (ofTopics && topic == game % topics ? 1 : 0)
        })
    }
  }
}
