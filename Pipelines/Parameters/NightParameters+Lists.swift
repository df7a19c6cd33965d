import FindieAnalytics
import FindieRanking
import FindieModels
import FindieWorkspace

extension NightParameters {
  /// The ranking of lists.
  static let lists: [Setting<NightParameters>] = [
    .integer(
      "candidates.factors", \.candidates.factors, in: 1...100_000,
      "The number of candidates from ALS factors."),
    .integer(
      "candidates.neighbors", \.candidates.neighbors, in: 0...100_000,
      "The number of candidates from item-kNN, and from EASE."),
    .integer(
      "candidates.news", \.candidates.news, in: 0...10_000,
      "The number of candidates from trending games, and from new releases."),
    .integer(
      "candidates.friends", \.candidates.friends, in: 0...10_000,
      "The number of candidates that are positives of two friends or more."),
    .integer(
      "candidates.tags", \.candidates.tags, in: 0...500,
      "The number of candidates with few positives, from genres and tags."),
    .integer(
      "candidates.freshDays", \.candidates.freshDays, in: 1...365,
      "The number of days after its release for which a game counts as new in the ranker."),

    .integer(
      "ranker.minimumPlayers", \.ranker.minimumPlayers, in: 1...10_000_000,
      "The minimum number of players and of positives for training; with fewer, fixed weights are "
        + "used."
    ),

    .integer(
      "recommendations.considered", \.recommendations.considered, in: 1...10_000,
      "The number of top candidates that a list is chosen from."),
    .number(
      "recommendations.variety.similarityWeight", \.recommendations.variety.similarityWeight,
      in: 0...10, "The penalty for similarity to a game that is listed above (MMR); 0 for none."),
    .number(
      "recommendations.variety.noveltyWeight", \.recommendations.variety.noveltyWeight, in: 0...10,
      "The bonus for games with few positives; 0 for none."),
    .number(
      "recommendations.variety.calibrationWeight", \.recommendations.variety.calibrationWeight,
      in: 0...10, "The penalty for genre shares that differ from the player's; 0 for none."),
    .number(
      "recommendations.variety.maximumLoss", \.recommendations.variety.maximumLoss, in: 0...1,
      "The maximum share of a list's expected likes that variety may cost."),
    .number(
      "recommendations.variety.maximumStudioShare",
      \.recommendations.variety.maximumStudioShare, in: 0.001...1,
      "The maximum share of one studio's games on a full list; one game is always allowed."),
    .number(
      "recommendations.topPositions.maximumShare", \.recommendations.topPositions.maximumShare,
      in: 0.0001...1, "The maximum share of lists with the same game at the top."),
    .integer(
      "recommendations.exploration.newDays", \.recommendations.exploration.newDays, in: 1...3650,
      "The number of days after its release for which a game may be drawn."),
    .integer(
      "recommendations.exploration.knownPlayers", \.recommendations.exploration.knownPlayers,
      in: 1...1_000_000, "The number of players who saw a game at which it is no longer drawn."),
    .number(
      "recommendations.exploration.priorStrength", \.recommendations.exploration.priorStrength,
      in: 0.001...1e6,
      "The weight of the mean like rate in the estimate for a new game, in players."),
    .number(
      "recommendations.exploration.uncertaintyWeight",
      \.recommendations.exploration.uncertaintyWeight, in: 0...100,
      "The number of standard deviations that are added to a new game's estimated like rate."),
    .number(
      "recommendations.exploration.temperature", \.recommendations.exploration.temperature,
      in: 0.0001...100,
      "The difference of scores at which one game is drawn e times as often as another."),
  ]

  /// Trending games and new releases.
  static let trends: [Setting<NightParameters>] = [
    .integer(
      "trending.baselineInDays", \.trending.baselineInDays, in: 7...364,
      "The number of days before the recent ones that serve as the baseline."),
    .number(
      "trending.halfLifeInDays", \.trending.halfLifeInDays, in: 0.1...365,
      "The number of days after which recent engagement counts half."),
    .number(
      "trending.priorEvents", \.trending.priorEvents, in: 0.001...1000,
      "The weight of the prior that a game's engagement changes like the catalogue's, in events."),
    .integer(
      "trending.listedWithout", \.trending.listedWithout, in: 0...1000,
      "A trending game must clearly rise without this many of its strongest players."),
    .integer(
      "trending.unflaggedWithout", \.trending.unflaggedWithout, in: 0...1000,
      "A trending game is flagged unless it clearly rises without this many players."),
    .integer(
      "trending.freshAccountDays", \.trending.freshAccountDays, in: 0...365,
      "The number of days for which the events of a new account are ignored."),
    .number(
      "trending.flaggedShare", \.trending.flaggedShare, in: 0...1,
      "The share of engagement from one session or from new accounts above which a game is flagged."
    ),
    .integer(
      "trending.backtestNights", \.trending.backtestNights, in: 0...90,
      "The number of past nights whose lists are backtested."),
    .number(
      "trending.weights.like", \.trending.weights.like, in: 0...10,
      "The weight of a like in engagement."),
    .number(
      "trending.weights.superLike", \.trending.weights.superLike, in: 0...10,
      "The weight of a super-like in engagement."),
    .number(
      "trending.weights.wishlist", \.trending.weights.wishlist, in: 0...10,
      "The weight of a wishlist addition in engagement."),
    .number(
      "trending.weights.share", \.trending.weights.share, in: 0...10,
      "The weight of a share in engagement."),
    .number(
      "trending.weights.viewDetails", \.trending.weights.viewDetails, in: 0...10,
      "The weight of a detail view in engagement."),
    .number(
      "trending.weights.externalClick", \.trending.weights.externalClick, in: 0...10,
      "The weight of a click to a shop in engagement."),

    .number(
      "newReleases.priorImpressions", \.newReleases.priorImpressions, in: 0.001...1000,
      "The weight of the catalogue's like rate in the score of a new release, in impressions."),
    .integer(
      "newReleases.listLength", \.newReleases.listLength, in: 1...10_000,
      "The maximum number of new releases, and of announced games."),
  ]

  /// The checks before publishing, and alerts.
  static let checks: [Setting<NightParameters>] = [
    .number(
      "gate.minimumCovered", \.gate.minimumCovered, in: 0...1,
      "The minimum share of players with a list, among those with a game left to list."),
    .number(
      "gate.maximumShort", \.gate.maximumShort, in: 0...1,
      "The maximum share of players with a short list although there are games left to list."),
    .number(
      "gate.maximumEmptied", \.gate.maximumEmptied, in: 0...1,
      "The maximum share of players without a list, among those who had one on the previous "
        + "night."),
    .number(
      "gate.maximumChanged", \.gate.maximumChanged, in: 0...1,
      "The maximum share of entries that were not on the player's previous list."),
    .integer(
      "gate.players", \.gate.players, in: 1...10_000_000,
      "The maximum number of players whose lists are compared with the previous night."),
    .integer(
      "gate.minimumPlayers", \.gate.minimumPlayers, in: 1...10_000_000,
      "The minimum number of players for a comparison with the previous night."),
    .number(
      "gate.minimumCoverage", \.gate.minimumCoverage, in: 0...1,
      "The minimum share of games on any list, among those that could be listed."),
    .number(
      "gate.maximumGini", \.gate.maximumGini, in: 0...1,
      "The maximum Gini coefficient of the number of lists per game."),
    .number(
      "gate.maximumLoss", \.gate.maximumLoss, in: 0...1,
      "The maximum loss, as a share of nDCG: significantly worse models that may lose more are not "
        + "promoted, and it is part of the limit against the best single model."),
  ]
}
