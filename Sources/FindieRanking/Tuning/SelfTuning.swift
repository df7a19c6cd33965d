import FindieModels
package import FindieWorkers
import Foundation

/// A search for better parameters of ALS and EASE with a fixed amount of arithmetic.
///
/// The budget counts multiplications, estimated from the sizes of the data, so that the outcome
/// depends neither on the clock nor on the number of threads. Trials are cheap: EASE is fitted to
/// as many of the most popular games as the budget allows, ALS with a small rank and few
/// iterations. Each model's parameters are changed one at a time. Half of the validation players
/// choose the best trial; it is adopted only if the other half's gain in nDCG@20 has a 95 %
/// interval above 0, paired by player.
package struct SelfTuning: Sendable {
  private let split: Split
  private let days: [Float]
  private let given: TunableParameters
  private let workers: Workers
  package private(set) var trials: [TunedTrial] = []

  /// The search's share of the arithmetic that a night's models take.
  private static let share = 0.25
  /// This much takes a second or less, and is always affordable.
  private static let minimumBudget = 4e10
  /// The number of trials that EASE's share of the budget is divided among.
  private static let easeTrials = 12.0
  /// About as many trials as a search makes.
  package static let usualTrials = 15
  /// Trials train on at most so many players. λ of EASE is reduced in proportion; ALS's parameters
  /// do not depend on their number.
  private static let trainingPlayers = 50_000
  private static let alsRank = 32
  private static let alsIterations = 4

  /// - Parameters:
  ///   - split: the validation; its held-out games are not in the training.
  ///   - days: of the training, as `InteractionMatrix.days`; empty if unknown.
  ///   - given: where the search starts.
  package init(
    _ split: Split, days: [Float] = [], from given: TunableParameters, workers: Workers
  ) {
    self.split = split
    self.days = days
    self.given = given
    self.workers = workers
  }

  /// Searches, and returns the adopted parameters.
  ///
  /// - Throws: errors of `progress`, or `ModelFailure`.
  package mutating func search(
    progress: @Sendable (Int) throws -> Void = { _ in }
  ) throws -> TunableParameters {
    guard split.players.count > 1 else { return given }
    let whole = max(
      Self.minimumBudget, Self.share * Self.nightWork(split.train, given))
    var adopted = given
    if given.ease.use != .off {
      let games = popular(whole / 2)
      let problem = TuningProblem(
        split.gatheringGames(games), maximumPlayers: Self.trainingPlayers)
      var fits = EASEFits(split.train, days: days, games: games)
      adopted.ease = try best(
        from: given.ease, Self.easeChanges, problem, budget: whole / 2,
        cost: easeWork(problem.train), progress: progress
      ) { try fits.model($1, $0, workers: $2) }
      if days.contains(where: \.isFinite) {
        adopted.ease = try best(
          from: adopted.ease, Self.ageChanges, problem, budget: whole / 2,
          cost: listWork(problem.train), progress: progress
        ) { try fits.model($1, $0, workers: $2) }
      }
      if given.ease.use == .automatic {
        adopted.ease.denseGames = try denseGames(adopted.ease, progress: progress)
      }
    }
    let sample = TuningProblem(split, maximumPlayers: Self.trainingPlayers)
    var als = given.als
    (als.rank, als.iterations) = (
      min(als.rank, Self.alsRank), min(als.iterations, Self.alsIterations)
    )
    let found = try best(
      from: als, Self.alsChanges, sample, budget: whole / 2,
      cost: Self.alsWork(sample.train, rank: als.rank, iterations: als.iterations),
      progress: progress
    ) { problem, parameters, workers in
      try FactorRanker(
        ImplicitALS(parameters).fit(problem.train, workers: workers), workers: workers)
    }
    adopted.als.regularizationScale = found.regularizationScale
    adopted.als.unobservedScale = found.unobservedScale
    return adopted
  }

  // MARK: - Changes

  private struct Change<Parameters>: Sendable {
    let name: String
    /// Whether it is tried again from its own result, as long as that helps.
    var isRepeated = false
    let apply: @Sendable (inout Parameters) -> Void
  }

  private static let easeChanges: [Change<EASEParameters>] = [
    Change(name: "ease.regularization × 2", isRepeated: true) { $0.regularization *= 2 },
    Change(name: "ease.regularization ÷ 2", isRepeated: true) { $0.regularization /= 2 },
    // A larger β makes the Gramian smaller, and so needs a smaller λ.
    Change(name: "ease.lengthExponent + 0.2, ease.regularization ÷ 2") {
      $0.lengthExponent = min(1, $0.lengthExponent + 0.2)
      $0.regularization /= 2
    },
    Change(name: "ease.lengthExponent - 0.2, ease.regularization × 2") {
      $0.lengthExponent = max(0, $0.lengthExponent - 0.2)
      $0.regularization *= 2
    },
    Change(name: "ease.dropout + 0.17") { $0.dropout = min(0.67, $0.dropout + 0.17) },
    Change(name: "ease.dropout - 0.17") { $0.dropout = max(0, $0.dropout - 0.17) },
    Change(name: "ease.diagonalBound - 0.3") { $0.diagonalBound = max(0, $0.diagonalBound - 0.3) },
    Change(name: "ease.diagonalBound + 0.25", isRepeated: true) {
      $0.diagonalBound = min(1, $0.diagonalBound + 0.25)
    },
    Change(name: "ease.popularityExponent - 0.1", isRepeated: true) {
      $0.popularityExponent = max(-0.3, $0.popularityExponent - 0.1)
    },
    Change(name: "ease.popularityExponent + 0.1", isRepeated: true) {
      $0.popularityExponent = min(0.4, $0.popularityExponent + 0.1)
    },
  ]

  /// The half-lives that are tried, besides none.
  private static let halfLives = [365.0, 180, 90, 30]

  /// On their own, so that one is adopted only for its own gain.
  private static let ageChanges: [Change<EASEParameters>] = [
    Change(name: "ease.halfLifeInDays shorter", isRepeated: true) { parameters in
      let old = parameters.halfLifeInDays ?? .infinity
      parameters.halfLifeInDays = halfLives.first { $0 < old } ?? parameters.halfLifeInDays
    },
    Change(name: "ease.halfLifeInDays longer", isRepeated: true) { parameters in
      let old = parameters.halfLifeInDays ?? .infinity
      parameters.halfLifeInDays = halfLives.last { $0 > old }
    },
  ]

  private static let alsChanges: [Change<ALSParameters>] = [
    Change(name: "als.unobservedScale × 2", isRepeated: true) { $0.unobservedScale *= 2 },
    Change(name: "als.unobservedScale ÷ 2", isRepeated: true) { $0.unobservedScale /= 2 },
    Change(name: "als.regularizationScale × 1.4", isRepeated: true) {
      $0.regularizationScale = threeDigits(1.4 * $0.regularizationScale)
    },
    Change(name: "als.regularizationScale ÷ 1.4", isRepeated: true) {
      $0.regularizationScale = threeDigits($0.regularizationScale / 1.4)
    },
  ]

  /// The nearest number with three significant digits.
  private static func threeDigits(_ number: Double) -> Double {
    guard number > 0, number.isFinite else { return number }
    let digits = 2 - Int(log10(number).rounded(.down))
    // Divided by a power of ten, not multiplied by its inverse, so that 0.3 is written as 0.3.
    let power = pow(10, Double(abs(digits)))
    return digits >= 0 ? (number * power).rounded() / power : (number / power).rounded() * power
  }

  // MARK: - Search

  /// The best parameters of one model, or the given ones if the gain is not significant.
  private mutating func best<Parameters: Equatable>(
    from start: Parameters, _ changes: [Change<Parameters>], _ problem: TuningProblem,
    budget: Double, cost: Double, progress: @Sendable (Int) throws -> Void,
    fit: (TuningProblem, Parameters, Workers) throws -> any Ranker
  ) throws -> Parameters {
    var rest = budget
    func nDCG(_ parameters: Parameters, _ name: String) throws -> [Double] {
      rest -= cost
      let ranker = try fit(problem, parameters, workers)
      try progress(1)
      return try problem.nDCG(of: ranker, workers: workers)
    }
    guard rest >= 2 * cost else { return start }
    let first = try nDCG(start, "as given")
    var (best, values) = (start, first)
    var accepted: [Int] = []
    for change in changes {
      while rest >= cost {
        var changed = best
        change.apply(&changed)
        guard changed != best else { break }
        let found = try nDCG(changed, change.name)
        trials.append(
          TunedTrial(change: change.name, nDCG: problem.choosing(found), work: cost))
        guard problem.choosing(found) > problem.choosing(values) else { break }
        (best, values) = (changed, found)
        accepted.append(trials.count - 1)
        if !change.isRepeated { break }
      }
    }
    guard !accepted.isEmpty else { return start }
    let gain = problem.confirmedGain(values, over: first)
    for trial in accepted {
      trials[trial].gain = gain
      trials[trial].isAdopted = gain.low > 0
    }
    return gain.low > 0 ? best : start
  }

  /// The numbers of games with dense weights that are compared.
  private static let fewDense = 2_000
  private static let manyDense = 4_000
  /// The gain of many over few, as a share of nDCG, above which many are chosen, and above which as
  /// many as allowed.
  private static let worthMany = 0.005
  private static let worthAll = 0.02

  /// As many games with dense weights as are worth their time; nil for as many as allowed. Dense
  /// weights among the 4,000 most popular games are compared with local weights for half of them;
  /// more dense weights gain less.
  private mutating func denseGames(
    _ parameters: EASEParameters, progress: @Sendable (Int) throws -> Void
  ) throws -> Int? {
    let positives = split.train.positives
    let fitted = EASE(parameters).fittedGames(positives)
    guard fitted.count > Self.manyDense else { return nil }
    let problem = TuningProblem(
      split.gatheringGames(
        EASE.mostPopular(Self.manyDense, of: fitted, positives: positives)),
      maximumPlayers: Self.trainingPlayers)
    var parameters = parameters
    parameters.regularization *= problem.share
    func nDCG(_ games: Int) throws -> [Double] {
      let model = try EASE(parameters).fitSparse(
        problem.train, denseGames: games, workers: workers)
      try progress(1)
      return try problem.nDCG(of: model, workers: workers)
    }
    let (few, many) = try (nDCG(Self.fewDense), nDCG(Self.manyDense))
    let gain = Interval(ofDifferences: zip(many, few).map { $0 - $1 })
    let share = gain.mean / max(1e-9, few.reduce(0, +) / Double(max(1, few.count)))
    let chosen =
      share > Self.worthAll ? nil : share > Self.worthMany ? Self.manyDense : Self.fewDense
    trials.append(
      TunedTrial(
        change: "ease.denseGames = \(chosen ?? EASEParameters.mostDenseGames)",
        nDCG: problem.choosing(chosen == Self.fewDense ? few : many), gain: gain,
        isAdopted: chosen != nil,
        work: Self.cube(Self.fewDense) + Self.cube(Self.manyDense)))
    return chosen
  }

  /// The most popular games, as many as EASE can be fitted to within a budget, ascending.
  private func popular(_ budget: Double) -> [Int] {
    let positives = split.train.positives
    let fitted = EASE(given.ease).fittedGames(positives)
    var count = fitted.count
    while count > 1, Self.cube(count) * Self.easeTrials > budget {
      count -= count / 20 + 1
    }
    return EASE.mostPopular(max(1, count), of: fitted, positives: positives)
  }

  // MARK: - Arithmetic

  private static func cube(_ number: Int) -> Double {
    let number = Double(number)
    return number * number * number
  }

  private func easeWork(_ train: SparseRows) -> Double {
    Self.cube(train.columns) + listWork(train)
  }

  private func listWork(_ train: SparseRows) -> Double {
    Double(split.players.count) * Double(train.columns)
  }

  private static func alsWork(_ train: SparseRows, rank: Int, iterations: Int) -> Double {
    Double(iterations)
      * (2 * Double(train.count) * Double(rank) * Double(rank)
        + Double(train.rows + train.columns) * cube(rank) / 3)
  }

  /// The arithmetic of a night's models, which are trained for the lists and without the held-out
  /// positives.
  private static func nightWork(_ train: SparseRows, _ parameters: TunableParameters) -> Double {
    let fitted = train.positives.count { $0 >= parameters.ease.minimumPositives }
    let dense =
      parameters.ease.use == .automatic ? min(fitted, manyDense) : fitted
    return 2
      * (cube(dense)
        + alsWork(train, rank: parameters.als.rank, iterations: parameters.als.iterations))
  }
}

