package import FindieDomain

/// What is known about an experiment before a night: its metrics, and what to do.
package struct ExperimentResult: Sendable, Equatable {
  package struct Metric: Sendable, Equatable {
    package let metric: ExperimentMetric
    package let arm: RatioSums
    package let control: RatioSums
    package let sampleRatio: SampleRatio
    /// Nil if the players are not comparable, with fewer than `RatioDifference.minimumPlayers`
    /// players in a group, or without an event in the control.
    package let difference: RatioDifference?
  }

  /// What to do. Each case but the first three holds at all nights together with a chance of error
  /// of at most `alpha`.
  package enum Verdict: String, CaseIterable, Sendable {
    /// The night is before the first day with results.
    case notStarted
    /// The number of players seen contradicts the share: those with interactions, or those of each
    /// metric with an interval.
    case wrongSampleRatio
    case goOn
    case adopt
    case stop
    /// One metric is better and another one is worse.
    case mixed
    /// The like rates differ by no more than `margin` of the control's, and no metric is known to
    /// differ.
    case noDifference
  }

  package let experiment: Experiment
  /// The number of days that count.
  package let days: Int
  /// The first day that does not count for shop clicks, nil if all days count.
  package let endOfClicks: Day?
  /// In the order of `ExperimentMetric.allCases`.
  package let metrics: [Metric]

  /// The chance that any interval of the experiment misses the truth on any night.
  package static let alpha = 0.05
  /// A difference of the like rate that is too small to matter, relative to the control's.
  package static let margin = 0.05
  /// More nights than this are not predicted.
  package static let maximumNights = 365

  /// - Parameter night: the as-of day; the days before it count.
  package init(of experiment: Experiment, _ numbers: ExperimentNumbers, before night: Day) {
    self.experiment = experiment
    let end = min(experiment.to?.adding(days: 1) ?? night, night)
    days = (0..<max(0, end.days(since: experiment.from))).count {
      experiment.isActive(on: experiment.from.adding(days: $0))
    }
    endOfClicks = numbers.endOfClicks.flatMap { $0 < end ? $0 : nil }
    metrics = ExperimentMetric.allCases.map { metric in
      let (arm, control) = (numbers[metric, true], numbers[metric, false])
      let ratio = numbers.sampleRatio(of: metric, share: experiment.share)
      return Metric(
        metric: metric, arm: arm, control: control, sampleRatio: ratio,
        difference: ratio.isWrong
          ? nil
          : RatioDifference(
            arm: arm, control: control,
            alpha: Self.alpha / Double(ExperimentMetric.allCases.count)))
    }
  }

  /// The metrics whose players are not comparable. They have no verdict.
  package var incomparable: [Metric] { metrics.filter(\.sampleRatio.isWrong) }

  package var verdict: Verdict {
    guard days > 0 else { return .notStarted }
    let differences = metrics.compactMap(\.difference)
    // Interactions have the players' ids: if they contradict the share, nothing can be trusted.
    let isWrong = incomparable.contains { differences.isEmpty || $0.metric != .shopClicks }
    guard !isWrong else { return .wrongSampleRatio }
    let isBetter = differences.contains { $0.lower > 0 }
    let isWorse = differences.contains { $0.upper < 0 }
    if isBetter { return isWorse ? .mixed : .adopt }
    if isWorse { return .stop }
    guard let likes = likes.difference, let upper = likes.relativeUpper, upper <= Self.margin,
      likes.relativeLower >= -Self.margin
    else { return .goOn }
    return .noDifference
  }

  /// While an experiment goes on, the least number of more nights that could show `noDifference`.
  package var nightsToGo: Int? {
    guard verdict == .goOn, let likes = likes.difference else { return nil }
    return (1...Self.maximumNights).first {
      likes.canReach(Self.margin, afterNights: Double(days + $0) / Double(days))
    }
  }

  package var likes: Metric { metrics[0] }
}
