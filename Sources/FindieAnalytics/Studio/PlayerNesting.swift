import FindieDomain

/// Which sets of players hold which, by what they are: a period within a longer one, a step of the
/// funnel within the one before.
///
/// A set is a range and a group, at `range × groups + group`.
struct PlayerNesting: Sendable {
  /// By set: the other sets that hold it.
  let holders: [[Int]]
  /// By set: the other sets that it holds.
  let held: [[Int]]
  /// The ranges of which new and returning players may be told: those that end together.
  let tellsNew: [Bool]

  /// - Parameter ranges: the periods, a day first, then those before them.
  init(_ ranges: [DayRange]) {
    let groups = PlayerGroup.allCases
    let count = ranges.count * groups.count
    var holders = [[Int]](repeating: [], count: count)
    var held = holders
    for (inner, own) in ranges.enumerated() {
      for (outer, other) in ranges.enumerated()
      where other.first <= own.first && own.last <= other.last {
        for group in groups {
          for otherGroup in groups where group.isWithin(otherGroup) {
            // Who returns to a period may be new in a longer one.
            guard inner == outer || otherGroup != .returning else { continue }
            let (set, holder) = (
              inner * groups.count + group.rawValue, outer * groups.count + otherGroup.rawValue
            )
            guard set != holder else { continue }
            holders[set].append(holder)
            held[holder].append(set)
          }
        }
      }
    }
    self.holders = holders
    self.held = held
    tellsNew = ranges.map { $0.last == ranges[0].last }
  }
}
