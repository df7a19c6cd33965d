import FindieDomain

/// How trending games are found.
package struct TrendingParameters: Hashable, Codable, Sendable {
  /// The days before the night that are news; whole weeks, so that weekdays weigh alike. 1 to 28.
  package var windowInDays = 7
  /// The days before the window that a game is compared with; whole weeks likewise. 7 to 364.
  package var baselineInDays = 28
  /// How much evidence it takes to believe that a game moves otherwise than the catalogue does, in
  /// weighted player-days. Above 0, to 1000.
  package var priorEvents = 5.0
  /// The longest a list may be. 1 to 1000.
  package var listLength = 50
  package var weights = EngagementWeights()

  package init() {}

  /// Every way in which a value is out of its range; empty where all is well.
  package var problems: [String] {
    var problems: [String] = []
    if !(1...28).contains(windowInDays) {
      problems.append("trending.windowInDays is \(windowInDays), must be 1 to 28")
    }
    if !(7...364).contains(baselineInDays) {
      problems.append("trending.baselineInDays is \(baselineInDays), must be 7 to 364")
    }
    if !(priorEvents > 0 && priorEvents <= 1000) {
      problems.append("trending.priorEvents is \(priorEvents), must be above 0, to 1000")
    }
    if !(1...1000).contains(listLength) {
      problems.append("trending.listLength is \(listLength), must be 1 to 1000")
    }
    for (name, weight) in weights.named where !(0...10).contains(weight) {
      problems.append("trending.weights.\(name) is \(weight), must be 0 to 10")
    }
    return problems
  }
}

/// How much each action says of a player's interest, against a like's 1. Each 0 to 10.
package struct EngagementWeights: Hashable, Codable, Sendable {
  package var like = 1.0
  package var superLike = 1.5
  package var wishlist = 1.5
  package var share = 1.5
  package var viewDetails = 0.5
  package var externalClick = 1.0

  package init() {}

  var named: [(String, Double)] {
    [
      ("like", like), ("superLike", superLike), ("wishlist", wishlist), ("share", share),
      ("viewDetails", viewDetails), ("externalClick", externalClick),
    ]
  }

  /// The weight of each kind of event, by its number.
  var byKind: [Double] {
    var weights = [Double](repeating: 0, count: EventKind.count)
    let kinds: [(EventKind, Double)] = [
      (.init(.like), like), (.init(.superLike), superLike), (.init(.wishlist), wishlist),
      (.init(.share), share), (.init(.viewDetails), viewDetails), (.init(.gameLike), like),
      (.init(.gameWishlist), wishlist), (.init(.gameShare), share),
      (.init(.gameClick), viewDetails), (.init(.externalLinkClick), externalClick),
    ]
    for (kind, weight) in kinds { weights[kind.rawValue] = weight }
    return weights
  }
}
