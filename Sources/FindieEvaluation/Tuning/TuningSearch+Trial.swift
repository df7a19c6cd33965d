import FindieLinearAlgebra
import FindieModels

extension TuningSearch {
  /// The trial of a point: known from an earlier search, tried before, or tried now.
  ///
  /// - Parameter rival: the best so far, if the trial may be stopped early.
  mutating func trial(
    _ model: String, _ point: TuningPoint, _ change: String, against rival: TuningTrial?
  ) throws -> TuningTrial {
    if let position = known(model, point, mayBeCut: rival != nil) { return trials[position] }
    return trials[try tried(model, point, change, against: rival)]
  }

  /// As `trial` to the end, with each player's nDCG.
  mutating func trialOfPlayers(
    _ model: String, _ point: TuningPoint, _ change: String
  ) throws -> (trial: TuningTrial, nDCG: [Double]) {
    let position =
      try known(model, point, mayBeCut: false) ?? tried(model, point, change, against: nil)
    if let nDCG = nDCGOfTrials[position] { return (trials[position], nDCG) }
    // The record of an earlier search does not include players: its trial is repeated.
    let nDCG = try evaluated(model, point, iterations: nil, since: clock.now()).nDCG
    nDCGOfTrials[position] = nDCG
    return (trials[position], nDCG)
  }

  /// The index of a trial from this search or an earlier one.
  private mutating func known(
    _ model: String, _ point: TuningPoint, mayBeCut: Bool
  ) -> Int? {
    func isIt(_ trial: TuningTrial) -> Bool {
      trial.model == model && trial.point == point && (mayBeCut || !trial.isCut)
    }
    if let position = trials.firstIndex(where: isIt) { return position }
    for finding in earlier {
      guard case .trial(let trial) = finding, isIt(trial) else { continue }
      add(trial, nDCG: nil)
      resumed += 1
      return trials.count - 1
    }
    return nil
  }

  private mutating func add(_ trial: TuningTrial, nDCG: [Double]?) {
    trials.append(trial)
    nDCGOfTrials.append(nDCG)
    spentSeconds += trial.seconds
  }

  /// Tries a point and returns the index of the trial.
  private mutating func tried(
    _ model: String, _ point: TuningPoint, _ change: String, against rival: TuningTrial?
  ) throws -> Int {
    if spentShare >= 1 { throw OutOfTime() }
    let started = clock.now()
    var early: Double?
    var isCut = false
    var stopped: TrialResult?
    if model == "als", point.als.iterations > parameters.earlyIterations {
      let first = try evaluated(
        model, point, iterations: parameters.earlyIterations, since: started)
      early = first.mean
      if let least = rival?.early, first.mean < least * (1 - parameters.earlyStopDeficit) {
        stopped = first
        isCut = true
      }
    }
    let last = try stopped ?? evaluated(model, point, iterations: nil, since: started)
    let trial = TuningTrial(
      model: model, change: change, point: point, isCut: isCut,
      iterations: model != "als"
        ? 0 : isCut ? parameters.earlyIterations : point.als.iterations,
      k: parameters.k, nDCG: last.interval(.nDCG), recall: last.interval(.recall), early: early,
      seconds: clock.now() - started)
    add(trial, nDCG: isCut ? nil : last.nDCG)
    try found(.trial(trial))
    return trials.count - 1
  }

  /// The evaluation of a model that was fitted on the validation's training.
  private struct TrialResult {
    let nDCG: [Double]
    let interval: (RankingMetrics.Measure) -> Interval

    var mean: Double { interval(.nDCG).mean }
  }

  private mutating func evaluated(
    _ model: String, _ point: TuningPoint, iterations: Int?, since started: Double
  ) throws -> TrialResult {
    guard let recipe = recipes.first(where: { $0.name == model }) else {
      preconditionFailure("a trial of \(model), which is not tuned")
    }
    let (split, setting) = validation(point.matrix)
    var fitted = models
    fitted.als = point.als
    if let iterations { fitted.als.iterations = iterations }
    fitted.ease = point.ease
    fitted.neighborhood = point.neighborhood
    let (spent, clock, progress) = (spentSeconds, clock, progress)
    let ranker = try recipe.fit(
      ModelFitting(
        train: split.train, content: data.content, parameters: fitted, workers: workers,
        availableBytes: availableBytes
      ) { model, total in
        let advance = progress(model, total)
        return { done in
          try advance(done)
          if let limit = clock.limitInSeconds, spent + clock.now() - started > limit {
            throw OutOfTime()
          }
        }
      })
    let advance = progress("evaluate \(model)", split.players.count)
    let lists = try EvaluatedLists(
      of: ranker, split: split, ks: [parameters.k], setting, workers: workers, progress: advance)
    let statistics = PlayerStatistics(
      [lists.values], players: split.players.count,
      Bootstrap(resamples: parameters.resamples, seed: parameters.seed), workers: workers)
    let measures = RankingMetrics.Measure.allCases.count
    return TrialResult(
      nDCG: split.players.indices.map {
        lists.values[$0 * measures + RankingMetrics.Measure.nDCG.rawValue]
      },
      interval: { statistics.interval(0, $0.rawValue) })
  }

  private mutating func validation(
    _ parameters: MatrixParameters
  ) -> (split: Split, setting: ListSetting) {
    if let last = lastSplit, last.parameters == parameters { return (last.split, last.setting) }
    let split = data.validation(parameters)
    let setting = ListSetting(split, features: nil)
    lastSplit = (parameters, split, setting)
    return (split, setting)
  }
}
