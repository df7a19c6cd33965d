import FindieDomain
package import FindieWorkers

/// Looks for better numbers of models within a time, by a validation alone.
///
/// 1. What was given is tried as it is.
/// 2. At a small rank, λ is looked for far and wide; then each number of ALS in turn is moved up or down
///    while that gains (coordinate search), by coarse, then finer steps. A trial whose lists are behind
///    after a few iterations is stopped.
/// 3. Each action's weight is learned: several are tried, and the interval says which of them the
///    data cannot tell from the best (`WeightProfile`).
/// 4. The rank is doubled while that gains, λ moved at each rank, then the iterations are, and all is
///    moved finely at the last.
/// 5. The other models' numbers are searched in the same way.
///
/// Everything is decided by what trials came to, and trials are the same for one seed: so a search that
/// is told what an earlier one found goes the same way without trying that again.
package struct TuningSearch {
  /// The time, which the caller measures.
  package struct Clock: Sendable {
    /// How long trials may take in all; nil for as long as it takes. What an earlier search took counts.
    package let limitInSeconds: Double?
    /// Seconds of a clock that only goes forward.
    package let now: @Sendable () -> Double

    package init(limitInSeconds: Double?, now: @escaping @Sendable () -> Double) {
      self.limitInSeconds = limitInSeconds
      self.now = now
    }
  }

  /// Stops a trial that the time does not allow.
  struct OutOfTime: Error {}

  let data: TuningData
  let models: ModelParameters
  let recipes: [ModelRecipe]
  let parameters: TuningParameters
  let clock: Clock
  let workers: Workers
  let availableBytes: Int?
  let progress: @Sendable (String, Int) -> @Sendable (Int) throws -> Void
  let found: (TuningFinding) throws -> Void

  /// What an earlier search found; it is taken over as it is asked for.
  let earlier: [TuningFinding]
  package internal(set) var trials: [TuningTrial] = []
  package internal(set) var weights: [LearnedWeight] = []
  /// How many trials and weights an earlier search had found.
  package internal(set) var resumed = 0
  /// Whether all was tried that there is to try; else time was up.
  package internal(set) var isComplete = true
  var spentSeconds = 0.0
  /// For each trial the nDCG of each player, where it is known.
  var nDCGOfTrials: [[Double]?] = []
  /// The validation of the weights that were asked for last, since the next are mostly the same.
  var lastSplit: (parameters: MatrixParameters, split: Split, setting: ListSetting)?

  /// - Parameters:
  ///   - models: the numbers to begin with.
  ///   - recipes: of the models to tune; a model that is not ALS, EASE or item-kNN has nothing to tune.
  ///   - earlier: what an earlier search with the same of all else found.
  ///   - progress: makes of a model's name and its number of steps what is told how many more are
  ///     done; may throw to stop.
  ///   - found: is given each finding that is new, at once.
  package init(
    _ data: TuningData, models: ModelParameters, recipes: [ModelRecipe],
    parameters: TuningParameters, clock: Clock, workers: Workers, availableBytes: Int? = nil,
    earlier: [TuningFinding] = [],
    progress: @escaping @Sendable (String, Int) -> @Sendable (Int) throws -> Void = { _, _ in
      { _ in }
    },
    found: @escaping (TuningFinding) throws -> Void = { _ in }
  ) {
    self.data = data
    self.models = models
    self.recipes = recipes
    self.parameters = parameters
    self.clock = clock
    self.workers = workers
    self.availableBytes = availableBytes
    self.earlier = earlier
    self.progress = progress
    self.found = found
  }

  /// The best trial of a model; of equals the first.
  package func best(of model: String) -> TuningTrial? {
    trials.filter { $0.model == model && !$0.isCut }.reduce(nil) { best, trial in
      guard let best, best.nDCG.mean >= trial.nDCG.mean else { return trial }
      return best
    }
  }

  /// Searches, and ends when nothing gains any more or time is up.
  ///
  /// What was found stands in `trials` and `weights`, also where it throws.
  ///
  /// - Parameter start: the numbers of the actions to begin with.
  /// - Throws: what `progress` and `found` throw, or `TrainingFailure`.
  package mutating func run(from start: MatrixParameters) throws {
    let given = TuningPoint(matrix: start, models: models, games: data.games)
    do {
      var point = given
      if recipes.contains(where: { $0.name == "als" }) {
        point = try searchFactors(from: given)
      }
      for recipe in recipes where recipe.name != "als" {
        let knobs = TuningKnob.all(ages: false).filter { $0.model == recipe.name }
        guard !knobs.isEmpty else { continue }
        // Judged by the actions' weights that ALS likes best: all models of a night are told the same.
        var best = try trial(recipe.name, point, "as given", against: nil)
        try climb(&best, knobs, levels: 0..<2, until: 1)
      }
    } catch is OutOfTime {
      isComplete = false
    }
  }

  /// The share of the time that is gone.
  var spentShare: Double { clock.limitInSeconds.map { spentSeconds / $0 } ?? 0 }

  /// Whether there is time until a share of it is gone; where there is none, not all gets tried.
  mutating func hasTime(until share: Double) -> Bool {
    if spentShare >= share { isComplete = false }
    return spentShare < share
  }
}
