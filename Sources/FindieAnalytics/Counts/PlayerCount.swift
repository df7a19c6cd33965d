/// A number of distinct players after disclosure control.
package enum PlayerCount: Hashable, Sendable {
  case exactly(Int)
  /// Not published: it is below `k`, or a number below `k` could be derived from it.
  case suppressed

  /// The number; nil if it is suppressed.
  package var count: Int? {
    if case .exactly(let count) = self { count } else { nil }
  }
}
