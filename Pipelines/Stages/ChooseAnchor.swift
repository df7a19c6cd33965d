import FindieAnalytics
import FindieDomain
import FindieFiles
import FindieHistory
import FindieModels
import FindieRanking
import FindieReports
import FindieStore
package import FindieWorkspace
import Foundation

extension Stage<Anchor> {
  /// Decides whether tonight's models are trained tonight, or are those of an earlier night.
  package static func chooseAnchor(
    from intake: Stage<Intake>, _ history: Stage<HistorySnapshot>,
    _ catalogueUpdate: Stage<CatalogueUpdate>, _ champion: Stage<Champion>,
    _ previousNights: Stage<PreviousNights>, _ suggestions: Stage<NightSuggestions>,
    _ night: Night
  ) -> Stage {
    Stage(
      "anchor", from: intake, history, catalogueUpdate, champion, previousNights, suggestions,
      parameters: NoParameters(),
      predict: { .unchanged(try Anchor(of: $1, $0, $2, $3, $4, $5, night)) }
    ) { _, intake, history, catalogueUpdate, champion, previousNights, suggestions in
      let anchor = try Anchor(
        of: history, intake, catalogueUpdate, champion, previousNights, suggestions, night)
      if !anchor.isTonight, let folder = champion.folder,
        !anchor.data.isOf(intake.ledger, in: night.workspace.history)
      {
        try AnchorArtifacts(in: folder).restore(to: night.artifacts)
      }
      return anchor
    }
  }
}

extension Anchor {
  fileprivate init(
    of snapshot: HistorySnapshot, _ intake: Intake, _ catalogue: CatalogueUpdate,
    _ champion: Champion, _ previousNights: PreviousNights, _ suggestions: NightSuggestions,
    _ night: Night
  ) throws {
    let (day, history) = (snapshot.day, snapshot.events)
    if let data = night.recipe?.training {
      let anchor = Store(
        night: night.workspace.published(data.day), file: Workspace.storeName)
      self.init(
        data: data, store: data.day == day ? nil : anchor,
        conclusion: "The recipe names its models.")
      return
    }
    func tonight(_ why: String, besides: String = "") -> Anchor {
      Anchor(
        data: TrainingData(
          day: day, end: day,
          history: TrainingData.identity(of: intake.ledger, before: day, in: history),
          catalogue: catalogue.digest, champion: champion.content, championDay: champion.day,
          uncounted: history.uncounted.identity(before: day), suggestions: suggestions.record),
        store: nil, conclusion: "Models are trained tonight: \(why).\(besides)")
    }

    let schedule = night.parameters.models
    guard schedule.allowsOlderModels(events: intake.events(before: day)) else {
      self = tonight("every night trains its models")
      return
    }
    let loss = ModelAgeLoss(of: previousNights.nights.compactMap { $0.nextDayHits?.modelAge })
    guard schedule.anchor == .weekly || loss.isSmall else {
      self = tonight("those of an earlier night may be worse", besides: " " + loss.sentence)
      return
    }
    guard let published = champion.day, let recipe = night.workspace.recipe(of: published) else {
      self = tonight(champion.reason ?? "the recipe of the published night cannot be read")
      return
    }
    let data = recipe.training
    if data.day < day.monday {
      self = tonight("the models of \(data.day) are of an earlier week")
    } else if data.uncounted != history.uncounted.identity(before: data.end) {
      self = tonight("other accounts count than for the models of \(data.day)")
    } else if let last = previousNights.nights.last, last.day == published,
      let hits = last.nextDayHits, hits.isFall, hits.lists >= data.day
    {
      self = tonight(
        "the lists of \(hits.lists) had significantly fewer hits than those of the days before")
    } else if !data.isOf(intake.ledger, in: history),
      !AnchorArtifacts(in: night.workspace.published(published)).areUsable(by: night, recipe)
    {
      self = tonight(
        "events of days before \(data.end) came late or were removed, and the models of "
          + "\(data.day) are no longer stored")
    } else if let store = night.workspace.anchorStore(of: published, data) {
      guard try store.isWhole() else {
        self = tonight("\(store.url.path) is damaged")
        return
      }
      self.init(
        data: data, store: store,
        conclusion: "The models of the night of \(data.day) are used.")
    } else {
      self = tonight("the night of \(data.day) is no longer stored")
    }
  }
}

