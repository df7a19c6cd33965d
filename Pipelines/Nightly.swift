package import FindieBatch
import FindieRecommender

/// The night: from what the app wrote to what it shows in the morning. Read this first.
///
/// Each stage is a value made from the stages that it reads. What a stage does stands in its own
/// file under `Stages/`; the numbers stand in `nightly.yaml`.
///
/// ```
/// inbox → intake → history → interactions → matrix → factors, items, ranker → recommendations ┐
///            └──── catalogue ────────────────┴─ similar ────────────────────────────┼→ gate → publish
///                           matrix → judged → evaluation, comparison ← champion ────┤   └→ reports
///                           history → by-game → activity → trending, new ───────────┤
///                                        └→ studio-numbers → reports ───────────────┘
/// ```
package enum Nightly {
  /// All stages of a night, each after those that it reads.
  package static func stages(of night: Night) -> [any AnyStage] {
    let parameters = night.parameters

    let intake = Stage.readInput(night)
    let stored = Stage.updateCatalogue(from: intake, night)
    let catalogue = Stage.readCatalogue(from: stored, night)
    let history = Stage.seePast(from: intake, night)
    let interactions = Stage.loadInteractions(from: history, night)

    let byGame = Stage.orderByGame(from: history, night)
    let activity = Stage.countActivity(from: history, byGame, catalogue, night)
    let trending = Stage.findTrendingGames(from: activity, catalogue, parameters.trending)
    let newReleases = Stage.rankNewReleases(from: activity, catalogue, parameters.newReleases)
    let positions = Stage.estimatePositions(from: interactions, night)
    let counting = Stage.countStudios(
      from: history, byGame, catalogue, positions, parameters.reports, night)

    let champion = Stage.findChampion(from: history, night)
    let exploration = Stage.estimateExploration(from: history, interactions, champion)
    let matrix = Stage.buildMatrix(from: history, interactions, catalogue, parameters.matrix, night)
    let factors = Stage.trainFactors(from: matrix, catalogue, champion, parameters, night)
    let items = Stage.weighItems(from: matrix, parameters, night)
    let ranker = Stage.learnRanker(
      from: history, interactions, catalogue, matrix, activity, parameters, night)
    let similar = Stage.findSimilarGames(
      from: history, catalogue, matrix, factors, parameters.similarity, night)
    let recommendations = Stage.recommendGames(
      from: history, catalogue, matrix, factors, items, ranker, trending, parameters, night)

    let judged = Stage.trainJudgedModels(from: history, catalogue, matrix, parameters, night)
    let evaluation = Stage.evaluateModels(
      from: history, catalogue, matrix, ranker, judged, parameters, night)
    let comparison = Stage.compareWithChampion(
      from: history, catalogue, matrix, ranker, judged, champion, parameters, night)
    let served = Stage.chooseLists(
      from: history, catalogue, matrix, trending, recommendations, champion, comparison,
      parameters, night)
    let gate = Stage.checkLists(
      from: history, catalogue, matrix, served, similar, trending, champion, parameters, night)

    let lists = NightListStages(
      served: served, similar: similar, trending: trending, newReleases: newReleases)
    let judgement = JudgementStages(
      judged: judged, ranker: ranker, champion: champion, comparison: comparison, gate: gate)
    let earlier = Stage.seeEarlierNights(from: history, night)
    let reports = Stage.writeReports(
      from: intake, history, catalogue, activity, counting, matrix, evaluation, lists, judgement,
      positions, earlier, night)
    let published = Stage.publish(
      from: intake, history, catalogue, matrix, factors, items, lists, judgement, earlier, reports,
      night)

    return [
      intake, stored, history, earlier, champion, catalogue, interactions, byGame, positions,
      activity, counting, trending, newReleases, exploration, matrix, factors, items, ranker,
      similar, judged, evaluation, comparison, recommendations, served, gate, reports, published,
    ]
  }
}

/// The lists that a night publishes.
package struct NightListStages {
  let served: Stage<ServedLists>
  let similar: Stage<NeighborTable>
  let trending: Stage<TrendingLists>
  let newReleases: Stage<NewReleaseList>
}

/// What decides whether they are published, and by whose models.
package struct JudgementStages {
  let judged: Stage<JudgedModels>
  let ranker: Stage<RankerWeights>
  let champion: Stage<Champion>
  let comparison: Stage<Comparison>
  let gate: Stage<GateFindings>
}
