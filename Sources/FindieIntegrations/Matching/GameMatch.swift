/// Which of Findie's games a shop's record is about.
package enum GameMatch: Hashable, Sendable {
  package enum Evidence: String, Hashable, Sendable {
    /// An id or the address of a page.
    case id
    /// A person's decision.
    case decision
  }

  package struct Candidate: Hashable, Sendable {
    package let gameId: String
    package let score: MatchScore

    package init(gameId: String, score: MatchScore) {
      self.gameId = gameId
      self.score = score
    }
  }

  case certain(gameId: String, Evidence)
  /// Probably this game. It may be shown as a guess, and is not merged without a decision.
  case guess(Candidate)
  /// Perhaps one of these, best first. A person decides.
  case doubtful([Candidate])
  case none
}
