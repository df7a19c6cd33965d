package import FindieRanking
import FindieText

extension Comparison {
  package var sentence: String {
    if let reason {
      return "The new models were not compared with the published ones: \(reason.words)."
    }
    guard let challenger, let champion, let difference, let championDay else { return "" }
    return
      "The new models are \(verdict == .worse ? "" : "not ")significantly worse than those of the "
      + "night of \(championDay) by more than \(bound.decimal(4)): nDCG@\(k) "
      + "\(challenger.decimal(4)) against \(champion.decimal(4)), difference "
      + "\(difference.mean.decimal(4)) (95 % interval \(difference.low.decimal(4)) to "
      + "\(difference.high.decimal(4)), \(players) players)."
  }
}

extension Comparison.NotEvaluated {
  fileprivate var words: String {
    switch self {
    case .noChampion(let reason): reason
    case .tooFewPlayers(let players, let needed):
      "\(players) players could be evaluated, and at least \(needed) are needed"
    }
  }
}
