import FindieDomain

/// Games by how many players are for them: in all and in each genre. For players of whom nothing
/// else is known.
struct PopularGames: Sendable {
  private let positives: [Int]
  private let genres: [[Genre]]
  /// Games that are out, the most popular first, ties by index.
  private let ranked: [Int]

  init(games: [Game], positives: [Int], isOut: [Bool]) {
    self.positives = positives
    genres = games.map(\.genres)
    ranked = games.indices.filter { isOut[$0] }.sorted {
      (-positives[$0], $0) < (-positives[$1], $1)
    }
  }

  /// First the popular games of the favourite genres, then the other popular ones.
  ///
  /// A score is the game's share of the most popular game's players, plus 1 in a favourite genre.
  func list(
    genres favorites: [Genre], count: Int, isAllowed: (Int) -> Bool
  ) -> PlayerList {
    var entries: [PlayerList.Entry] = []
    if !favorites.isEmpty {
      append(to: &entries, count: count, bonus: 1) { game in
        guard let genre = favorites.first(where: { genres[game].contains($0) }), isAllowed(game)
        else { return nil }
        return .favoriteGenre(genre)
      }
    }
    append(to: &entries, count: count, bonus: 0) { game in
      guard favorites.allSatisfy({ !genres[game].contains($0) }), isAllowed(game) else {
        return nil
      }
      return .popular
    }
    let isOfGenres = entries.first.map { $0.reasons != [.popular] } ?? !favorites.isEmpty
    return PlayerList(source: isOfGenres ? .genres : .popular, entries: entries)
  }

  private func append(
    to entries: inout [PlayerList.Entry], count: Int, bonus: Float, reason: (Int) -> Reason?
  ) {
    let most = Float(max(1, ranked.first.map { positives[$0] } ?? 1))
    for game in ranked {
      guard entries.count < count else { return }
      guard let reason = reason(game) else { continue }
      entries.append(
        .init(
          game: UInt32(game), score: bonus + Float(positives[game]) / most, reasons: [reason]))
    }
  }
}