/// What models are trained on. On a night that is no anchor, nothing of it is built unless an
/// artifact is missing.
package struct TrainingInputs: StageGroup {
  let anchor: Stage<Anchor>
  let catalogue: Stage<NightCatalogue>
  let matrix: Stage<TrainingMatrix>
}

/// The games that models are trained on, in the order of the models.
package struct TrainingGames: JSONArtifact {
  package static var grain: String { "one id per game" }
  package static var countOfGrain: String? { "games" }
  package static var formatVersion: Int { 1 }

  let ids: [String]

  package var counts: [String: Int] { ["games": ids.count] }
}

/// The matrix that models are trained on.
package struct TrainingMatrix: TransientArtifact {
  package static var grain: String { InteractionMatrix.grain }
  package static var countOfGrain: String? { InteractionMatrix.countOfGrain }

  let matrix: InteractionMatrix

  package var counts: [String: Int] { matrix.counts }
}

extension Stage<NightCatalogue> {
  /// Reads the catalogue of the anchor from its published store.
  package static func readTrainingCatalogue(
    from anchor: Stage<Anchor>, _ catalogue: Stage<NightCatalogue>, _ night: Night
  ) -> Stage {
    Stage(
      "training-catalogue", from: anchor, catalogue, identifiedBy: [anchor],
      parameters: NoParameters()
    ) { _, anchor, catalogue in
      guard let store = anchor.store else { return catalogue }
      let training = try PublishedStore(at: store.url).catalogue()
      guard training.digest(workers: night.workers) == anchor.data.catalogue else {
        throw NightRefusal(
          .failed, "\(store.url.path) is not the catalogue that models were trained on",
          remedy: "Move the file away: the next run then trains models.")
      }
      return NightCatalogue(records: training, digest: anchor.data.catalogue, intake: [])
    }
  }
}

extension Stage<TrainingGames> {
  /// Lists the games of the anchor's catalogue, so that models can be mapped to tonight's games
  /// without reading that catalogue.
  package static func listTrainingGames(from catalogue: Stage<NightCatalogue>) -> Stage {
    Stage("training-games", from: catalogue, parameters: NoParameters()) { _, catalogue in
      TrainingGames(ids: catalogue.records.games.map(\.id))
    }
  }
}

extension Stage<TrainingMatrix> {
  /// Builds the matrix of the events before the anchor's day.
  package static func buildTrainingMatrix(
    from anchor: Stage<Anchor>, _ catalogue: Stage<NightCatalogue>, _ data: ModelData,
    _ interactions: Stage<Interactions>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters.matrix
    return Stage(
      "training-matrix", from: anchor, catalogue, data, interactions,
      identifiedBy: [anchor, catalogue], parameters: ["matrix": parameters] as NamedParameters
    ) { _, anchor, training, data, interactions in
      if anchor.isTonight { return TrainingMatrix(matrix: data.matrix) }
      guard try anchor.data.isOf(night.workspace.history.ledger(), in: night.workspace.history)
      else {
        throw NightRefusal(
          .failed,
          "events came late since the night of \(anchor.data.day) trained its models, so these "
            + "cannot be trained again, and the stored ones are missing or made by another program",
          remedy: "The next night trains models.")
      }
      let catalogue = training.records
      return TrainingMatrix(
        matrix: InteractionMatrix(
          interactions: interactions.table, wishlists: catalogue.packedWishlists,
          users: catalogue.packedUsers,
          games: catalogue.games.map(\.id), on: anchor.data.end, parameters: parameters,
          workers: night.workers))
    }
  }
}
