import FindieDomain
import FindieRanking
import FindieReports
import FindieStore
import FindieText
package import FindieWorkspace

/// How the lists of the newest published night met what players did since.
package struct PublishedListsTest: TransientArtifact {
  package static var grain: String { "one row: the published night that is tested" }

  /// Nil if no night is published, or too few players have a list and a new like.
  let hits: NextDayHits?

  package var counts: [String: Int] { hits.map { ["players": $0.players] } ?? [:] }

  package var measures: [String: Double] {
    hits.map { ["hitRate": $0.hitRate.mean, "ndcg": $0.nDCG.mean] } ?? [:]
  }

  package var conclusion: String? { hits?.sentence }
}

extension Stage<PublishedListsTest> {
  /// Tests the lists that players saw until tonight by what they liked since.
  package static func testPublishedLists(
    from champion: Stage<Champion>, _ interactions: Stage<Interactions>,
    _ history: Stage<HistorySnapshot>, _ previousNights: Stage<PreviousNights>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters
    return Stage(
      "next-day-hits", from: champion, interactions, history, previousNights,
      parameters: [
        "evaluation": parameters.evaluation, "gate": parameters.gate,
      ] as NamedParameters
    ) { context, champion, interactions, history, previousNights in
      if let recipe = night.recipe { return PublishedListsTest(hits: recipe.nextDayHits) }
      guard let day = champion.day else { return PublishedListsTest(hits: nil) }
      let (evaluation, minimum) = (parameters.evaluation, parameters.gate.minimumPlayers)
      let positives = NewPositives(
        interactions.table, from: day, before: history.day, players: evaluation.players,
        seed: evaluation.seed)
      let hits: NextDayHits?
      do {
        let store = try PublishedStore(at: night.workspace.publishedStore(day))
        let results = try positives.games.compactMap { player, games -> RankingMetrics? in
          guard let list = try store.recommendationList(userId: player), !list.games.isEmpty
          else { return nil }
          let games = Set(games.map { ExactText($0) })
          return RankingMetrics(
            hits: list.games.indices.filter { games.contains(ExactText(list.games[$0].gameId)) },
            relevant: games.count, k: evaluation.k)
        }
        let anchor = night.workspace.recipe(of: day)?.training?.day ?? day
        hits = NextDayHits(
          of: day, results, cutoff: evaluation.k, minimumPlayers: minimum,
          since: previousNights.nights.compactMap(\.nextDayHits).filter {
            $0.lists >= anchor && $0.lists < day
          })
      } catch let failure as StoreFailure {
        context.warn("the lists of \(day) were not tested: \(failure)")
        hits = nil
      }
      if let hits, hits.isFall { context.warn(hits.sentence) }
      return PublishedListsTest(hits: hits)
    }
  }
}
