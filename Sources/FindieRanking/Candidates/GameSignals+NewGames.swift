package import FindieDomain

extension GameSignals {
  /// The listed games with little evidence: recently released and seen by few. Their counts are
  /// rounded to the nearest multiples of k, since the published probabilities depend on them.
  package func newGames(_ games: [Game], on day: Day, _ parameters: ExplorationParameters)
    -> [NewGame]
  {
    games.indices.compactMap { game in
      guard isListed[game], shown[game] < parameters.knownPlayers,
        let release = games[game].releaseDate?.day, day.days(since: release) <= parameters.newDays
      else { return nil }
      return NewGame(
        game: UInt32(game), shown: publicShown(game), likes: publicLikes(game))
    }
  }

  /// Of the players who saw a game, the share that like it, over all games with at least k players
  /// who saw it.
  package var likeRate: Double {
    let (likes, shown) = likes.indices.reduce((0, 0)) {
      ($0.0 + publicLikes($1), $0.1 + publicShown($1))
    }
    return (Double(likes) + 1) / (Double(shown) + 2)
  }

  private func publicShown(_ game: Int) -> Int {
    bound.published(shown[game], of: shown[game])
  }

  private func publicLikes(_ game: Int) -> Int {
    bound.published(likes[game], of: shown[game])
  }
}
