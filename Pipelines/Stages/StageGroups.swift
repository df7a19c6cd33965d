import FindieModels
import FindieRanking
import FindieWorkspace

/// The data that models are trained on and lists are computed from.
package struct ModelData: StageGroup {
  let history: Stage<HistorySnapshot>
  let catalogue: Stage<NightCatalogue>
  let matrix: Stage<InteractionMatrix>
}

/// The models that compute tonight's lists.
package struct TrainedModels: StageGroup {
  let tuning: Stage<TunedParameters>
  let factors: Stage<FactorModel>
  let items: Stage<ItemItemModels>
  let ranker: Stage<RankerWeights>
}

/// The inputs of players' lists besides the models.
package struct ListChoice: StageGroup {
  let eligible: Stage<NightEligibility>
  let trending: Stage<TrendingLists>
  /// The records are in the catalogue.
  let promotions: Stage<CollectionUpdate>
  let suggestions: Stage<NightSuggestions>
}

/// The lists of a night.
package struct PublishableLists: StageGroup {
  let forPlayers: Stage<ListsToPublish>
  let similar: Stage<NeighborTable>
  let trending: Stage<TrendingLists>
  let popular: Stage<PopularLists>
  let newReleases: Stage<NewReleaseList>
}

/// Whether the night is published, and with which models.
package struct PublishingDecision: StageGroup {
  let comparison: Stage<Comparison>
  let gate: Stage<GateFindings>
}
