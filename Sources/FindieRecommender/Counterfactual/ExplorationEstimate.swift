package import FindieDomain
import Foundation

/// How what exploration drew was liked, and how it would be had the draw been learned anew; or why that
/// cannot be said.
package struct ExplorationEstimate: Codable, Sendable, Equatable {
  /// The published night whose slots were answered; nil where there is none.
  package let night: Day?
  /// The slots of the players who answered something new, those they gave a verdict on, and those that
  /// do not have the probability that the night's own data gives them, which say nothing.
  package let slots: Int
  package let answered: Int
  package let unexplained: Int
  /// The share of the answered that was liked; the next three are nil where it is not identifiable.
  package let likeRate: Interval?
  package let snips: Interval?
  package let doublyRobust: Interval?
  /// As many answers of equal weight would say as much.
  package let effectiveAnswers: Double?
  package let notIdentifiable: String?
  package let sentence: String

  /// With fewer answers the normal distribution's intervals mean little.
  package static let leastAnswers = 30

  /// - Parameter reason: why nothing can be said.
  package init(notIdentifiable reason: String) {
    self.init(of: nil, slots: 0, answered: 0, unexplained: 0, found: nil, reason)
  }

  init(of night: Day, slots: Int, unexplained: Int, _ choices: [LoggedChoice]) {
    let liked = choices.count { $0.reward > 0 }
    func tell(_ found: Found?, _ reason: String?) -> ExplorationEstimate {
      ExplorationEstimate(
        of: night, slots: slots, answered: choices.count, unexplained: unexplained, found: found,
        reason)
    }
    guard choices.count >= ExplorationEstimate.leastAnswers else {
      self = tell(
        nil,
        "players answered \(choices.count) of the drawn entries of the night of \(night), and it "
          + "takes \(ExplorationEstimate.leastAnswers)")
      return
    }
    guard liked > 0, liked < choices.count else {
      self = tell(nil, "the \(choices.count) answers are all the same")
      return
    }
    do throws(PolicyEstimate.NotIdentifiable) {
      let snips = try PolicyEstimate.snips(choices)
      self = tell(
        Found(
          likeRate: try PolicyEstimate.snips(choices.map(\.asDrawn)).reward, snips: snips.reward,
          doublyRobust: try PolicyEstimate.doublyRobust(choices).reward,
          effectiveAnswers: snips.effectiveChoices), nil)
    } catch {
      self = tell(nil, error.reason)
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
        "What another draw of new games would be liked is not identifiable: "
        + "\(reason ?? "")."
      return
    }
    sentence =
      "Of the new games drawn on the night of \(night?.description ?? ""), players answered "
      + "\(answered), and liked \(found.likeRate.percent); drawn by what other players’ answers "
      + "taught, it would be \(found.snips.percent) by importance weights, "
      + "\(found.doublyRobust.percent) doubly robust"
      + (unexplained > 0 ? " (\(unexplained) with another probability left out)." : ".")
  }
}

extension LoggedChoice {
  /// The same choice, judged by the ranker that made it.
  fileprivate var asDrawn: LoggedChoice {
    LoggedChoice(reward: reward, probability: probability, newProbability: probability)
  }
}

extension Interval {
  fileprivate var percent: String {
    String(format: "%.1f %% (%.1f to %.1f)", 100 * mean, 100 * low, 100 * high)
  }
}
