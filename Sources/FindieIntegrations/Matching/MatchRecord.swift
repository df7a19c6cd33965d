import FindieDomain

/// What two records of one game are compared by.
struct MatchRecord: Sendable {
  let title: TitleKey
  let studios: Set<StudioName>
  /// Names of publishers, which some shops give for studios.
  let publishers: Set<StudioName>
  let year: Int?

  init(_ game: Game) {
    title = TitleKey(game.title)
    studios = StudioName.all([game.developerName, game.studioName].compactMap(\.self))
    publishers = []
    year = game.releaseDate.map { $0.day.civil.year }
  }

  init(_ game: ShopGame) {
    title = TitleKey(game.title)
    studios = StudioName.all(game.developers)
    publishers = StudioName.all(game.publishers)
    year = game.releaseYear ?? game.releaseDate.map { $0.day.civil.year }
  }

  func score(against other: MatchRecord) -> MatchScore {
    let yearsApart = year.flatMap { year in other.year.map { abs(year - $0) } }
    var similarity = title.similarity(to: other.title)
    if title.editions != other.title.editions { similarity *= yearsApart == 0 ? 0.95 : 0.7 }
    return MatchScore(title: similarity, studio: studio(other), yearsApart: yearsApart)
  }

  private func studio(_ other: MatchRecord) -> Double? {
    let similarity = StudioName.similarity(studios, other.studios)
    if let similarity, similarity > 0 { return similarity }
    let ours = studios.union(publishers)
    let theirs = other.studios.union(other.publishers)
    // A publisher that is the other's studio says less.
    if let publisher = StudioName.similarity(ours, theirs), publisher > 0 { return 0.8 * publisher }
    return similarity
  }
}
