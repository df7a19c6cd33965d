import FindieDomain
package import FindieModels
package import FindieWorkers

/// Searches model parameters within a time limit, on a validation set alone.
///
/// 1. The given parameters are tried as they are.
/// 2. At a small rank, λ is scanned over a wide range. Then each parameter of ALS in turn is moved up
///    or down as long as that helps (coordinate search), with coarse, then finer steps. A trial whose
///    lists are clearly worse after a few iterations is stopped.
/// 3. Each action's weight is learned: several are tried, and the interval holds those that are not
///    significantly worse than the best (`WeightProfile`).
/// 4. The rank is doubled as long as that helps, with λ adjusted at each rank; then the iterations are
///    doubled, and finally all parameters are moved by fine steps.
/// 5. The other models' parameters are searched in the same way.
///
/// Each decision depends only on the results of trials, which are equal for equal seeds: a search
/// that is given the findings of an earlier one takes the same path without repeating its trials.
package struct TuningSearch {
  /// The time, which the caller measures.
  package struct Clock: Sendable {
    /// The maximum time of trials, including those of an earlier search; nil for no limit.
    package let limitInSeconds: Double?
    /// The seconds of a monotonic clock.
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

  /// The findings of an earlier search; they are reused on demand.
  let earlier: [TuningFinding]
  package internal(set) var trials: [TuningTrial] = []
  package internal(set) var weights: [LearnedWeight] = []
  /// The number of trials and weights reused from an earlier search.
  package internal(set) var resumed = 0
  /// Whether the search is complete; otherwise the time limit was reached.
  package internal(set) var isComplete = true
  var spentSeconds = 0.0
  /// For each trial the nDCG of each player, if known.
  var nDCGOfTrials: [[Double]?] = []
  /// The validation of the last weights, since most trials have the same.
  var lastSplit: (parameters: MatrixParameters, split: Split, setting: ListSetting)?

  /// - Parameters:
  ///   - models: the initial parameters.
  ///   - recipes: of the models to tune; only ALS, EASE and item-kNN have parameters to tune.
  ///   - earlier: the findings of an earlier search with the same inputs.
  ///   - progress: as `ModelFitting.progress`.
  ///   - found: called with each new finding at once.
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

  /// Searches until there is no improvement or the time limit is reached.
  ///
  /// The findings are in `trials` and `weights`, even if it throws.
  ///
  /// - Parameter start: the initial action weights.
  /// - Throws: errors of `progress` and `found`, or `TrainingFailure`.
  package mutating func run(from start: MatrixParameters) throws {
    let given = TuningPoint(matrix: start, models: models)
    do {
      var point = given
      if recipes.contains(where: { $0.name == "als" }) {
        point = try searchFactors(from: given)
      }
      for recipe in recipes where recipe.name != "als" {
        let knobs = TuningKnob.all(ages: false).filter { $0.model == recipe.name }
        guard !knobs.isEmpty else { continue }
        // Evaluated with the action weights that are best for ALS: all models of a run share them.
        var best = try trial(recipe.name, point, "as given", against: nil)
        try climb(&best, knobs, levels: 0..<2, until: 1)
      }
    } catch is OutOfTime {
      isComplete = false
    }
  }

  /// The share of the time limit that is spent.
  var spentShare: Double { clock.limitInSeconds.map { spentSeconds / $0 } ?? 0 }

  /// Whether there is time until a share of the limit is spent; otherwise the search is incomplete.
  mutating func hasTime(until share: Double) -> Bool {
    if spentShare >= share { isComplete = false }
    return spentShare < share
  }
}
