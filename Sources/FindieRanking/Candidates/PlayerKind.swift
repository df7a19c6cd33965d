/// What decides which weights rank a player's candidates.
package struct PlayerKind: Sendable, Equatable {
  /// The number of positives.
  package let positives: Int
  /// Whether most of the positives have no date, as in a library.
  package let isUndated: Bool

  package init(positives: Int, isUndated: Bool) {
    self.positives = positives
    self.isUndated = isUndated
  }
}
