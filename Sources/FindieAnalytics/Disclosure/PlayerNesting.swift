/// Which sets of one game's or studio's players contain which: a period is contained in a longer one, and in
/// any that covers all of its days with events; a funnel step is contained in the one before.
///
/// A set is a range and a group, at index `range × groups + group`.
struct PlayerNesting: Sendable {
  /// By set: the other sets that contain it.
  let holders: [[Int]]
  /// By set: the other sets that it contains.
  let held: [[Int]]
  /// - Parameter active: by range, its segments with events, one bit per segment.
  init(_ active: [UInt32]) {
    let groups = PlayerGroup.allCases
    let count = active.count * groups.count
    var holders = [[Int]](repeating: [], count: count)
    var held = holders
    for (inner, own) in active.enumerated() {
      for (outer, other) in active.enumerated() where own & ~other == 0 {
        for group in groups {
          for otherGroup in groups where group.isWithin(otherGroup) {
            // A player who returns to a period may be new in a longer one.
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
