/// A number of distinct players, as far as it may be told.
package enum PlayerCount: Hashable, Sendable {
  case exactly(Int)
  /// At least one, fewer than `k`: withheld, so that no single player can be made out.
  case fewerThan(Int)
  /// Not told: there are fewer than `k`, or so few could be had from it by subtraction.
  case withheld

  /// `count`, withheld from 1 to `k` - 1. Nobody is nobody: zero is told.
  package init(_ count: Int, withheldBelow k: Int) {
    self = count > 0 && count < k ? .fewerThan(k) : .exactly(count)
  }

  /// The number, nil where it is withheld.
  package var count: Int? {
    if case .exactly(let count) = self { count } else { nil }
  }
}
