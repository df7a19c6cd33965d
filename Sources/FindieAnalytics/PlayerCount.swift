/// A number of distinct players, as far as it may be told.
package enum PlayerCount: Hashable, Sendable {
  case exactly(Int)
  /// At least one, fewer than `k`: withheld, so that no single player can be made out.
  case fewerThan(Int)

  /// `count`, withheld from 1 to `k` - 1. Nobody is nobody: zero is told.
  package init(_ count: Int, withheldBelow k: Int) {
    self = count > 0 && count < k ? .fewerThan(k) : .exactly(count)
  }
}
