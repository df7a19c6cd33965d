import FindieDomain
import FindieLinearAlgebra

/// Chooses, of the parts of an entry's score, those that the app says.
struct ReasonChoice {
  private let audience: Audience
  private let signals: GameSignals
  private let player: Int

  init(_ audience: Audience, _ signals: GameSignals, player: Int) {
    self.audience = audience
    self.signals = signals
    self.player = player
  }

  /// The largest parts above zero, the strongest first; `popular` where there are none, since what is
  /// popular speaks for an entry of which nothing else does.
  func reasons(
    of parts: EntryParts, _ entry: Int, game: UInt32, count: Int
  ) -> [Reason] {
    var best = BestGames(count: count)
    let own = parts.ofGames(entry)
    for (index, part) in own.enumerated() where part > 0 {
      best.offer(game: UInt32(index), score: Float(part))
    }
    let facts = EntryParts.Fact.allCases
    for fact in facts where reason(fact, game) != nil {
      let part = parts.of(fact, entry)
      if part > 0 { best.offer(game: UInt32(own.count + fact.rawValue), score: Float(part)) }
    }
    let reasons = best.ranked.compactMap { choice -> Reason? in
      let index = Int(choice.game)
      guard index < own.count else { return reason(facts[index - own.count], game) }
      let place = parts.evidence[index]
      return .because(
        audience.strongestAction(place), game: audience.profiles.columnIndices[place])
    }
    return reasons.isEmpty ? [.popular] : reasons
  }

  /// What is said of a part that is no game's; nil where nothing is.
  private func reason(_ fact: EntryParts.Fact, _ game: UInt32) -> Reason? {
    switch fact {
    case .base, .popularity: nil
    case .taste, .genres:
      audience.favoriteGenres[player]
        .first { signals.genres[Int(game)].contains(GenreSet([$0])) }.map { .favoriteGenre($0) }
    case .friends: .friends
    case .trending: .trending
    case .freshness: .new
    }
  }
}
