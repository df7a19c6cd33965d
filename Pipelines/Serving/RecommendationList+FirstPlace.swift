import FindieDomain

extension RecommendationList {
  /// This list with first places shared as in the night, which has all players' lists before it: where
  /// the game that would come first gave way for this player, it gives way here too.
  ///
  /// - Parameters:
  ///   - published: the player's list as it was published.
  ///   - own: what would have been published had no game given way.
  func givingWay(as published: RecommendationList, from own: RecommendationList)
    -> RecommendationList
  {
    guard let first = ranked.first, let gaveWay = own.ranked.first,
      let inPlace = published.ranked.first, gaveWay.isSameGame(as: inPlace) == false,
      first.isSameGame(as: gaveWay)
    else { return self }
    let other =
      ranked.firstIndex { $0.isSameGame(as: inPlace) } ?? min(1, ranked.count - 1)
    var order = ranked
    order.swapAt(0, other)
    var next = order.makeIterator()
    let games = games.enumerated().compactMap { place, entry in
      (entry.probability == nil ? next.next() : entry)?.at(rank: place + 1)
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
