import FindieDomain
import FindieRanking
import FindieReports
import FindieStore
import FindieText
package import FindieWorkspace

/// The hits of the newest published lists on the likes of their day.
package struct NextDayHitsResult: JSONArtifact {
  package static var grain: String { "one row: the published night that is tested" }
  package static var formatVersion: Int { 2 }

  /// Nil if no night is published or its store cannot be read, if too few players have a list and
  /// liked a new game, in a backfill, and if a player is forgotten tonight.
  let hits: NextDayHits?
  package let isFinal: Bool

  init(hits: NextDayHits?, isFinal: Bool = true) {
    self.hits = hits
    self.isFinal = isFinal
  }

  package var counts: [String: Int] { hits.map { ["players": $0.players] } ?? [:] }

  package var measures: [String: Double] {
    hits.map { ["hitRate": $0.hitRate.mean, "ndcg": $0.nDCG.mean] } ?? [:]
  }

  package var conclusion: String? {
    hits.map { [$0.sentence, $0.modelAge?.sentence].compactMap(\.self).joined(separator: " ") }
  }
}

extension Stage<NextDayHitsResult> {
  /// Tests the lists that players saw until tonight by what they liked on the day of these lists.
  package static func countNextDayHits(
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
      if let recipe = night.recipe { return NextDayHitsResult(hits: recipe.nextDayHits) }
      guard let day = champion.day else { return NextDayHitsResult(hits: nil) }
      let (evaluation, minimum) = (parameters.evaluation, parameters.gate.minimumPlayers)
      let all = NewLikes(interactions.table, on: day, seed: evaluation.seed).games
      var isFinal = true
      let hits: NextDayHits?
      do {
        let store = try PublishedStore(at: night.workspace.publishedStore(day))
        let results = try all.prefix(evaluation.players).compactMap { player, liked in
          try store.chosenGames(of: player).flatMap { list in
            list.games.isEmpty ? nil : list.games.hits(liked, k: evaluation.k)
          }
        }
        let older = OlderLists(publishedOn: day, night) { context.warn($0) }
        hits = NextDayHits(
          of: day, results, cutoff: evaluation.k, minimumPlayers: minimum,
          since: previousNights.nights.compactMap(\.nextDayHits).filter { $0.lists < day },
          modelAge: try older.loss(against: store, all, k: evaluation.k))
      } catch let failure as StoreFailure {
        context.warn("the lists of \(day) were not tested: \(failure)")
        hits = nil
        isFinal = !FailureKind.isTransient(failure)
      }
      if let hits, hits.isFall { context.warn(hits.sentence) }
      let loss = ModelAgeLoss(
        of: (previousNights.nights.map(\.nextDayHits) + [hits]).compactMap { $0?.modelAge })
      if parameters.models.anchor == .weekly, hits?.modelAge != nil, loss.isLarge {
        context.warn(loss.sentence)
      }
      return NextDayHitsResult(hits: hits, isFinal: isFinal)
    }
  }
}
