package import FindieBatch

/// The night: from what the app wrote to what it shows in the morning. Read this first.
///
/// Each stage is a value made from the stages that it reads. What a stage does stands in its own
/// file under `Stages/`; the numbers stand in `nightly.yaml`.
///
/// ```
/// inbox → intake → history → events → matrix → factors, items, ranker → recommendations ┐
///            └──── catalogue ──────────┴─ similar, evaluation ───────────┼→ reports → publish
///                                events → activity → trending, new ──────┘
/// ```
package enum Nightly {
  /// All stages of a night, each after those that it reads.
  package static func stages(of night: Night) -> [any AnyStage] {
    let parameters = night.parameters

    let intake = Stage.readInput(night)
    let catalogue = Stage.updateCatalogue(from: intake, night)
    let history = Stage.seePast(from: intake, night)
    let events = Stage.loadEvents(from: history, night)

    let matrix = Stage.buildMatrix(from: history, events, catalogue, parameters.matrix, night)
    let factors = Stage.trainFactors(from: matrix, catalogue, parameters, night)
    let items = Stage.weighItems(from: matrix, parameters, night)
    let activity = Stage.countActivity(from: history, events, catalogue, night)
    let trending = Stage.findTrendingGames(from: activity, catalogue, parameters.trending)
    let ranker = Stage.learnRanker(
      from: history, events, catalogue, matrix, activity, parameters, night)
    let similar = Stage.findSimilarGames(
      from: history, catalogue, matrix, factors, parameters.similarity, night)
    let evaluation = Stage.evaluateModels(
      from: history, catalogue, matrix, ranker, parameters, night)
    let recommendations = Stage.recommendGames(
      from: history, catalogue, matrix, factors, items, ranker, trending, parameters, night)

    let newReleases = Stage.rankNewReleases(from: activity, catalogue, parameters.newReleases)

    let reports = Stage.writeReports(
      from: intake, history, catalogue, activity, matrix, evaluation, recommendations, similar,
      trending, newReleases, night)
    let published = Stage.publish(
      from: intake, history, catalogue, matrix, recommendations, similar, trending, newReleases,
      reports, night)

    return [
      intake, catalogue, history, events, activity, trending, newReleases, matrix, factors, items,
      ranker, similar, evaluation, recommendations, reports, published,
    ]
  }
}
