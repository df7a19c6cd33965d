package import FindieDomain
package import FindieHistory

/// The choice of the day that divides a history into what models are trained on and what they are
/// tested on.
///
/// A night's lists are for the days after it, so its models are tested on the last days: as many
/// whole weeks as have enough players to test, but at most a share of all positives. If there are
/// never enough, those with the most.
package enum TimeCut {
  /// Positives of up to this share are held out.
  private static let maximumShare = 0.25

  /// The first held-out day; nil if too few players can be tested.
  ///
  /// - Parameters:
  ///   - interactions: in any order.
  ///   - known: the ids of players with evidence without a date.
  ///   - night: later events do not count.
  ///   - wanted: the number of players to test.
  ///   - minimum: the number of players below which there is no cut.
  package static func day(
    _ interactions: EventTable, known: some Sequence<String>, before night: Day, wanted: Int,
    minimum: Int
  ) -> Day? {
    let users = interactions[.userId]
    // By player: the first day with evidence, and the last one with a positive.
    var first = [Int32](repeating: .max, count: users.vocabulary.count)
    var last = [Int32](repeating: .min, count: users.vocabulary.count)
    for id in known {
      if let code = users.vocabulary.existingCode(of: id) { first[Int(code)] = .min }
    }
    var positives: [Int32: Int] = [:]
    for (day, rows) in interactions.days where day < night {
      let day = day.daysSinceEpoch
      for row in rows {
        let action = interactions.action(row)
        guard action != .skip else { continue }
        let player = Int(users.codes[row])
        first[player] = min(first[player], day)
        guard action.isTested else { continue }
        last[player] = max(last[player], day)
        positives[day, default: 0] += 1
      }
    }
    let total = positives.values.reduce(0, +)
    guard let earliest = positives.keys.min() else { return nil }
    // A player can be tested by a cut after the first day with evidence, until the last positive.
    var changes: [Int32: Int] = [:]
    for player in first.indices where last[player] > first[player] {
      changes[max(first[player], earliest - 1) + 1, default: 0] += 1
      changes[last[player] + 1, default: 0] -= 1
    }
    var tested: [Int32: Int] = [:]
    var running = 0
    for day in earliest...night.daysSinceEpoch {
      running += changes[day] ?? 0
      tested[day] = running
    }
    var best: Int32?
    var heldOut = 0
    for day in stride(from: night.daysSinceEpoch - 1, through: earliest + 1, by: -1) {
      heldOut += positives[day] ?? 0
      let length = night.daysSinceEpoch - day
      guard heldOut > 0, length < 7 || length.isMultiple(of: 7) else { continue }
      if best != nil, Double(heldOut) > maximumShare * Double(total) { break }
      if tested[day] ?? 0 >= best.flatMap({ tested[$0] }) ?? 0 { best = day }
      if length >= 7, tested[day] ?? 0 >= wanted { break }
    }
    guard let best, tested[best] ?? 0 >= minimum else { return nil }
    return Day(daysSinceEpoch: best)
  }
}

extension SwipeAction {
  /// Whether models are tested on it: a positive that is more than a look.
  var isTested: Bool {
    switch self {
    case .like, .superLike, .wishlist, .share: true
    case .dislike, .skip, .viewDetails, .neutral: false
    }
  }
}