/// A validation whose players are divided into those that choose among trials and those that
/// confirm the choice.
private struct TuningProblem: Sendable {
  let split: Split
  /// [players, games]: all players of the split, or a sample of them.
  let train: SparseRows
  /// The share of the split's players that train.
  let share: Double
  private let setting: ListSetting

  init(_ split: Split, maximumPlayers: Int = .max) {
    self.split = split
    let all = split.train.rows
    let count = min(all, maximumPlayers)
    train =
      count < all ? split.train.gathering((0..<count).map { $0 * all / count }) : split.train
    share = Double(count) / Double(max(1, all))
    setting = ListSetting(split, features: nil)
  }

  /// Each player's nDCG@20.
  func nDCG(of ranker: any Ranker, workers: Workers) throws -> [Double] {
    try EvaluatedLists(
      of: ranker, split: split, ks: [20], setting, workers: workers, progress: { _ in }
    ).metrics[0].map(\.nDCG)
  }

  /// The mean over the players that choose: every second one.
  func choosing(_ values: [Double]) -> Double {
    let chosen = stride(from: 0, to: values.count, by: 2)
    return chosen.reduce(0) { $0 + values[$1] } / Double(max(1, (values.count + 1) / 2))
  }

  /// The mean gain of the other players, with its interval.
  func confirmedGain(_ values: [Double], over others: [Double]) -> Interval {
    Interval(
      ofDifferences: stride(from: 1, to: values.count, by: 2).map { values[$0] - others[$0] })
  }
}

