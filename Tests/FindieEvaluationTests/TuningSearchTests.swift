import FindieEvaluation
import FindieModels
import FindieTestSupport
import FindieWorkers
import Synchronization
import Testing

/// The parameter search, on data with known best parameters.
struct TuningSearchTests {
  private struct Interrupted: Error {}

  /// A clock that advances by a second whenever it is read. A class, since its readers share it.
  private final class Ticking: Sendable {
    private let seconds = Atomic(0)

    var now: Double { Double(seconds.wrappingAdd(1, ordering: .relaxed).newValue) }
  }

  private func run(_ search: TuningSearch, _ start: MatrixParameters) throws -> TuningSearch {
    var search = search
    try search.run(from: start)
    return search
  }

  @Test func `a λ that is much too large is reduced`() throws {
    let world = TuningWorld()
    let search = try run(TuningWorld.search(world.data(), scale: 150), world.reference)
    let (first, best) = (try #require(search.trials.first), try #require(search.best(of: "als")))
    #expect(best.point.als.regularizationScale < 3, "\(search.summary)")
    #expect(best.nDCG.mean > first.nDCG.mean + 0.05)
    #expect(search.trials.allSatisfy { $0.isCut || $0.nDCG.mean <= best.nDCG.mean })
    #expect(search.isComplete)
  }

  @Test func `equal seeds give equal trials, other seeds give others`() throws {
    let world = TuningWorld()
    let first = try run(TuningWorld.search(world.data()), world.reference).trials
    #expect(try run(TuningWorld.search(world.data()), world.reference).trials == first)
    #expect(try run(TuningWorld.search(world.data(seed: 14)), world.reference).trials != first)
  }

  @Test(arguments: [1, 4, 17, 26])
  func `an interrupted search resumes with the same result`(after count: Int) throws {
    let world = TuningWorld(shared: 2, viewed: 3)
    let data = world.data(usesActionWeights: true)
    let whole = try run(TuningWorld.search(data), MatrixParameters())
    #expect(whole.weights.count == 3)

    var findings: [TuningFinding] = []
    #expect(throws: Interrupted.self) {
      try run(
        TuningWorld.search(
          data,
          found: { finding in
            findings.append(finding)
            if findings.count == count { throw Interrupted() }
          }), MatrixParameters())
    }
    var more = 0
    let resumed = try run(
      TuningWorld.search(data, earlier: findings, found: { _ in more += 1 }), MatrixParameters())
    #expect(resumed.trials == whole.trials)
    #expect(resumed.weights == whole.weights)
    #expect(resumed.resumed == count)
    #expect(more == whole.trials.count + whole.weights.count - count)
  }

  @Test func `a trial that is worse after a few iterations is stopped and never the best`()
    throws
  {
    let world = TuningWorld()
    let search = try run(TuningWorld.search(world.data()), world.reference)
    let cut = search.trials.filter(\.isCut)
    #expect(!cut.isEmpty, "\(search.summary)")
    #expect(cut.allSatisfy { $0.iterations == 3 && $0.early == $0.nDCG.mean })
    #expect(search.best(of: "als")?.isCut == false)
  }

  @Test func `the search ends at the time limit and reports that it is incomplete`() throws {
    let world = TuningWorld()
    let clock = Ticking()
    let search = try run(
      TuningWorld.search(world.data(), limit: 60, now: { clock.now }), world.reference)
    #expect(!search.isComplete)
    #expect(search.trials.count > 1)
    #expect(search.trials.reduce(0) { $0 + $1.seconds } < 80)
  }

  @Test func `the parameters of other models are searched too`() throws {
    let world = TuningWorld()
    let search = try run(
      TuningWorld.search(world.data(), models: ["knn", "ease"]), world.reference)
    for model in ["knn", "ease"] {
      #expect(search.trials.count { $0.model == model } > 2)
      let given = try #require(search.trials.first { $0.model == model })
      #expect(try #require(search.best(of: model)).nDCG.mean >= given.nDCG.mean)
    }
    #expect(search.best(of: "als") == nil)
  }

  @Test func `informative actions get a weight, others may have none`() throws {
    let world = TuningWorld(liked: 2, astray: 2, shared: 4, viewed: 8)
    var start = MatrixParameters()
    start.weights.viewDetails = 1
    let search = try run(
      TuningWorld.search(world.data(usesActionWeights: true)), start)
    func learned(_ action: String) throws -> LearnedWeight {
      try #require(search.weights.first { $0.action == action })
    }
    let (share, view) = (try learned("share"), try learned("viewDetails"))
    #expect(share.low > 0, "\(search.weights) \(search.summary)")
    #expect(share.low <= share.weight && share.weight <= share.high)
    #expect(view.low == 0)
    #expect(view.weight < 1 && view.high < share.high)
    #expect(share.occurrences == 4 * TuningWorld.players)
    #expect(search.weights.map(\.action) == ["viewDetails", "like", "share"])
  }
}

extension TuningSearch {
  /// The trials, for the message of a failed test.
  fileprivate var summary: String {
    trials.map { "\n\($0.change) \($0.point.als.regularizationScale) \($0.isCut) \($0.nDCG.mean)" }
      .joined()
  }
}
