import FindieDomain
import FindieModels

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

  /// The two largest positive parts, largest first, ties by index. If no part is positive, the
  /// reason is that the game is new to the player.
  ///
  /// If a game has fewer than k players, no reason rests on what they do: neither `popular` nor
  /// `genrePlayers`, and the parts of the player's games count only by genres and tags. The same
  /// holds for the part of a player's game that has fewer than k players.
  ///
  /// The intercept is not a part here. The taste of a player without positives counts together with
  /// the favourite genres. Without those it counts with popularity, since it is then the mean of
  /// all players.
  func reasons(of scores: borrowing ScoreDecomposer, _ entry: Int, game: UInt32) -> EntryReasons {
    let parts = scores.parts
    let isKnown = signals.isKnown(game)
    var (first, second) = (Choice(), Choice())
    var sum = 0.0
    func offer(_ part: Double, _ index: Int) {
      guard part > 0 else { return }
      sum += part
      let choice = Choice(part: part, index: index)
      // Of parts that differ only by rounding errors, the first is chosen.
      if Float(part) > Float(first.part) {
        (first, second) = (choice, first)
      } else if Float(part) > Float(second.part) {
        second = choice
      }
    }
    let games = parts.evidence.count
    let ofGames = parts.ofGames.span
    for index in 0..<games {
      let own = audience.profiles.columnIndices[parts.evidence[index]]
      let rests = isKnown && signals.isKnown(own)
      offer(rests ? ofGames[entry * games + index] : scores.contentPart(index, of: game), index)
    }
    func offer(_ fact: EntryParts.Fact, with other: Double) {
      offer(parts.of(fact, entry) + other, games + fact.rawValue)
    }
    let hasGenres = !audience.favoriteGenres[player].isEmpty
    let taste = isKnown ? parts.of(.taste, entry) : 0
    if isKnown { offer(.popularity, with: hasGenres ? 0 : taste) }
    if signals.isRecentlyKnown(game) { offer(.recent, with: 0) }
    offer(.genres, with: hasGenres ? taste : 0)
    offer(.friends, with: 0)
    offer(.trending, with: 0)
    offer(.freshness, with: 0)
    func said(_ choice: Choice) -> EntryReason? {
      guard choice.index >= 0 else { return nil }
      let weight = choice.part / sum
      if let fact = EntryParts.Fact(rawValue: choice.index - games) {
        let (kind, subject) = reason(fact, game)
        return EntryReason(kind, subject: subject, weight: weight)
      }
      let position = parts.evidence[choice.index]
      return EntryReason(
        audience.reasonKind(position), subject: audience.profiles.columnIndices[position],
        weight: weight)
    }
    return EntryReasons(first: said(first) ?? EntryReason(.unseen), second: said(second))
  }

  private struct Choice {
    var part = 0.0
    /// The index of the part, games first; -1 for none.
    var index = -1
  }

  /// The reason for a part that belongs to no game.
  private func reason(
    _ fact: EntryParts.Fact, _ game: UInt32
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

/// A reason of one entry, as `RecommendationTable` stores it.
struct EntryReason: Codable, Sendable, Equatable {
  let kind: ReasonKind
  /// The game, or the index of the genre in `Genre.allCases`; 0 if the kind names none.
  let subject: UInt32
  /// `Reason.weight` in thousandths.
  let thousandths: UInt16

  init(_ kind: ReasonKind, subject: UInt32 = 0, weight: Double = 0) {
    self.kind = kind
    self.subject = subject
    thousandths = UInt16((1000 * weight).rounded())
  }
}

/// The reasons of one entry.
struct EntryReasons: Codable, Sendable, Equatable {
  let first: EntryReason
  var second: EntryReason?
}

/// Scores of a player's entries as sums of named parts:
///
///     logit = w₀ + Σⱼ partⱼ + popularity + recent + genres + friends + trending + new + skips
///
/// over the player's games j. A game's part is the contribution of the factors, the neighbourhood,
/// EASE and the content together, each with the ranker's weight: with confidence cⱼ,
///
///     partⱼ = w_f cⱼ yⱼᵀ A⁻¹ yᵢ + (w_n + w_n' oⱼ) cⱼ Sⱼᵢ + (w_e + w_e' oⱼ) Bⱼᵢ
///             + w_c cⱼ cos(vⱼ, vᵢ) / Σ c
///
/// with oⱼ by `ProfileOrder`, exactly, since the player's factor is the solution A⁻¹ Σ cⱼ yⱼ of its
/// own equations. For a player without positives, the factors and the content represent the
/// favourite genres.
///
/// Source: for the factors Hu, Koren and Volinsky (2008), section 5, DOI 10.1109/ICDM.2008.22.
struct EntryParts: Sendable {
  /// The parts that belong to no game.
  enum Fact: Int, CaseIterable {
    case base, taste, popularity, recent, genres, friends, trending, freshness, skips

    static let count = allCases.count
  }

  /// The indices, in the profiles, of the player's positives.
  var evidence: [Int] = []
  /// [entries, evidence], and room for more.
  var ofGames: [Double] = []
  /// [entries, Fact.count].
  var ofFacts: [Double] = []

  /// Resets the parts of games for this number of entries.
  mutating func clearGames(entries: Int) {
    let count = entries * evidence.count
    guard ofGames.count >= count else {
      ofGames = [Double](repeating: 0, count: 2 * count)
      return
    }
    var games = ofGames.mutableSpan
    for index in 0..<count { games[index] = 0 }
  }

  func ofGames(_ entry: Int) -> ArraySlice<Double> {
    ofGames[entry * evidence.count..<(entry + 1) * evidence.count]
  }

  func of(_ fact: Fact, _ entry: Int) -> Double { ofFacts[entry * Fact.count + fact.rawValue] }

  /// The entry's score: the sum of all parts.
  func score(_ entry: Int) -> Double {
    let (games, facts) = (ofGames.span, ofFacts.span)
    var sum = 0.0
    for index in 0..<evidence.count { sum += games[entry * evidence.count + index] }
    var sumOfFacts = 0.0
    for fact in 0..<Fact.count { sumOfFacts += facts[entry * Fact.count + fact] }
    return sum + sumOfFacts
  }
}
