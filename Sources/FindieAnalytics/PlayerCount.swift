/// A number of distinct players, as far as it may be told.
package enum PlayerCount: Hashable, Sendable {
  case exactly(Int)
  /// Not told: there are fewer than `k`, or so few could be had from it by subtraction.
  case withheld

  /// The number, nil where it is withheld.
  package var count: Int? {
    if case .exactly(let count) = self { count } else { nil }
  }
}
