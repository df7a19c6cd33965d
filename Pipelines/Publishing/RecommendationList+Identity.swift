package import FindieDomain

extension RecommendationList {
  /// The list with its id, which `PublishedLine` computes.
  package var identified: RecommendationList {
    var line = PublishedLine()
    let listId = line.append(self)
    return RecommendationList(
      userId: userId, listId: listId, date: date, source: source, games: games)
  }
}
