import FindieDomain

extension RecommendationList {
  /// This list with the night's cap on top positions applied: if the nightly run replaced the first
  /// game of this player's list, it is replaced here too.
  ///
  /// - Parameters:
  ///   - published: the player's published list.
  ///   - own: the list without the cap.
  func cappingTopPosition(as published: RecommendationList, from own: RecommendationList)
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
      (entry.probability == nil ? next.next() : entry)?.at(rank: index + 1)
    }
    return RecommendationList(userId: userId, date: date, source: source, games: games)
  }

  /// The entries that were not drawn.
  private var ranked: [Entry] { games.filter { $0.probability == nil } }
}

extension RecommendationList.Entry {
  fileprivate func isSameGame(as other: Self) -> Bool {
    ExactText(gameId) == ExactText(other.gameId)
  }

  fileprivate func at(rank: Int) -> Self {
    Self(gameId: gameId, rank: rank, score: score, reasons: reasons, probability: probability)
  }
}
