package import FindieAnalytics
package import FindieDomain
import FindieModels
package import FindieRanking
import FindieWorkers
package import FindieWorkspace

extension Stage<TrendingLists> {
  /// Finds the games that gained engagement in the last days, and backtests the lists of past
  /// nights. A list has one edition of a game.
  package static func findTrendingGames(
    from activity: Stage<Activity>, _ catalogue: Stage<NightCatalogue>,
    _ eligible: Stage<NightEligibility>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters.trendingOfLists
    let minimumPlayers = night.parameters.reports.minimumPlayers
    return Stage(
      "trending", from: activity, catalogue, eligible,
      parameters: [
        "trending": parameters, "minimumPlayers": minimumPlayers,
      ] as NamedParameters
    ) { _, activity, catalogue, eligible in
      let games = catalogue.records.games
      let (lists, backtest) = Trending(parameters).findings(
        activity, games: games, isListed: eligible.isEligible, editions: Editions(games).groups,
        users: catalogue.records.packedUsers)
      return TrendingLists(
        lists: lists.map { $0.rounded(minimumPlayers: minimumPlayers) }, backtest: backtest)
    }
  }
}

extension NightParameters {
  /// The parameters of the published lists.
  var trendingOfLists: TrendingParameters {
    var parameters = trending
    // A game that clearly rises even without k − 1 of its players has at least k.
    parameters.listedWithout = max(parameters.listedWithout, reports.minimumPlayers - 1)
    return parameters
  }

  /// The lower bounds of the lifts of the games that were trending on a day, by game.
  package func lifts(_ activity: Activity, _ catalogue: Catalogue, on day: Day) -> [Double?] {
    TrendingGames.lifts(
      Trending(trendingOfLists).lists(
        activity, games: catalogue.games, users: catalogue.packedUsers, asOf: day),
      of: catalogue.games)
  }
}

extension TrendingGames {
  /// The list as published: the engagement in multiples of k, rounded down, and the lifts in
  /// hundredths. Lower bounds are rounded up, so that they stay above 1.
  fileprivate func rounded(minimumPlayers k: Int) -> TrendingGames {
    TrendingGames(
      genre: genre, date: date,
      games: games.map { entry in
        Entry(
          gameId: entry.gameId, rank: entry.rank, lift: (100 * entry.lift).rounded() / 100,
          lowerBound: (100 * entry.lowerBound).rounded(.up) / 100,
          events: DisclosureBound(k).rounded(entry.events),
          flags: entry.flags)
      })
  }
}

extension Stage<PopularLists> {
  /// Finds the games that most players liked, saved, shared or viewed, in the days that predicted
  /// best in the ranker's validation. A list has one edition of a game.
  package static func findPopularGames(
    from data: ModelData, _ eligible: Stage<NightEligibility>, _ ranker: Stage<RankerWeights>,
    _ night: Night
  ) -> Stage {
    let listLength = night.parameters.trending.listLength
    let minimumPlayers = night.parameters.reports.minimumPlayers
    return Stage(
      "popular", from: data, eligible, ranker,
      parameters: [
        "listLength": listLength, "minimumPlayers": minimumPlayers,
      ] as NamedParameters
    ) { _, data, eligible, ranker in
      let games = data.catalogue.records.games
      let day = data.history.day
      let noise = DisclosureNoise(
        hiding: data.matrix.observed, data.matrix.recent.counts, minimumPlayers: minimumPlayers)
      return PopularLists(
        lists: PopularGames.lists(
          from: data.matrix, games: games, isListed: eligible.isOut(games, on: day),
          recentDays: ranker.recentDays, rounded: { noise.rounded($0, of: $1) },
          listLength: listLength, on: day))
    }
  }
}

extension NightEligibility {
  /// By game, whether lists of games that are out may show it.
  fileprivate func isOut(_ games: [Game], on day: Day) -> [Bool] {
    zip(games, isEligible).map { $0.availability(on: day) == .out && $1 }
  }
}

