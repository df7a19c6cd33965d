import FindieDomain
import FindieLinearAlgebra
package import FindieWorkers

package struct RecommendationParameters: Codable, Sendable, Equatable {
  /// How many games a player's list holds at most.
  package var listLength = 50
  /// The currency in which the players' price bounds are meant.
  package var currency = "USD"

  package init() {}
}

/// Makes every player's list: candidates from all models and from what is new, scored by one ranker;
/// never what the filters forbid.
///
/// A player of whom nothing is known but favourite genres is given the factor of that taste
/// (`TasteFactors`) and goes the same way.
package struct Recommender: Sendable {
  let search: CandidateSearch
  let weights: RankerWeights
  private let parameters: RecommendationParameters

  /// - Parameters:
  ///   - audience: the players, their factors solved for `models`.
  ///   - eligibility: nil where players' own bounds do not matter.
  package init(
    _ audience: Audience, models: RankingModels, signals: GameSignals, weights: RankerWeights,
    eligibility: Eligibility?, parameters: RecommendationParameters,
    candidates: CandidateParameters
  ) {
    search = CandidateSearch(
      audience, models: models, signals: signals, eligibility: eligibility, parameters: candidates,
      // Where the catalogue has enough games, no list is short.
      factors: max(candidates.factors, parameters.listLength))
    self.weights = weights
    self.parameters = parameters
  }

  /// The lists of all players, in the order of the audience's rows.
  ///
  /// - Parameters:
  ///   - memoryInBytes: what the search by factors may take; no byte of a list depends on it.
  ///   - progress: called with the number of players done; throws to stop.
  package func lists(
    workers: Workers, memoryInBytes: Int = FactorTopGames.defaultMemoryInBytes,
    progress: @Sendable (Int) throws -> Void = { _ in }
  ) throws -> RecommendationTable {
    let (audience, models) = (search.audience, search.models)
    let gramian = models.factors.weightedGamesGramian
    return try search.parts(
      workers: workers, memoryInBytes: memoryInBytes, progress: progress,
      scratch: { PartMaker(models, audience, weights, gramian: gramian) }
    ) { players, search, maker in
      var table = RecommendationTable()
      try search.each(players) { player, finder in
        table.append(try list(of: player, finder, &maker))
      }
      return table
    }.reduce(into: RecommendationTable()) { $0.append($1) }
  }

  private func list(
    of player: Int, _ finder: borrowing CandidateFinder, _ maker: inout PartMaker
  ) throws -> PlayerList {
    let width = RankerFeature.count
    let features = finder.features
    var best = BestGames(count: parameters.listLength)
    var placeOf: [UInt32: Int] = [:]
    for (place, game) in finder.games.enumerated() {
      let logit = Float(weights.logit(features.span, at: place * width))
      guard logit >= best.threshold else { continue }
      best.offer(game: game, score: logit)
      placeOf[game] = place
    }
    let entries = best.ranked.map(\.game)
    let chosen = entries.flatMap { game -> ArraySlice<Float> in
      let start = (placeOf[game] ?? 0) * width
      return features[start..<start + width]
    }
    let parts = try maker.parts(of: player, entries: entries, features: chosen)
    let reasons = ReasonChoice(search.audience, search.signals, player: player)
    return PlayerList(
      source: source(of: player, parts),
      entries: entries.indices.map { entry in
        PlayerList.Entry(
          game: entries[entry], score: Float(parts.score(entry)),
          reasons: reasons.reasons(
            of: parts, entry, game: entries[entry], count: RecommendationTable.reasonsAnEntry))
      })
  }

  private func source(of player: Int, _ parts: EntryParts) -> RecommendationList.Source {
    guard parts.evidence.isEmpty else { return .personal }
    return search.audience.favoriteGenres[player].isEmpty ? .popular : .genres
  }
}
