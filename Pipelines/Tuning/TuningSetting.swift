package import FindieBatch
package import FindieRecommender
package import FindieWorkers
package import Foundation

/// How people want a search for better numbers to go.
package struct TuningSetting: Sendable {
  /// Which models are tuned, and whether a blend of them is chosen; nil for what is usual.
  package var models: ModelChoice?
  /// The numbers to begin with; they also say how the test is cut and judged.
  package var parameters: NightParameters
  /// Trials are compared by lists of so many games, with intervals as the evaluation makes them.
  package var search: TuningParameters
  /// How long trials may take in all; nil for as long as it takes.
  package var limitInSeconds: Double?
  /// Where the parameter file is written.
  package var output: URL
  /// Where trials are kept, and taken over from.
  package var trials: URL
  package var workers: Workers
  package var observer: any RunObserver
  /// Seconds of a clock that only goes forward.
  package var elapsedSeconds: @Sendable () -> Double
  package var isStopping: @Sendable () -> Bool

  package init(
    models: ModelChoice?, parameters: NightParameters, k: Int,
    limitInSeconds: Double?, output: URL, trials: URL, workers: Workers,
    observer: any RunObserver, elapsedSeconds: @escaping @Sendable () -> Double,
    isStopping: @escaping @Sendable () -> Bool
  ) {
    self.models = models
    self.parameters = parameters
    search = TuningParameters()
    search.k = k
    search.resamples = parameters.evaluation.resamples
    self.limitInSeconds = limitInSeconds
    self.output = output
    self.trials = trials
    self.workers = workers
    self.observer = observer
    self.elapsedSeconds = elapsedSeconds
    self.isStopping = isStopping
  }

  /// Tells of a step that begins, and gives what is told of how far it is.
  func step(_ name: String, total: Int, unit: String) -> @Sendable (Int) throws -> Void {
    observer.report(.started(stage: name))
    return observer.progress(of: name, total: total, unit: unit, isStopping: isStopping)
  }

  /// The numbers of the second cut: as the first, with another seed.
  var validation: EvaluationParameters {
    var validation = parameters.evaluation
    validation.seed = search.seed
    validation.players = search.players
    return validation
  }
}
