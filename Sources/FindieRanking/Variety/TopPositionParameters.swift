/// The limit on one game's share of all top positions.
package struct TopPositionParameters: Codable, Sendable, Equatable {
  /// The maximum share of top positions per game, above 0 and at most 1; a game always may have
  /// one.
  package var maximumShare = 0.1
  /// The number of top entries searched for a replacement, at least 1.
  package var searchDepth = 10
  /// The seed that orders players with equal loss.
  package var seed: UInt64 = 23

  package init() {}
}
