import FindieRanking
import FindieModels
import FindieModelsTestSupport
import FindieWorkers
import Testing

/// The search of a night for better parameters.
struct SelfTuningTests {
  private func validation() -> Split {
    let world = TuningWorld()
    let matrix = world.matrix(world.reference)
    return Split.random(
      matrix, parameters: EvaluationParameters(),
      isOut: [Bool](repeating: true, count: TuningWorld.games))
  }

  private func parameters(_ change: (inout TunableParameters) -> Void) -> TunableParameters {
    var parameters = TunableParameters(ModelParameters())
    parameters.als.rank = 4
    parameters.ease.blasThreads = 1
    change(&parameters)
    return parameters
  }

  @Test func `parameters that are far off are improved`() throws {
    let given = parameters {
      $0.als.regularizationScale = 2.5
    }
    var search = SelfTuning(validation(), from: given, workers: Workers(threads: 2))
    let adopted = try search.search()
    #expect(adopted.als.regularizationScale < 2.5)
    #expect(search.trials.contains { $0.isAdopted && ($0.gain?.low ?? 0) > 0 })
    // Only the scales of ALS are tuned.
    #expect(adopted.als.rank == 4 && adopted.als.iterations == given.als.iterations)
  }

  @Test func `nothing is adopted without a significant gain`() throws {
    var search = SelfTuning(validation(), from: parameters { _ in }, workers: Workers(threads: 2))
    let adopted = try search.search()
    let hasGain = search.trials.contains { $0.isAdopted }
    #expect((adopted == parameters { _ in }) == !hasGain)
    #expect(search.trials.allSatisfy { !$0.isAdopted || ($0.gain?.low ?? 0) > 0 })
  }

  @Test func `a half-life is adopted if players like what others like now`() throws {
    // Held-out games are those of even number, whose positives are young.
    let all = validation()
    let isYoung = (0..<TuningWorld.games).map { $0.isMultiple(of: 2) }
    let heldOut = all.heldOut.map { $0.filter { isYoung[Int($0)] } }
    let split = Split(
      all.design, train: all.train, players: all.players, profiles: all.profiles,
      heldOut: heldOut, seen: all.seen, candidates: all.candidates
    ).gathering(heldOut.indices.filter { !heldOut[$0].isEmpty }, all.design)
    let given = parameters { _ in }
    func adopted(_ days: [Float]) throws -> (Double?, trials: [TunedTrial]) {
      var search = SelfTuning(split, days: days, from: given, workers: Workers(threads: 2))
      return (try search.search().ease.halfLifeInDays, search.trials)
    }
    let aged = try adopted(all.train.columnIndices.map { isYoung[Int($0)] ? 1000 : 0 })
    #expect(aged.0 != nil)
    #expect(aged.trials.contains { $0.change.hasPrefix("ease.halfLifeInDays") && $0.isAdopted })
    #expect(try adopted(all.train.columnIndices.map { isYoung[Int($0)] ? 0 : 1000 }).0 == nil)
    // All positives are equally old.
    #expect(try adopted(all.train.values.map { _ in 1000 }).0 == nil)
    let undated = try adopted(all.train.values.map { _ in .infinity })
    #expect(undated.0 == nil)
    #expect(!undated.trials.contains { $0.change.hasPrefix("ease.halfLifeInDays") })
  }

  @Test func `the number of dense games is chosen anew, whatever the last search chose`() throws {
    let given = parameters { $0.ease.denseGames = 2_000 }
    var search = SelfTuning(validation(), from: given, workers: Workers(threads: 2))
    // All games of a small catalogue can be dense.
    #expect(try search.search().ease.denseGames == nil)
  }

  @Test func `the number of threads changes nothing`() throws {
    let found = try [1, 3].map { threads in
      var search = SelfTuning(
        validation(), from: parameters { $0.als.regularizationScale = 10 },
        workers: Workers(threads: threads))
      let adopted = try search.search()
      return TunedParameters(
        given: adopted, adopted: adopted, day: nil, trials: search.trials)
    }
    #expect(found[0] == found[1])
  }
}
