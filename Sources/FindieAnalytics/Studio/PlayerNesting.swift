/// Which sets of one game's or studio's players hold which, by what they are: a period within a longer one,
/// or within one that holds all of its days on which anybody was there, as the days' events tell; a step of
/// the funnel within the one before.
///
/// A set is a range and a group, at `range × groups + group`.
struct PlayerNesting: Sendable {
  /// By set: the other sets that hold it.
  let holders: [[Int]]
  /// By set: the other sets that it holds.
  let held: [[Int]]
  /// - Parameter active: by range, its pieces of time in which anybody was there, a bit a piece.
  init(_ active: [UInt32]) {
    let groups = PlayerGroup.allCases
    let count = active.count * groups.count
    var holders = [[Int]](repeating: [], count: count)
    var held = holders
    for (inner, own) in active.enumerated() {
      for (outer, other) in active.enumerated() where own & ~other == 0 {
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
  }
}