/// The trials of EASE. Those that differ only in age share a fit.
private struct EASEFits {
  private let train: SparseRows
  private let days: [Float]
  private let games: [Int]
  private var last: (parameters: EASEParameters, model: EASEModel)?

  /// - Parameters:
  ///   - train: of all players and games, with its days.
  ///   - games: those of the problem.
  init(_ train: SparseRows, days: [Float], games: [Int]) {
    (self.train, self.days, self.games) = (train, days, games)
  }

  mutating func model(
    _ parameters: EASEParameters, _ problem: TuningProblem, workers: Workers
  ) throws -> EASEModel {
    var plain = parameters
    (plain.halfLifeInDays, plain.minimumPositives) = (nil, 1)
    plain.regularization *= problem.share
    if last?.parameters != plain { last = nil }
    let model = try last?.model ?? EASE(plain).fit(problem.train, workers: workers)
    last = (plain, model)
    return EASE(parameters).youth(train, days: days).map { youth in
      model.multiplyingColumns(by: games.map { youth[$0] })
    } ?? model
  }
}

extension Split {
  /// The split restricted to some games; players without held-out games among them are left out.
  ///
  /// - Parameter games: ascending.
  fileprivate func gatheringGames(_ games: [Int]) -> Split {
    var positions = [UInt32?](repeating: nil, count: train.columns)
    for (position, game) in games.enumerated() { positions[game] = UInt32(position) }
    let mapped = heldOut.map { $0.compactMap { positions[Int($0)] } }
    let rows = players.indices.filter { !mapped[$0].isEmpty }
    return Split(
      design, train: train.gatheringColumns(games),
      players: rows.map { players[$0] },
      profiles: profiles.gathering(rows).gatheringColumns(games), heldOut: rows.map { mapped[$0] },
      seen: seen.gathering(rows).gatheringColumns(games),
      skips: skips.gathering(rows).gatheringColumns(games),
      candidates: games.map { candidates[$0] })
  }
}
