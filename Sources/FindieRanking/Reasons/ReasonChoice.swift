import FindieDomain
import FindieModels

/// Chooses the reasons of an entry among the parts of its score.
struct ReasonChoice {
  let audience: Audience
  let signals: GameSignals
  let player: Int
  /// For each of the player's games, whether at least k players have a positive for it.
  private let isKnown: [Bool]

  /// - Parameter parts: of the player's entries.
  init(audience: Audience, signals: GameSignals, player: Int, of parts: EntryParts) {
    (self.audience, self.signals, self.player) = (audience, signals, player)
    isKnown = parts.evidence.map { signals.isKnown(audience.profiles.columnIndices[$0]) }
  }

  /// The two largest positive parts, largest first, ties by index. If no part is positive, the
  /// reason is that the game is new to the player.
  ///
  /// If a game has fewer than k players, no reason rests on what they do: neither `popular`,
  /// `genrePlayers` nor `model`, and the parts of the player's games count only by genres and tags.
  /// The same holds for the part of a player's game that has fewer than k players.
  ///
  /// The intercept is not a part here. The taste of a player without positives counts together with
  /// the favourite genres. Without those it counts with popularity, since it is then the mean of
  /// all players.
  func reasons(of scores: borrowing ScoreDecomposer, _ entry: Int, game: UInt32) -> EntryReasons {
    let isKnown = signals.isKnown(game)
    var (first, second) = (Choice(), Choice())
    var sum = 0.0
    func offer(_ part: Double, _ index: Int) {
      guard part > 0 else { return }
      sum += part
      let choice = Choice(part: part, rounded: Float(part), index: index)
      // Of parts that differ only by rounding errors, the first is chosen.
      if choice.rounded > first.rounded {
        (first, second) = (choice, first)
      } else if choice.rounded > second.rounded {
        second = choice
      }
    }
    let games = self.isKnown.count
    let (ofGames, isKnownToo) = (scores.parts.ofGames.span, self.isKnown.span)
    for index in isKnownToo.indices {
      let rests = isKnown && isKnownToo[index]
      offer(rests ? ofGames[entry * games + index] : scores.contentPart(index, of: game), index)
    }
    func offer(_ fact: ScoreFact, with other: Double) {
      offer(scores.parts.of(fact, entry) + other, games + fact.rawValue)
    }
    let hasGenres = !audience.favoriteGenres[player].isEmpty
    let taste = isKnown ? scores.parts.of(.taste, entry) : 0
    if isKnown { offer(.popularity, with: hasGenres ? 0 : taste) }
    if isKnown { offer(.model, with: 0) }
    if signals.isRecentlyKnown(game) { offer(.recent, with: 0) }
    offer(.genres, with: hasGenres ? taste : 0)
    offer(.friends, with: 0)
    offer(.trending, with: 0)
    offer(.freshness, with: 0)
    func said(_ choice: Choice) -> EntryReason? {
      guard choice.index >= 0 else { return nil }
      let weight = choice.part / sum
      if let fact = ScoreFact(rawValue: choice.index - games) {
        let (kind, subject) = reason(fact, game)
        return EntryReason(kind, subject: subject, weight: weight)
      }
      let position = scores.parts.evidence[choice.index]
      return EntryReason(
        audience.reasonKind(position), subject: audience.profiles.columnIndices[position],
        weight: weight)
    }
    return EntryReasons(first: said(first) ?? EntryReason(.unseen), second: said(second))
  }

  private struct Choice {
    var part = 0.0
    var rounded: Float = 0
    /// The index of the part, games first; -1 for none.
    var index = -1
  }

  /// The reason for a part that belongs to no game.
  private func reason(
    _ fact: ScoreFact, _ game: UInt32
  ) -> (kind: ReasonKind, subject: UInt32) {
    switch fact {
    case .base: preconditionFailure("a constant is no reason")
    case .popularity: (.popular, 0)
    case .recent: (.recentlyPopular, 0)
    case .skips: preconditionFailure("skips do not raise a score")
    case .taste, .genres: genre(game)
    case .friends: (friends(game), 0)
    case .trending: (.trending, 0)
    case .freshness: (.new, 0)
    case .model: (.model, 0)
    }
  }

  /// The first of the player's favourite genres that the game has; if it has none, the players of
  /// the favourite genres.
  private func genre(_ game: UInt32) -> (kind: ReasonKind, subject: UInt32) {
    let genres = signals.genres[Int(game)]
    let own = audience.favoriteGenres[player].first { genres.contains(GenreSet([$0])) }
    guard let index = own.flatMap({ Genre.allCases.firstIndex(of: $0) }) else {
      return (.genrePlayers, 0)
    }
    return (.favoriteGenre, UInt32(index))
  }

  /// The reason for friends' actions on a game that is a positive of two or more of them.
  private func friends(_ game: UInt32) -> ReasonKind {
    let liking = audience.friends[player].count { friend in
      let interest = audience.interest(ofFriend: friend, in: game)
      return interest != nil && interest != .viewed
    }
    return liking >= Audience.minimumFriends ? .friendsLike : .friendsViewed
  }
}
