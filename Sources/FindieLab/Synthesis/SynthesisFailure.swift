/// Why a world cannot be generated.
package enum SynthesisFailure: Error, Hashable, CustomStringConvertible {
  /// All parameters that are out of range, one sentence each.
  case invalidParameters([String])
  /// Too few games of the given catalogue are released on the first day.
  case catalogueTooSmall(needed: Int, found: Int)

  package var description: String {
    switch self {
    case .invalidParameters(let problems):
      "The world cannot be generated: " + problems.joined(separator: "; ") + "."
    case .catalogueTooSmall(let needed, let found):
      "The catalogue has \(found) games that are released on the first day; \(needed) are needed."
        + " Add games or choose a later first day."
    }
  }
}
