package import FindieAnalytics
package import FindieBatch
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
  package var stages = StageRuleParameters()
  package var keep = KeepParameters()

  package init() {}
}

package struct IngestParameters: Codable, Sendable, Equatable {
  /// The share of a file's lines that may be rejected before the night stops.
  package var maximumBadShare = 0.05
  package var limits = IngestLimits()

  package init() {}
}

/// How stages are made, and what happens where one fails or time runs out that a night can be published
/// without.
package struct StageRuleParameters: Codable, Sendable, Equatable {
  package struct Optional: Codable, Sendable, Equatable {
    package var onError = ErrorRule.keepLastGood
    /// Which goes first where a night would be late; 0 for none.
    package var dropOrder: Int
  }

  /// How many may be made at a time.
  package var sideBySide = 4
  package var positions = Optional(dropOrder: 1)
  package var evaluation = Optional(dropOrder: 2)
  package var reports = Optional(dropOrder: 3)

  package init() {}

  private var byName: [String: Optional] {
    ["positions": positions, "evaluation": evaluation, "reports": reports]
  }

  var onError: [String: ErrorRule] { byName.mapValues(\.onError) }

  /// The stages that may be left out, the first to go first.
  var dropOrder: [String] {
    byName.filter { $0.value.dropOrder > 0 }
      .sorted { ($0.value.dropOrder, $0.key) < ($1.value.dropOrder, $1.key) }.map(\.key)
  }
}

extension NightParameters {
  /// The numbers of all models.
  package var models: ModelParameters {
    var models = ModelParameters()
    models.als = als
    models.ease = ease
    models.neighborhood = neighborhood
    models.blend = blend
    return models
  }
}
