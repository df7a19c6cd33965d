package import FindieDomain
import FindieText

/// The like rate of explored games, and its estimate for an updated exploration policy; or the
/// reason why that is not identifiable.
package struct ExplorationEstimate: Codable, Sendable, Equatable {
  /// The published night whose slots have verdicts; nil for none.
  package let night: Day?
  /// The numbers of slots of players with new verdicts, of slots with a verdict, and of slots whose
  /// probability differs from the one recomputed from the night's data, which are left out.
  package let slots: Int
  package let answered: Int
  package let unexplained: Int
  /// The share of answered slots that were liked; the next three are nil if not identifiable.
  package let likeRate: Interval?
  package let snips: Interval?
  package let doublyRobust: Interval?
  /// The effective sample size.
  package let effectiveAnswers: Double?
  package let notIdentifiable: String?
  package let sentence: String

  /// With fewer verdicts, intervals by the normal distribution are unreliable.
  package static let minimumAnswers = 30

  /// - Parameter reason: why the estimate is not identifiable.
  package init(notIdentifiable reason: String) {
    self.init(of: nil, slots: 0, answered: 0, unexplained: 0, found: nil, reason)
  }

  init(of night: Day, slots: Int, unexplained: Int, _ choices: [LoggedChoice]) {
    let liked = choices.count { $0.reward > 0 }
    func estimate(_ found: Found?, _ reason: String?) -> ExplorationEstimate {
      ExplorationEstimate(
        of: night, slots: slots, answered: choices.count, unexplained: unexplained, found: found,
        reason)
    }
    guard choices.count >= ExplorationEstimate.minimumAnswers else {
      self = estimate(
        nil,
        "\(choices.count) explored entries of \(night) have a verdict, and at least "
          + "\(ExplorationEstimate.minimumAnswers) are needed")
      return
    }
    guard liked > 0, liked < choices.count else {
      self = estimate(nil, "all \(choices.count) verdicts are equal")
      return
    }
    do throws(PolicyEstimate.NotIdentifiable) {
      let snips = try PolicyEstimate.snips(choices)
      self = estimate(
        Found(
          likeRate: try PolicyEstimate.snips(choices.map(\.asDrawn)).reward, snips: snips.reward,
          doublyRobust: try PolicyEstimate.doublyRobust(choices).reward,
          effectiveAnswers: snips.effectiveChoices), nil)
    } catch {
      self = estimate(nil, error.reason)
    }
  }

  private struct Found {
    let likeRate: Interval
    let snips: Interval
    let doublyRobust: Interval
    let effectiveAnswers: Double
  }

  private init(
    of night: Day?, slots: Int, answered: Int, unexplained: Int, found: Found?, _ reason: String?
  ) {
    self.night = night
    self.slots = slots
    self.answered = answered
    self.unexplained = unexplained
    likeRate = found?.likeRate
    snips = found?.snips
    doublyRobust = found?.doublyRobust
    effectiveAnswers = found?.effectiveAnswers
    notIdentifiable = reason
    guard let found else {
      sentence =
        "The like rate under an updated exploration policy is not identifiable: \(reason ?? "")."
      return
    }
    sentence =
      "Players gave \(answered) verdicts on the explored games of \(night?.description ?? ""); "
      + "\(found.likeRate.percent) were likes. Under an updated policy the estimate is "
      + "\(found.snips.percent) by importance weights and \(found.doublyRobust.percent) doubly robust"
      + (unexplained > 0 ? " (\(unexplained) with a different probability were left out)." : ".")
  }
}

extension LoggedChoice {
  /// The same choice under the logging policy.
  fileprivate var asDrawn: LoggedChoice {
    LoggedChoice(reward: reward, probability: probability, newProbability: probability)
  }
}

extension Interval {
  fileprivate var percent: String {
    "\(mean.percent(1, sign: " %")) (\((100 * low).fixed(1)) to \((100 * high).fixed(1)))"
  }
}
