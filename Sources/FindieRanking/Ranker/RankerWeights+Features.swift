extension RankerWeights {
  /// Whether these weights have the features of the current ranker; those of an older version may not.
  package var hasCurrentFeatures: Bool {
    weights.map(\.feature) == RankerFeature.allCases.map(\.name)
  }
}