extension Stage<NeighborTable> {
  /// Finds the games that are most similar to each game, by common players and by genres and tags;
  /// games with few players, by genres and tags alone. A list has one edition of a game.
  package static func findSimilarGames(
    from data: ModelData, _ eligible: Stage<NightEligibility>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters.similarity
    let minimumPlayers = night.parameters.reports.minimumPlayers
    return Stage(
      "similar", from: data, eligible,
      parameters: [
        "similarity": parameters, "minimumPlayers": minimumPlayers,
      ] as NamedParameters
    ) { _, data, eligible in
      let (games, tags) = (data.catalogue.records.games, data.catalogue.records.tags)
      let model = SimilarityModel(
        content: ContentModel(games, tags: tags, weights: parameters.weights),
        observed: data.matrix.observed, minimumPlayers: minimumPlayers, editions: Editions(games),
        parameters: parameters)
      let isListed = eligible.isOut(games, on: data.history.day)
      return NeighborTable(model.neighbors(isListed: isListed, workers: night.workers))
    }
  }
}

extension Stage<NewReleaseList> {
  /// Ranks the new releases and the announced games. A list has one edition of a game: the one with
  /// more likes, as far as counts are public.
  package static func rankNewReleases(
    from activity: Stage<Activity>, _ catalogue: Stage<NightCatalogue>,
    _ eligible: Stage<NightEligibility>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters.newReleases
    let minimumPlayers = night.parameters.reports.minimumPlayers
    return Stage(
      "new-releases", from: activity, catalogue, eligible,
      parameters: [
        "newReleases": parameters, "minimumPlayers": minimumPlayers,
      ] as NamedParameters
    ) { _, activity, catalogue, eligible in
      let newReleases = NewReleases(parameters, minimumPlayers: minimumPlayers)
      let games = catalogue.records.games
      let editions = Editions(games)
      let verdicts = activity.publicVerdicts(minimumPlayers: minimumPlayers)
      let likes = games.map { game in activity.index(of: game.id).map { verdicts[$0].likes } ?? 0 }
      func bestEditions(of isListed: (Game) -> Bool) -> [Game] {
        let isListed = zip(games, eligible.isEligible).map { isListed($0) && $1 }
        let best = editions.best(of: isListed, evidence: likes)
        return zip(games, best).filter(\.1).map(\.0)
      }
      return NewReleaseList(
        games: newReleases.list(
          activity, games: bestEditions { newReleases.isNew($0, on: activity.night) }),
        announced: newReleases.announced(
          activity, games: bestEditions { $0.availability(on: activity.night) == .announced }))
    }
  }
}

extension Stage<PriceDropList> {
  /// Finds the wishlisted games that cost less than when players wished for them.
  package static func findPriceDrops(
    from history: Stage<HistorySnapshot>, _ catalogue: Stage<NightCatalogue>,
    _ partners: Stage<NightPartners>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters.prices
    return Stage(
      "price-drops", from: history, catalogue, partners,
      parameters: ["prices": parameters] as NamedParameters
    ) { context, history, catalogue, partners in
      let prices = partners.data.prices
      guard let applied = parameters.applied(to: prices) else {
        let countries = Set(prices.map(\.country)).sorted().joined(separator: ", ")
        context.warn(
          "prices.country is \(parameters.country), but prices are known for \(countries) only. "
            + "Set it to one of these countries.")
        return PriceDropList(drops: [])
      }
      // `findie sync` runs right before the night: prices of the as-of day count.
      let records = catalogue.records
      let drops = PriceDrops.all(
        wishlists: records.packedWishlists, games: records.games, prices: prices,
        on: history.day.adding(days: 1), applied)
      let mature = Set(
        records.games.lazy.filter { $0.isMature == true }.map { ExactText($0.id) })
      let adults = Set(
        records.packedUsers.lazy.filter(\.showsMatureGames).map { ExactText($0.id) })
      return PriceDropList(
        drops: drops.filter {
          !mature.contains(ExactText($0.gameId)) || adults.contains(ExactText($0.userId))
        })
    }
  }
}
