/// Why a world cannot be made.
package enum SynthesisFailure: Error, Hashable, CustomStringConvertible {
  /// Every parameter that is out of range, a sentence each.
  case invalidParameters([String])
  /// The given catalogue has too few games that are out on the first day to plant a truth in.
  case catalogueTooSmall(needed: Int, found: Int)

  package var description: String {
    switch self {
    case .invalidParameters(let problems):
      "the world cannot be made: " + problems.joined(separator: "; ")
    case .catalogueTooSmall(let needed, let found):
      "planting the truth needs \(needed) games that are out on the first day and the catalogue has"
        + " \(found): give more games, lower twinPairs, or start later"
    }
  }
}
