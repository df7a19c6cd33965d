package import FindieDomain
package import FindieModels

extension TuningSearch {
  /// The multiples of an action's weight that are tried.
  private static let multiples = [0, 0.25, 0.5, 0.7, 1, 1.4, 2, 4]

  /// Tries weights of an action, selects the best, and determines the interval of possible best
  /// weights.
  mutating func learnWeight(
    of action: SwipeAction, occurrences: Int, _ best: inout TuningTrial
  ) throws {
    guard let keyPath = ActionWeights.keyPath(of: action) else { return }
    let held = best.point.matrix.weights[keyPath: keyPath]
    // An action of weight 0 is tried around its default.
    let unit = held > 0 ? held : ActionWeights()[keyPath: keyPath]
    let weights = Set(TuningSearch.multiples.map { TuningPoint.threeDigits($0 * unit) } + [held])
      .sorted()
    var values: [[Double]] = []
    var tried: [TuningTrial] = []
    let learned = knownWeight(of: action)
    for weight in weights {
      var point = best.point
      point.matrix.weights[keyPath: keyPath] = weight
      let name = "matrix.weights.\(action.rawValue)"
      if learned == nil {
        let (trial, own) = try trialOfPlayers("als", point, name)
        tried.append(trial)
        values.append(own)
      } else {
        tried.append(try trial("als", point, name, against: nil))
      }
    }
    let current = weights.firstIndex(of: held) ?? 0
    let weight =
      learned
      ?? LearnedWeight(
        action, occurrences: occurrences,
        WeightProfile(
          weights: weights, values: values, current: current,
          bootstrap: Bootstrap(resamples: parameters.resamples, seed: parameters.seed),
          workers: workers))
    if learned == nil { try found(.weight(weight)) } else { resumed += 1 }
    self.weights.append(weight)
    if let index = weights.firstIndex(of: weight.weight), index != current { best = tried[index] }
  }

  private func knownWeight(of action: SwipeAction) -> LearnedWeight? {
    earlier.lazy.compactMap { finding in
      if case .weight(let weight) = finding, weight.action == action.rawValue {
        weight
      } else {
        nil
      }
    }.first
  }
}

extension ActionWeights {
  /// The key path of an action's weight; nil if it has none.
  package static func keyPath(
    of action: SwipeAction
  ) -> (any WritableKeyPath<ActionWeights, Double> & Sendable)? {
    switch action {
    case .like: return \ActionWeights.like
    case .superLike: return \ActionWeights.superLike
    case .dislike: return \ActionWeights.dislike
    case .wishlist: return \ActionWeights.wishlist
    case .share: return \ActionWeights.share
    case .viewDetails: return \ActionWeights.viewDetails
    case .skip: return nil
    }
  }
}

extension LearnedWeight {
  fileprivate init(_ action: SwipeAction, occurrences: Int, _ profile: WeightProfile) {
    self.init(
      action: action.rawValue, occurrences: occurrences, weight: profile.weights[profile.best],
      low: profile.weights[profile.low], high: profile.weights[profile.high],
      isOpenBelow: profile.low == 0, isOpenAbove: profile.high == profile.weights.count - 1,
      tried: profile.weights, nDCG: profile.means)
  }
}
