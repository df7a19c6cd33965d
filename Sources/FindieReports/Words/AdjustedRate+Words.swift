import FindieAnalytics

extension AdjustedRate.Reason {
  var words: String {
    switch self {
    case .noEffects(let reason): reason
    case .noOtherGame: "no other game was shown at the same positions"
    case .noPosition: "no card of the period has a position"
    }
  }
}
