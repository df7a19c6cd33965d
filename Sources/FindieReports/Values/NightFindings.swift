package import FindieAnalytics
package import FindieDomain
package import FindieRanking

/// Results of the run's other stages, for the team's report.
package struct NightFindings: Sendable {
  package var trending: [TrendingGames] = []
  package var newReleases: [NewRelease] = []
  /// Nil if no model was evaluated.
  package var evaluation: Evaluation?
  /// The value of `recommendations.discovery` of the published lists.
  package var discovery = 0.0
  /// The earlier run whose models made the lists; nil if the run's own did.
  package var champion: Day?
  package var dataQuality = DataQuality(collections: [])
  package var lists = NightLists(personal: 0, genres: 0, popular: 0, similar: 0)
  /// Nil if the lists were not checked.
  package var gate: GateFindings?
  /// Whether the lists are published although checks failed.
  package var isOverridden = false
  /// The recommendations of earlier runs and, last, of this run; may be empty.
  package var health: [NightHealth] = []
  /// The run's models against the published ones; nil if they were not compared.
  package var comparison: Comparison?
  /// How the trending games of earlier runs did; nil if it is not known.
  package var backtest: TrendingBacktest?
  /// Whether a card's position in the feed affects its like rate; nil if it is not known.
  package var positions: PositionEffects?
  /// The experiments that began, the earliest first.
  package var experiments: [ExperimentResult] = []
  /// Nil without data of partners.
  package var partners: PartnerFindings?
  package var promotions: [PromotedGame] = []
  /// The stages of the run in an order in which each follows its inputs; may be empty.
  package var lineage: [StageLineage] = []

  package init() {}

  /// Whether a model's lists are published: only the last model's, if the run publishes its own.
  func isPublished(_ row: Evaluation.Row) -> Bool {
    champion == nil && row.model == evaluation?.rows.last?.model
  }

  /// The trending games over all genres.
  var trendingOfAll: [TrendingGames.Entry] {
    trending.first { $0.genre == nil }?.games ?? []
  }

  /// Notes on the decision to publish, a sentence each.
  var notes: [String] {
    gate?.sentences(comparison, champion: champion, isOverridden: isOverridden) ?? []
  }
}

/// The number of lists that a run published, by source.
package struct NightLists: Codable, Hashable, Sendable {
  /// Players with a list from their own history.
  package let personal: Int
  package let genres: Int
  package let popular: Int
  package let similar: Int
  /// The number of lists of similar games that have the most frequent game among the first five;
  /// nil in records from before it was counted.
  package let mostTopFives: Int?
  /// The skewness of that number over all games; also nil if it is the same for all games.
  package let topFiveSkewness: Double?

  package init(
    personal: Int, genres: Int, popular: Int, similar: Int, mostTopFives: Int? = nil,
    topFiveSkewness: Double? = nil
  ) {
    self.personal = personal
    self.genres = genres
    self.popular = popular
    self.similar = similar
    self.mostTopFives = mostTopFives
    self.topFiveSkewness = topFiveSkewness
  }

  package var players: Int { personal + genres + popular }

  /// `count` as a share of all players' lists; nil without lists.
  func share(_ count: Int) -> Double? { players > 0 ? Double(count) / Double(players) : nil }
}

/// Metrics of one run's recommendations: one point of the series over all runs.
package struct NightHealth: Codable, Hashable, Sendable {
  /// The run's as-of day.
  package let day: Day
  /// The length of the evaluated lists.
  package let cutoff: Int
  /// Mean nDCG and recall of the run's lists on the held-out positives, from 0 to 1; nil if nothing
  /// was evaluated.
  package let ndcg: Double?
  package let recall: Double?
  /// Of the games that may be listed, the share that at least one list contains; nil if no game may
  /// be listed.
  package let coverage: Double?
  /// The inequality of those games' exposure, from 0 to 1.
  package let gini: Double?
  package let lists: NightLists
  /// The earlier run whose models made the published lists; nil if the run published its own.
  package let publishedModels: Day?
  /// The hits of the lists that players saw until the run; nil if they were not measured.
  package let nextDayHits: NextDayHits?
  /// The run that trained the run's own models, which later runs of its week may update; nil for
  /// runs of earlier versions.
  package let trained: Day?
  /// The events of all files that were ever read, and those that were late; nil for runs of earlier
  /// versions.
  package let accepted: Int?
  package let late: Int?

  package init(
    day: Day, cutoff: Int, ndcg: Double?, recall: Double?, coverage: Double?, gini: Double?,
    lists: NightLists, publishedModels: Day? = nil, nextDayHits: NextDayHits? = nil,
    trained: Day? = nil, accepted: Int? = nil, late: Int? = nil
  ) {
    self.day = day
    self.cutoff = cutoff
    self.ndcg = ndcg
    self.recall = recall
    self.coverage = coverage
    self.gini = gini
    self.lists = lists
    self.publishedModels = publishedModels
    self.nextDayHits = nextDayHits
    self.trained = trained
    self.accepted = accepted
    self.late = late
  }
}

/// What the team's report says about partners: their synchronization, their numbers, and the price
/// drops.
package struct PartnerFindings: Sendable {
  /// By id.
  package let statuses: [PartnerStatus]
  package let metrics: [PartnerMetric]
  package let drops: PriceDropSummary

  /// Nil without data of partners.
  package init?(_ data: PartnerData, _ drops: [PriceDrop]) {
    guard !data.prices.isEmpty || !data.partners.isEmpty || !data.metrics.isEmpty
    else { return nil }
    statuses = data.partners
    metrics = data.metrics
    self.drops = PriceDropSummary(drops)
  }
}

/// A stage of the run with its inputs, for the team's report.
package struct StageLineage: Sendable {
  package let name: String
  /// The stages that it reads.
  package let inputs: [String]
  /// What one row of its output is, such as "one row per player and game".
  package let grain: String
  /// Whether its output is stored as a file.
  package let isStored: Bool
  /// Its counts by name; empty if they are not known when the reports are written.
  package let counts: [String: Int]

  package init(
    name: String, inputs: [String], grain: String, isStored: Bool, counts: [String: Int]
  ) {
    self.name = name
    self.inputs = inputs
    self.grain = grain
    self.isStored = isStored
    self.counts = counts
  }
}
