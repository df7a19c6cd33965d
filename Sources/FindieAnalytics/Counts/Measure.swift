/// A count per game and day, which adds up over games and days.
///
/// The count of a game and day comes from one record only, so that no action of a player counts
/// twice.
package enum Measure: String, CaseIterable, Codable, Sendable {
  case impressions, detailOpens, likes, superLikes, dislikes, skips, wishlistAdds, shares
  case externalClicks

  /// The index in a vector of measures.
  var index: Int {
    switch self {
    case .impressions: 0
    case .detailOpens: 1
    case .likes: 2
    case .superLikes: 3
    case .dislikes: 4
    case .skips: 5
    case .wishlistAdds: 6
    case .shares: 7
    case .externalClicks: 8
    }
  }
}

/// A ratio of measures, for every game and period.
package enum Rate: String, CaseIterable, Sendable {
  case likeRate, clickRate, approval

  /// Whether data with events of only these measures has the rate. A missing measure would make it
  /// 0% or 100%.
  package func isRecorded(in recorded: Set<Measure>) -> Bool {
    let hasLikes = recorded.contains(.likes) || recorded.contains(.superLikes)
    return switch self {
    case .likeRate: hasLikes && recorded.contains(.impressions)
    case .clickRate: recorded.contains(.detailOpens) && recorded.contains(.impressions)
    case .approval: hasLikes && recorded.contains(.dislikes)
    }
  }
}
