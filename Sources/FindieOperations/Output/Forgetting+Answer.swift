import FindieDomain
import FindieWorkspace

extension Forgetting.Request {
  package var answer: Answer {
    let nights = publishedNights.map(\.description).joined(separator: ", ")
    return Answer(
      text: """
        \(wasKnown ? "The request was stored before and is pending again" : "The request is stored"): the \
        next nightly run forgets this player. Proof: \(proof)
        \(publishedNights.isEmpty
          ? "No published night has the player."
          : "These published nights have the player, and the next nightly run removes them: \(nights)")
        """,
      json: canonicalLine(self))
  }
}
