package import FindieBatch
package import FindieEvaluation
package import FindieNight
package import FindieWorkers
package import Foundation

/// The settings of a parameter search.
package struct TuningSetting: Sendable {
  /// The models to tune, with or without a blend; nil for the default.
  package var models: ModelChoice?
  /// The parameters to start from; they also define the test set and its evaluation.
  package var parameters: NightParameters
  /// The parameters of the search itself.
  package var search: TuningParameters
  /// The time limit of all trials; nil for none.
  package var limitInSeconds: Double?
  /// The parameter file to write.
  package var output: URL
  /// The file of trials, from which an interrupted search continues.
  package var trials: URL
  package var workers: Workers
  package var observer: any RunObserver
  /// Seconds of a monotonic clock.
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

  /// Reports the start of a step.
  ///
  /// - Returns: called with the progress of the step; throws to stop.
  func step(_ name: String, total: Int, unit: String) -> @Sendable (Int) throws -> Void {
    observer.report(.started(stage: name))
    return observer.progress(of: name, total: total, unit: unit, isStopping: isStopping)
  }

  /// The parameters of the validation set: those of the test set with another seed.
  var validation: EvaluationParameters {
    var validation = parameters.evaluation
    validation.seed = search.seed
    validation.players = search.players
    return validation
  }
}
