/// How first places are shared among the games.
package struct FirstPlaceParameters: Codable, Sendable, Equatable {
  /// The share of all first places that one game may have, above 0 and at most 1; one it always may.
  package var maximumShare = 0.1
  /// Among a list's first so many entries another first one is looked for, at least 1.
  package var reach = 10
  /// Says who gives way first of players who lose as much.
  package var seed: UInt64 = 23

  package init() {}
}
