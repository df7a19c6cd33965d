package import FindieAnalytics
package import FindieIngest
package import FindieRecommender

/// All numbers of a night. The defaults stand at the properties; `Parameter.all` names, explains and
/// bounds each of them.
package struct NightParameters: Codable, Sendable, Equatable {
  package var ingest = IngestParameters()
  package var matrix = MatrixParameters()
  package var als = ALSParameters()
  package var newGames = NewGameParameters()
  package var ease = EASEParameters()
  package var neighborhood = NeighborhoodParameters()
  package var blend = BlendParameters()
  package var similarity = SimilarityParameters()
  package var evaluation = EvaluationParameters()
  package var candidates = CandidateParameters()
  package var ranker = RankerParameters()
  package var recommendations = RecommendationParameters()
  package var trending = TrendingParameters()
  package var newReleases = NewReleasesParameters()
  package var gate = GateParameters()
  package var reports = ReportParameters()

  package init() {}
}

package struct IngestParameters: Codable, Sendable, Equatable {
  /// The share of a file's lines that may be rejected before the night stops.
  package var maximumBadShare = 0.05
  package var limits = IngestLimits()

  package init() {}
}
