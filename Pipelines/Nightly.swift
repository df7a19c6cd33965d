package import FindieWorkspace

/// The nightly pipeline: from the app's export to the lists that the app shows in the morning.
///
/// Each stage is declared once, with the stages that it reads. The variable has the name of the
/// stage, which is also its name in `run.json`, `findie plan` and `--only` (there `by-game`, here
/// `byGame`). The stage's code is in `Stages/`, the type of its result in `Artifacts/` or beside
/// what it belongs to, and its parameters in `nightly.yaml`.
///
/// The main flow (a stage may read more than the drawing shows):
///
/// ```
/// intake ─┬─ catalogueUpdate ─┬─ catalogue ── eligible: the games that lists may show
///         │                   ├─ partnerUpdate ── partners ── priceDrops ── reports, publish
///         │                   ├─ annotations, promotions ── reports, publish
///         │                   └─ suggestions: of the operator's model ── ranker, lists
///         └─ history ─┬─ previousNights
///                     ├─ champion: what players see until tonight's lists are published
///                     │    └─ nextDayHits: of their lists ─────────────────────── reports
///                     ├─ edition: the last closed week ── positions, closedWeeks
///                     ├─ byGame ─┬─ closedWeeks: once for each edition ───────── reports
///                     │          └─ activity ── trending, newReleases ────────── lists
///                     └─ interactions ── matrix ── the models below
///
/// anchor: the night whose models tonight's lists use; training…: its catalogue and its matrix
///   ├─ trainedFactors, trainedItems ── factors, items ┬─ recommendations ┐
///   └─ heldOut ┬─ tuning ── denseWeights              │                  │
///              └─ heldOutModels ── trainedRanker ┬────┴─ ranker, popular │
///                                                ├─ comparison ──────────┤
///                                                └─ evaluation ─ reports │
/// matrix ── similar                                    listsToPublish ───┴─ gate
///                                                        ├─ audiences ── publish
///                                                        └─ reports, publish
/// ```
package enum Nightly {
  /// The stage that publishes.
  static let lastStage = "publish"

  /// The stages of a night, each after those that it reads.
  package static func stages(of night: Night) -> [any AnyStage] {
    var stages = StageList()

    // The input: events before the day of the night, the catalogue, and earlier runs.
    let intake = stages.add(Stage.readInput(night))
    let catalogueUpdate = stages.add(Stage.updateCatalogue(from: intake, night))
    let history = stages.add(Stage.openHistory(from: intake, catalogueUpdate, night))
    let previousNights = stages.add(Stage.readPreviousNights(from: history, night))
    let champion = stages.add(Stage.findChampion(from: history, night))
    let catalogue = stages.add(Stage.readCatalogue(from: catalogueUpdate, night))
    let interactions = stages.add(Stage.loadInteractions(from: history, night))
    let partnerUpdate = stages.add(Stage.updatePartners(from: catalogueUpdate))
    let partners = stages.add(Stage.readPartners(from: partnerUpdate, night))
    let annotations = stages.add(Stage.updateAnnotations(from: catalogueUpdate))
    let promotions = stages.add(Stage.updatePromotions(from: catalogueUpdate))
    let suggestions = stages.add(
      Stage.receiveSuggestions(from: catalogueUpdate, history, night))
    let eligible = stages.add(Stage.findEligibleGames(from: catalogue, night))

    // Counts: what players did with each game on each day.
    let byGame = stages.add(Stage.sortByGame(from: history, night))
    let activity = stages.add(Stage.countActivity(from: history, byGame, catalogue, night))
    let edition = stages.add(Stage.findEdition(from: history, night))
    let positions = stages.add(Stage.estimatePositions(from: edition, history, night))
    let closedWeeks = stages.add(
      Stage.closeWeeks(
        from: edition, history, byGame, catalogue, activity, positions, night))
    let trending = stages.add(Stage.findTrendingGames(from: activity, catalogue, eligible, night))
    let newReleases = stages.add(Stage.rankNewReleases(from: activity, catalogue, eligible, night))
    let priceDrops = stages.add(Stage.findPriceDrops(from: history, catalogue, partners, night))

    // The hits of the lists that players saw until tonight.
    let nextDayHits = stages.add(
      Stage.countNextDayHits(from: champion, interactions, previousNights, night))

    // Models: which games each player likes, which games are similar.
    let matrix = stages.add(Stage.buildMatrix(from: history, interactions, catalogue, night))
    let data = ModelData(history: history, catalogue: catalogue, matrix: matrix)

    // Training: on the data of the anchor, the night whose models tonight's lists use.
    let anchor = stages.add(
      Stage.chooseAnchor(
        from: intake, history, catalogueUpdate, champion, previousNights, suggestions, night))
    let trainingCatalogue = stages.add(Stage.readTrainingCatalogue(from: anchor, catalogue, night))
    let trainingGames = stages.add(Stage.listTrainingGames(from: trainingCatalogue))
    let trainingMatrix = stages.add(
      Stage.buildTrainingMatrix(from: anchor, trainingCatalogue, data, interactions, night))
    let training = TrainingInputs(
      anchor: anchor, catalogue: trainingCatalogue, matrix: trainingMatrix)
    let heldOut = stages.add(
      Stage.holdOut(
        from: training, history, interactions, activity, byGame, suggestions, night))
    let tuning = stages.add(Stage.tuneParameters(from: heldOut, anchor, night))
    let denseWeights = stages.add(Stage.decideDenseWeights(from: training, tuning, night))
    let heldOutModels = stages.add(
      Stage.trainHeldOutModels(from: heldOut, tuning, denseWeights, anchor, night))
    let trainedRanker = stages.add(Stage.trainRanker(from: heldOut, heldOutModels, night))
    let trainedFactors = stages.add(Stage.trainFactors(from: training, tuning, night))
    let trainedItems = stages.add(
      Stage.trainItemModels(from: training, tuning, denseWeights, night))

    // The models for tonight's games and players.
    let factors = stages.add(
      Stage.updateFactors(from: anchor, trainingGames, trainedFactors, data, night))
    let items = stages.add(
      Stage.updateItemModels(from: anchor, trainingGames, trainedItems, tuning, data, night))
    let ranker = stages.add(
      Stage.updateRanker(
        from: anchor, trainedRanker, heldOutModels, tuning, data, activity, suggestions, night))
    let models = TrainedModels(
      tuning: tuning, factors: factors, items: items, ranker: ranker)
    let similar = stages.add(Stage.findSimilarGames(from: data, eligible, night))
    let popular = stages.add(Stage.findPopularGames(from: data, eligible, ranker, night))

    // Evaluation: models that were trained without some of the likes predict those likes.
    let evaluation = stages.add(
      Stage.evaluateModels(from: heldOut, heldOutModels, trainedRanker, night))
    let comparison = stages.add(
      Stage.compareWithChampion(from: heldOut, heldOutModels, trainedRanker, anchor, night))

    // Lists: each player's games; they are checked before they are published.
    let choice = ListChoice(
      eligible: eligible, trending: trending, promotions: promotions, suggestions: suggestions)
    let recommendations = stages.add(
      Stage.recommendGames(from: data, models, choice, night))
    let listsToPublish = stages.add(
      Stage.chooseLists(
        from: data, recommendations, models, choice, anchor, champion, comparison, night))
    let olderLists = stages.add(
      Stage.listByOlderModels(
        from: intake, anchor, champion, data, choice, activity, night))
    let lists = PublishableLists(
      forPlayers: listsToPublish, similar: similar, trending: trending, popular: popular,
      newReleases: newReleases)
    let gate = stages.add(
      Stage.checkLists(from: data, lists, eligible, champion, comparison, night))
    let decision = PublishingDecision(comparison: comparison, gate: gate)
    let audiences = stages.add(
      Stage.findAudiences(from: data, models, choice, listsToPublish, champion, night))

    let reports = stages.add(
      Stage.writeReports(
        from: ReportInputs(
          intake: intake, data: data, anchor: anchor, byGame: byGame, activity: activity,
          closedWeeks: closedWeeks,
          positions: positions, evaluation: evaluation, lists: lists, partners: partners,
          priceDrops: priceDrops, annotations: annotations, promotions: promotions,
          decision: decision, previousNights: previousNights, nextDayHits: nextDayHits),
        night))
    stages.add(
      Stage.publish(
        from: PublishInputs(
          intake: intake, data: data, anchor: anchor, models: models, lists: lists,
          partnerUpdate: partnerUpdate, annotations: annotations, promotions: promotions,
          suggestions: suggestions, priceDrops: priceDrops, audiences: audiences,
          decision: decision,
          heldOutModels: heldOutModels, champion: champion, previousNights: previousNights,
          nextDayHits: nextDayHits, denseWeights: denseWeights, olderLists: olderLists,
          reports: reports), night))
    return stages.all
  }
}
