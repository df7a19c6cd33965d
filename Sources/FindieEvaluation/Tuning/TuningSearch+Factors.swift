import FindieDomain
import FindieModels

extension TuningSearch {
  /// Searches the parameters of ALS.
  ///
  /// - Returns: the best point found.
  mutating func searchFactors(from given: TuningPoint) throws -> TuningPoint {
    let shares = TuningParameters.shares
    _ = try trial("als", given, "as given", against: nil)
    var point = given
    point.als.rank = min(point.als.rank, parameters.searchRank)
    var best = try trial("als", point, "rank \(point.als.rank)", against: nil)
    try scanRegularizations(&best)
    let knobs = TuningKnob.all(ages: data.usesActionWeights).filter { $0.model == "als" }
    try climb(&best, knobs, levels: 0..<TuningKnob.levels, until: shares.als)
    if data.usesActionWeights {
      try learnWeights(&best)
      try climb(&best, [.regularization], levels: 1..<2, until: shares.weights)
    }
    try growRank(&best)
    try growIterations(&best)
    try climb(&best, knobs, levels: 2..<3, until: shares.rank)
    return self.best(of: "als")?.point ?? best.point
  }

  /// Scans a wide range of λ first: if it is much too large, all factors vanish and no step has an
  /// effect.
  private mutating func scanRegularizations(_ best: inout TuningTrial) throws {
    let start = best.point
    for share in [4, 16, 1 / 4.0, 1 / 16.0, 1 / 64.0, 1 / 256.0] {
      guard hasTime(until: TuningParameters.shares.als) else { return }
      var point = start
      point.als.regularizationScale = TuningPoint.threeDigits(
        start.als.regularizationScale * share)
      let next = try trial("als", point, "als.regularizationScale × \(share)", against: best)
      if isBetter(next, than: best) { best = next }
    }
  }

  /// Changes one parameter after another as long as that helps, with finer and finer steps.
  mutating func climb(
    _ best: inout TuningTrial, _ knobs: [TuningKnob], levels: Range<Int>, until share: Double
  ) throws {
    for level in levels {
      var turned: TuningKnob?
      // Until no parameter has helped since the last one that did; then the steps become finer.
      repeat {
        let last = turned
        turned = nil
        for knob in knobs {
          if turned == nil, last?.name == knob.name { break }
          for up in [true, false] {
            guard try turn(knob, up: up, level: level, &best, until: share) else { continue }
            turned = knob
            break
          }
        }
      } while turned != nil && knobs.count > 1
    }
  }

  /// Moves a parameter in one direction as long as that helps; false if it never does.
  private mutating func turn(
    _ knob: TuningKnob, up: Bool, level: Int, _ best: inout TuningTrial, until share: Double
  ) throws -> Bool {
    var gained = false
    while hasTime(until: share), let point = knob.turned(best.point, up: up, level: level) {
      let next = try trial(
        best.model, point, "\(knob.name) \(up ? "up" : "down")", against: best)
      guard isBetter(next, than: best) else { break }
      best = next
      gained = true
    }
    return gained
  }

  func isBetter(_ trial: TuningTrial, than best: TuningTrial) -> Bool {
    !trial.isCut && trial.nDCG.mean >= best.nDCG.mean + parameters.minimumGain
  }

  /// Doubles the rank as long as that helps, and adjusts λ, since more factors need a larger one.
  private mutating func growRank(_ best: inout TuningTrial) throws {
    let share = TuningParameters.shares.rank
    while hasTime(until: share), best.point.als.rank * 2 <= parameters.largestRank {
      var point = best.point
      point.als.rank *= 2
      // No early stop: a few iterations at another rank are not comparable.
      var next = try trial("als", point, "rank \(point.als.rank)", against: nil)
      try climb(&next, [.regularization], levels: 1..<TuningKnob.levels, until: share)
      guard isBetter(next, than: best) else { return }
      best = next
    }
  }

  /// Doubles the iterations as long as that helps.
  private mutating func growIterations(_ best: inout TuningTrial) throws {
    while hasTime(until: TuningParameters.shares.rank),
      best.point.als.iterations * 2 <= parameters.maximumIterations
    {
      var point = best.point
      point.als.iterations *= 2
      let next = try trial("als", point, "\(point.als.iterations) iterations", against: nil)
      guard isBetter(next, than: best) else { return }
      best = next
    }
  }

  /// Learns each action's weight, the most frequent action first.
  private mutating func learnWeights(_ best: inout TuningTrial) throws {
    let actions = SwipeAction.allCases.filter { ActionWeights.keyPath(of: $0) != nil }
      .map { (action: $0, occurrences: data.occurrences[$0] ?? 0) }
      .filter { $0.occurrences > 0 }
      .sorted { ($1.occurrences, $0.action.code) < ($0.occurrences, $1.action.code) }
    for (action, occurrences) in actions {
      guard hasTime(until: TuningParameters.shares.weights) else { return }
      try learnWeight(of: action, occurrences: occurrences, &best)
    }
  }
}
