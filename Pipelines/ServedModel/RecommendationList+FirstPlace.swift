import FindieDomain

extension RecommendationList {
  /// This list with the night's cap on top positions applied: if the nightly run replaced the first
  /// game of this player's list, it is replaced here too.
  ///
  /// A list that an earlier night computed says nothing about the cap: it has other games than
  /// `own`.
  ///
  /// - Parameters:
  ///   - published: the player's published list.
  ///   - own: the list without the cap.
  func cappingTopPosition(as published: RecommendationList, from own: RecommendationList)
    -> RecommendationList
  {
    guard
      Set(published.games.map { ExactText($0.gameId) })
        .isSuperset(of: own.ranked.prefix(2).map { ExactText($0.gameId) })
    else { return self }
    let list = cappingRanked(as: published, from: own)
    guard let first = list.games.first, first.promoted != nil, let top = published.games.first,
      !top.isSameGame(as: first),
      published.games.contains(where: { $0.promoted != nil && $0.isSameGame(as: first) }),
      let other = list.games.firstIndex(where: { $0.isSameGame(as: top) })
    else { return list }
    // The promoted game is first on as many other lists as it may be.
    var games = list.games
    games.swapAt(0, other)
    return with(games: games.enumerated().map { $1.at(rank: $0 + 1) })
  }

  /// Whether `cappingTopPosition` can change the list at all.
  func mayHaveOtherTop(than published: RecommendationList) -> Bool {
    if games.first?.promoted != nil { return true }
    guard let first = ranked.first, let top = published.ranked.first else { return false }
    return !first.isSameGame(as: top) && published.games.contains { $0.isSameGame(as: first) }
  }

  private func cappingRanked(as published: RecommendationList, from own: RecommendationList)
    -> RecommendationList
  {
    guard let first = ranked.first, let replaced = own.ranked.first,
      let top = published.ranked.first, replaced.isSameGame(as: top) == false,
      first.isSameGame(as: replaced)
    else { return self }
    let other =
      ranked.firstIndex { $0.isSameGame(as: top) } ?? min(1, ranked.count - 1)
    var order = ranked
    order.swapAt(0, other)
    var next = order.makeIterator()
    let games = games.enumerated().compactMap { index, entry in
      (entry.isRanked ? next.next() : entry)?.at(rank: index + 1)
    }
    return with(games: games)
  }

  /// The entries that were neither drawn nor promoted.
  private var ranked: [Entry] { games.filter(\.isRanked) }
}

extension RecommendationList.Entry {
  fileprivate var isRanked: Bool { probability == nil && promoted == nil }

  fileprivate func isSameGame(as other: Self) -> Bool {
    ExactText(gameId) == ExactText(other.gameId)
  }

  fileprivate func at(rank: Int) -> Self {
    Self(
      gameId: gameId, rank: rank, score: score, reasons: reasons, probability: probability,
      promoted: promoted)
  }
}
