import FindieDomain
import FindieLinearAlgebra

/// Chooses the reasons of an entry among the parts of its score.
struct ReasonChoice {
  private let audience: Audience
  private let signals: GameSignals
  private let player: Int

  init(_ audience: Audience, _ signals: GameSignals, player: Int) {
    self.audience = audience
    self.signals = signals
    self.player = player
  }

  /// The two largest positive parts that have a reason, the largest first, ties by index. If there
  /// are none: that the game is popular, or else new to the player. Taste and genres, which share a
  /// reason, count together.
  func reasons(of parts: borrowing EntryParts, _ entry: Int, game: UInt32) -> EntryReasons {
    var (first, second) = (Choice(), Choice())
    func offer(_ part: Double, _ index: Int) {
      let part = Float(part)
      if part > first.part {
        (first, second) = (Choice(part: part, index: index), first)
      } else if part > second.part {
        second = Choice(part: part, index: index)
      }
    }
    let games = parts.evidence.count
    let ofGames = parts.ofGames.span
    for index in 0..<games { offer(ofGames[entry * games + index], index) }
    for fact in EntryParts.Fact.allCases where fact != .genres {
      let part = parts.of(fact, entry) + (fact == .taste ? parts.of(.genres, entry) : 0)
      if part > 0, reason(fact, game) != nil { offer(part, games + fact.rawValue) }
    }
    func said(_ choice: Choice) -> Reason? {
      guard choice.index >= 0 else { return nil }
      guard choice.index < games else {
        return EntryParts.Fact(rawValue: choice.index - games).flatMap { reason($0, game) }
      }
      let position = parts.evidence[choice.index]
      return .because(
        audience.strongestAction(position), game: audience.profiles.columnIndices[position])
    }
    return EntryReasons(
      first: said(first) ?? (signals.isPopular(game) ? .popular : .unseen),
      second: said(second))
  }

  private struct Choice {
    var part: Float = 0
    /// The index of the part, games first; -1 for none.
    var index = -1
  }

  /// The reason for a part that is not a game's; nil if it has none.
  private func reason(_ fact: EntryParts.Fact, _ game: UInt32) -> Reason? {
    switch fact {
    case .base, .popularity: nil
    case .taste, .genres:
      audience.favoriteGenres[player]
        .first { signals.genres[Int(game)].contains(GenreSet([$0])) }
        .map { .favoriteGenre($0, isPopular: signals.isPopular(game)) }
    case .friends: friends(game)
    case .trending: .trending
    case .freshness: .new
    }
  }

  /// The reason for the actions of friends on a game; nil if it is not a positive of any.
  private func friends(_ game: UInt32) -> Reason? {
    var (liking, looking) = (0, 0)
    for friend in audience.friends[player] {
      switch audience.interest(ofFriend: friend, in: game) {
      case nil, .skip, .dislike: break
      case .viewDetails: looking += 1
      case .like, .superLike, .share, .wishlist: liking += 1
      }
    }
    if liking > 0 { return .friends(like: true, several: liking > 1) }
    return looking > 0 ? .friends(like: false, several: looking > 1) : nil
  }
}
