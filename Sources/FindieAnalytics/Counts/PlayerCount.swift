/// A number of distinct players after disclosure control.
package enum PlayerCount: Hashable, Sendable {
  /// The number rounded down to a multiple of k: the true number is this or up to k − 1 more. 0 is
  /// exact.
  case atLeast(Int)
  /// Not published: it is below k.
  case suppressed

  /// The rounded number; nil if it is suppressed.
  package var count: Int? {
    if case .atLeast(let count) = self { count } else { nil }
  }
}
