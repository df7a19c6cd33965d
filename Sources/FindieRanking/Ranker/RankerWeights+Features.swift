extension RankerWeights {
  /// Whether these weights are of the features that the ranker has now: an older program's may not be.
  package var hasCurrentFeatures: Bool {
    weights.map(\.feature) == RankerFeature.allCases.map(\.name)
  }
}
