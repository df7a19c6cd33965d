/// A ratio of measures, for every game and period.
package enum Rate: String, CaseIterable, Sendable {
  case likeRate, clickRate, approval

  package var name: String {
    switch self {
    case .likeRate: "Like rate"
    case .clickRate: "Click rate"
    case .approval: "Approval"
    }
  }

  /// Whether data with events of these measures only has the rate. A missing measure would make it 0% or
  /// 100%.
  package func isRecorded(in recorded: Set<Measure>) -> Bool {
    let hasLikes = recorded.contains(.likes) || recorded.contains(.superLikes)
    return switch self {
    case .likeRate: hasLikes && recorded.contains(.impressions)
    case .clickRate: recorded.contains(.detailOpens) && recorded.contains(.impressions)
    case .approval: hasLikes && recorded.contains(.dislikes)
    }
  }
}

extension Tally {
  /// A rate of these counts; nil if the data does not record it, if the denominator is zero, and if the
  /// numerator is larger than the denominator.
  package func rate(_ rate: Rate, in recorded: Set<Measure>) -> Proportion? {
    guard rate.isRecorded(in: recorded) else { return nil }
    return switch rate {
    case .likeRate: likeRate
    case .clickRate: clickRate
    case .approval: approval
    }
  }
}
