/// A share that is made of measures, told of every game and time.
package enum Rate: String, CaseIterable, Sendable {
  case likeRate, clickRate, approval

  package var name: String {
    switch self {
    case .likeRate: "Like rate"
    case .clickRate: "Click rate"
    case .approval: "Approval"
    }
  }

  /// Whether data that holds these measures, and nothing of others, tells the rate: of what nobody
  /// recorded 0% and 100% would be told.
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
  /// A rate of these counts, in data that holds some measures; nil where those do not tell it, where there
  /// is nothing to divide by, and where more than there can be was counted.
  package func rate(_ rate: Rate, in recorded: Set<Measure>) -> Proportion? {
    guard rate.isRecorded(in: recorded) else { return nil }
    return switch rate {
    case .likeRate: likeRate
    case .clickRate: clickRate
    case .approval: approval
    }
  }
}
