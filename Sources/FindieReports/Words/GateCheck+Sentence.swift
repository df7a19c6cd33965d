package import FindieRanking
import FindieText

extension GateCheck {
  /// For example "changed entries: 0.97, at most 0.9, FAILED".
  package var sentence: String {
    let bound =
      switch bound {
      case .atLeast(let bound): "at least \(bound.decimal(4))"
      case .atMost(let bound): "at most \(bound.decimal(4))"
      }
    let suffix = note.map { " (\($0.words))" } ?? ""
    guard let value else { return "\(name): not evaluated\(suffix)" }
    return "\(name): \(value.decimal(4)), \(bound)\(verdict == .failed ? ", FAILED" : "")\(suffix)"
  }
}

extension GateCheck.Note {
  fileprivate var words: String {
    switch self {
    case .firstViolation(let rank, let player): "first: rank \(rank) of the list of \(player)"
    case .noGameLeft: "no player has a game left to show"
    case .noGameShown: "no game is shown"
    case .tooFewEntries(let entries, let games): "\(entries) entries cannot show \(games) games"
    case .words(let words): words
    }
  }
}
