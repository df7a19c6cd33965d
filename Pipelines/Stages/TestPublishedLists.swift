import FindieDomain
import FindieRanking
import FindieReports
import FindieStore
import FindieText
package import FindieWorkspace

/// The hits of the newest published lists.
package struct PublishedListsTest: JSONArtifact {
  package static var grain: String { "one row: the published night that is tested" }
  package static var formatVersion: Int { 2 }

  /// Nil if no night is published or its store cannot be read, if too few players have a list and
  /// liked a new game, in a backfill, and if a player is forgotten tonight.
  let hits: NextDayHits?
  /// Whether the lists could be read.
  package let isFinal: Bool

  init(hits: NextDayHits?, isFinal: Bool = true) {
    self.hits = hits
    self.isFinal = isFinal
  }

  package var counts: [String: Int] { hits.map { ["players": $0.players] } ?? [:] }

  package var measures: [String: Double] {
    hits.map { ["hitRate": $0.hitRate.mean, "ndcg": $0.nDCG.mean] } ?? [:]
  }

  package var conclusion: String? { hits?.sentence }
}

extension Stage<PublishedListsTest> {
  /// Tests the lists that players saw until tonight by what they liked on the day of these lists.
  package static func testPublishedLists(
    from champion: Stage<Champion>, _ interactions: Stage<Interactions>,
    _ previousNights: Stage<PreviousNights>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters
    return Stage(
      "next-day-hits", from: champion, interactions, previousNights,
      parameters: [
        "evaluation": parameters.evaluation, "gate": parameters.gate,
      ] as NamedParameters
    ) { context, champion, interactions, previousNights in
      if let recipe = night.recipe { return PublishedListsTest(hits: recipe.nextDayHits) }
      guard let day = champion.day else { return PublishedListsTest(hits: nil) }
      let (evaluation, minimum) = (parameters.evaluation, parameters.gate.minimumPlayers)
      let likes = NewLikes(
        interactions.table, on: day, players: evaluation.players, seed: evaluation.seed)
      var isFinal = true
      let hits: NextDayHits?
      do {
        let store = try PublishedStore(at: night.workspace.publishedStore(day))
        let results = try likes.games.compactMap { player, games -> RankingMetrics? in
          // Promoted games are not chosen by the models.
          let list = try store.recommendationList(userId: player)?.games
            .filter { $0.promoted != true }
          guard let list, !list.isEmpty else { return nil }
          let games = Set(games.map { ExactText($0) })
          return RankingMetrics(
            hits: list.indices.filter { games.contains(ExactText(list[$0].gameId)) },
            relevant: games.count, k: evaluation.k)
        }
        hits = NextDayHits(
          of: day, results, cutoff: evaluation.k, minimumPlayers: minimum,
          since: previousNights.nights.compactMap(\.nextDayHits).filter { $0.lists < day })
      } catch let failure as StoreFailure {
        context.warn("the lists of \(day) were not tested: \(failure)")
        hits = nil
        isFinal = !FailureKind.isTransient(failure)
      }
      if let hits, hits.isFall { context.warn(hits.sentence) }
      return PublishedListsTest(hits: hits, isFinal: isFinal)
    }
  }
}
