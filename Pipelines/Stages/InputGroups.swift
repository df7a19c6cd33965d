import FindieBatch
import FindieEvaluation
import FindieModels
import FindieRanking

/// What models are trained on and lists are computed from.
package struct ModelData: StageGroup {
  let history: Stage<HistorySnapshot>
  let catalogue: Stage<NightCatalogue>
  let matrix: Stage<InteractionMatrix>
}

/// The models that tonight's lists are computed by.
package struct TrainedModels: StageGroup {
  let tuning: Stage<TunedParameters>
  let factors: Stage<FactorModel>
  let items: Stage<ItemItemModels>
  let ranker: Stage<RankerWeights>
}

/// What players' lists are computed from besides the models.
package struct ListChoice: StageGroup {
  let eligible: Stage<NightEligibility>
  let trending: Stage<TrendingLists>
}

/// The lists of a night.
package struct PublishableLists: StageGroup {
  let forPlayers: Stage<ListsToPublish>
  let similar: Stage<NeighborTable>
  let trending: Stage<TrendingLists>
  let newReleases: Stage<NewReleaseList>
}

/// Whether the night is published, and by which models.
package struct PublishingDecision: StageGroup {
  let comparison: Stage<Comparison>
  let gate: Stage<GateFindings>
}
