import FindieRecommender
import FindieIngest
import FindieAnalytics
import FindieReports
extension Parameter {
  /// Every parameter of a night, in the order of the file.
  package static let all = making + running

  /// What the lists and reports hang on.
  private static let making: [Parameter] = [
    .number(
      "ingest.maximumBadShare", \.ingest.maximumBadShare, in: 0...1,
      "The share of a file's lines that may be rejected (and at least 20) before the night stops."),
    .integer(
      "ingest.eventLineBytes", \.ingest.limits.eventLineBytes, in: 1024...1 << 30,
      "The longest line of interactions or analytics events, in bytes."),
    .integer(
      "ingest.catalogueLineBytes", \.ingest.limits.catalogueLineBytes, in: 1024...1 << 30,
      "The longest line of the other collections, in bytes; wishlists are long."),
    .integer(
      "ingest.depth", \.ingest.limits.depth, in: 4...1024,
      "How many objects and arrays may stand in each other on a line."),
    .integer("ingest.idBytes", \.ingest.limits.idBytes, in: 1...4096, "The longest id, in bytes."),
    .integer(
      "ingest.keptLines", \.ingest.limits.keptLines, in: 0...1_000_000,
      "How many rejected lines of a file go to the quarantine; all are counted."),
    .integer(
      "ingest.keptBytesPerLine", \.ingest.limits.keptBytesPerLine, in: 0...1 << 20,
      "How many bytes of a rejected line go to the quarantine."),
    .integer(
      "ingest.keptBytesPerFile", \.ingest.limits.keptBytesPerFile, in: 0...1 << 30,
      "How many bytes of a file's rejected lines go to the quarantine."),
    .integer(
      "ingest.bufferBytes", \.ingest.limits.bufferBytes, in: 1 << 20...1 << 40,
      "How much memory a thread's events take while they are read."),

    .number(
      "matrix.halfLifeInDays", \.matrix.halfLifeInDays, in: 1...100_000,
      "After so many days an action counts half."),
    .number(
      "matrix.skipReturnsAfterDays", \.matrix.skipReturnsAfterDays, in: 1...100_000,
      "A game that a player only ever skipped may be listed again after so many days."),
    .number(
      "matrix.weights.like", \.matrix.weights.like, in: 0...1000,
      "The confidence that a like adds on the night itself."),
    .number("matrix.weights.superLike", \.matrix.weights.superLike, in: 0...1000, "A superLike's."),
    .number(
      "matrix.weights.wishlist", \.matrix.weights.wishlist, in: 0...1000,
      "A wishlist action's or item's; an item without a date does not decay."),
    .number("matrix.weights.share", \.matrix.weights.share, in: 0...1000, "A share's."),
    .number(
      "matrix.weights.viewDetails", \.matrix.weights.viewDetails, in: 0...1000,
      "A look's at details."),
    .number(
      "matrix.weights.dislike", \.matrix.weights.dislike, in: 0...1000,
      "A dislike's: the confidence that the player does not want the game."),

    .integer("als.rank", \.als.rank, in: 1...1024, "The length of a factor."),
    .integer("als.iterations", \.als.iterations, in: 1...200, "How often both halves are solved."),
    .number(
      "als.regularization", \.als.regularization, in: 0...1e6,
      "λ, before it is scaled by frequency; 0 chooses it by the number of games."),
    .number(
      "als.frequencyExponent", \.als.frequencyExponent, in: 0...2,
      "ν: 0 regularizes all rows alike, 1 in proportion to what is known of them."),
    .number(
      "als.unobservedWeight", \.als.unobservedWeight, in: 1e-9...1000,
      "α₀: what a pair without any evidence weighs as a zero."),
    .number(
      "als.initialDeviation", \.als.initialDeviation, in: 1e-6...10,
      "The standard deviation of the factors' lengths at the start."),
    .seed("als.seed", \.als.seed, "The seed of the start."),
    .choice(
      "als.start", \.als.start,
      "From what training starts: random numbers, or the factors of the published night."),
    .choice(
      "als.solver", \.als.solver,
      "How training solves a row; automatic takes the faster for the rank and the rows."),

    .number(
      "newGames.regularization", \.newGames.regularization, in: 1e-6...1e9,
      "λ of the regression that predicts a game's factor from its genres and tags."),
    .number(
      "newGames.evidenceForHalf", \.newGames.evidenceForHalf, in: 0...1e6,
      "With so many players, half of a game's factor is learned and half predicted."),

    .number(
      "ease.regularization", \.ease.regularization, in: 1e-6...1e9,
      "λ of EASE; it grows with the number of players."),
    .integer(
      "ease.blasThreads", \.ease.blasThreads, in: 1...256,
      "How many threads BLAS has for EASE, whatever --threads says."),
    .choice(
      "ease.use", \.ease.use,
      "Whether a night has EASE; automatic: up to 10,000 fitted games, where memory allows."),
    .integer(
      "ease.leastPlayers", \.ease.leastPlayers, in: 1...1_000_000,
      "A night fits the games that at least so many players are for."),
    .integer(
      "ease.keptWeights", \.ease.keptWeights, in: 1...100_000,
      "So many weights of a game are kept by a night, the largest by magnitude."),

    .integer(
      "neighborhood.neighbors", \.neighborhood.neighbors, in: 1...100_000,
      "How many neighbours of a game item-kNN keeps."),
    .number(
      "neighborhood.shrinkage", \.neighborhood.shrinkage, in: 0...1e6,
      "With so many players for both games, their similarity is halved."),
    .choice(
      "neighborhood.weighting", \.neighborhood.weighting,
      "What a player weighs in it: all alike, or more who is for few games."),

    .number(
      "blend.heldOutShare", \.blend.heldOutShare, in: 0.01...0.9,
      "The share of a training player's positives that is hidden to choose a blend's weights by."),
    .integer(
      "blend.players", \.blend.players, in: 1...10_000_000,
      "At most so many players are asked for the choice."),
    .integer(
      "blend.k", \.blend.k, in: 1...1000, "Weights maximize the nDCG of the first k games."),
    .integer(
      "blend.parts", \.blend.parts, in: 1...1000, "Weights are multiples of one part in so many."),
    .integer(
      "blend.candidates", \.blend.candidates, in: 1...100_000,
      "The search compares each model's best so many games a player."),
    .number(
      "blend.leastGain", \.blend.leastGain, in: 0...1, "A step that gains less is not taken."),
    .seed("blend.seed", \.blend.seed, "The seed of the choice's players and games."),

    .integer(
      "similarity.listLength", \.similarity.listLength, in: 1...1000,
      "How many similar games a list holds at most."),
    .number(
      "similarity.commonPlayersForHalf", \.similarity.commonPlayersForHalf, in: 0.001...1e6,
      "With so many players in common, by count or by chance, what players share weighs half."),
    .number(
      "similarity.evidenceForHalf", \.similarity.evidenceForHalf, in: 0.001...1e6,
      "With so many players for the less known game, factors and tags weigh the same."),
    .number(
      "similarity.factorScale", \.similarity.factorScale, in: 0...1,
      "What a cosine of factors counts beside a cosine of players."),
    .number(
      "similarity.tagScale", \.similarity.tagScale, in: 0...1,
      "What a cosine of genres and tags counts beside a cosine of players."),
    .integer(
      "similarity.mostGamesOfPlayer", \.similarity.mostGamesOfPlayer, in: 2...1_000_000,
      "A player who is for more games counts with so many of them, drawn evenly."),
    .seed("similarity.seed", \.similarity.seed, "The seed of that draw."),
    .number(
      "similarity.weights.genre", \.similarity.weights.genre, in: 0...10,
      "What a genre weighs beside a tag of no known category; rare ones weigh more."),
    .number(
      "similarity.weights.gameplay", \.similarity.weights.gameplay, in: 0...10,
      "A tag of gameplay."),
    .number(
      "similarity.weights.theme", \.similarity.weights.theme, in: 0...10, "A tag of theme."),
    .number(
      "similarity.weights.artStyle", \.similarity.weights.artStyle, in: 0...10,
      "A tag of art style."),
    .number("similarity.weights.mood", \.similarity.weights.mood, in: 0...10, "A tag of mood."),
    .number(
      "similarity.weights.playerCount", \.similarity.weights.playerCount, in: 0...10,
      "A tag of the number of players."),
    .number(
      "similarity.weights.difficulty", \.similarity.weights.difficulty, in: 0...10,
      "A tag of difficulty."),

    .number(
      "evaluation.heldOutShare", \.evaluation.heldOutShare, in: 0.01...0.9,
      "The share of a player's positives that is held out to test with."),
    .number(
      "evaluation.heldOutPlayerShare", \.evaluation.heldOutPlayerShare, in: 0.001...0.9,
      "The share of the players that never train, where whole players are held out."),
    .integer(
      "evaluation.k", \.evaluation.k, in: 1...1000, "Lists are judged by their first k games."),
    .integer(
      "evaluation.players", \.evaluation.players, in: 1...10_000_000,
      "At most so many players are tested."),
    .integer(
      "evaluation.resamples", \.evaluation.resamples, in: 100...100_000,
      "How often players are drawn again for a 95 % interval."),
    .seed("evaluation.seed", \.evaluation.seed, "The seed of the split and of the intervals."),

    .integer(
      "candidates.factors", \.candidates.factors, in: 1...100_000,
      "How many candidates of a player the factors name."),
    .integer(
      "candidates.neighbors", \.candidates.neighbors, in: 0...100_000,
      "How many item-kNN names, and as many EASE."),
    .integer(
      "candidates.news", \.candidates.news, in: 0...10_000,
      "How many trending games are candidates, and as many new releases."),
    .integer(
      "candidates.friends", \.candidates.friends, in: 0...10_000,
      "How many games that friends are for are candidates."),
    .integer(
      "candidates.tags", \.candidates.tags, in: 0...500,
      "How many of the least known games are candidates, those nearest by genres and tags."),
    .integer(
      "candidates.freshDays", \.candidates.freshDays, in: 1...365,
      "For how many days a release counts as new."),

    .number(
      "ranker.heldOutShare", \.ranker.heldOutShare, in: 0.01...0.9,
      "The share of the dated interactions, the last ones, that the ranker learns from."),
    .integer(
      "ranker.players", \.ranker.players, in: 1...10_000_000,
      "At most so many players are learned from."),
    .integer(
      "ranker.leastPlayers", \.ranker.leastPlayers, in: 1...10_000_000,
      "With fewer players, or fewer games found, given weights stay."),
    .number(
      "ranker.regularization", \.ranker.regularization, in: 1e-6...1e6,
      "λ of the ranker's logistic regression, on standardized features."),
    .seed("ranker.seed", \.ranker.seed, "The seed of the players that are learned from."),

    .integer(
      "recommendations.listLength", \.recommendations.listLength, in: 1...1000,
      "How many games a player's list holds at most."),
    .integer(
      "recommendations.considered", \.recommendations.considered, in: 1...10_000,
      "Lists are chosen among so many of the best candidates."),
    .currency(
      "recommendations.currency", \.recommendations.currency,
      "The currency in which players' price ranges are meant; a game with another price, or none, is not "
        + "listed for a player who set one."),
    .number(
      "recommendations.variety.similarityWeight", \.recommendations.variety.similarityWeight,
      in: 0...10, "What likeness to a game that is listed already costs (MMR); 0 for nothing."),
    .number(
      "recommendations.variety.noveltyWeight", \.recommendations.variety.noveltyWeight, in: 0...10,
      "What it is worth that few are for a game yet, between 0 and 1 for each; 0 for nothing."),
    .number(
      "recommendations.variety.calibrationWeight", \.recommendations.variety.calibrationWeight,
      in: 0...10, "What it costs to leave the player's own mix of genres; 0 for nothing."),
    .number(
      "recommendations.variety.calibrationSmoothing",
      \.recommendations.variety.calibrationSmoothing, in: 1e-6...0.5,
      "How much of the player's own mix is added to the list's, so that no genre has none."),
    .number(
      "recommendations.variety.maximumLoss", \.recommendations.variety.maximumLoss, in: 0...1,
      "The share of a list's expected likes that variety may cost."),
    .number(
      "recommendations.variety.maximumStudioShare",
      \.recommendations.variety.maximumStudioShare, in: 0.001...1,
      "The share of a full list's entries that one studio may have; one entry it always may."),
    .number(
      "recommendations.firstPlaces.maximumShare", \.recommendations.firstPlaces.maximumShare,
      in: 0.0001...1, "The share of all first places that one game may have."),
    .integer(
      "recommendations.firstPlaces.reach", \.recommendations.firstPlaces.reach, in: 1...100,
      "Another first entry is looked for among the first so many."),
    .seed(
      "recommendations.firstPlaces.seed", \.recommendations.firstPlaces.seed,
      "Says who gives way first of players who lose as much."),
    .integer(
      "recommendations.exploration.slots", \.recommendations.exploration.slots, in: 0...100,
      "How many entries of a list are drawn from new games."),
    .integer(
      "recommendations.exploration.newDays", \.recommendations.exploration.newDays, in: 1...3650,
      "A game is drawn for only so many days after its release."),
    .integer(
      "recommendations.exploration.knownPlayers", \.recommendations.exploration.knownPlayers,
      in: 1...1_000_000,
      "A game is drawn for only while fewer players than this have come across it."),
    .number(
      "recommendations.exploration.priorStrength", \.recommendations.exploration.priorStrength,
      in: 0.001...1e6, "How many players the like rate of all games counts for in a new game's."),
    .number(
      "recommendations.exploration.uncertaintyWeight",
      \.recommendations.exploration.uncertaintyWeight, in: 0...100,
      "What a standard deviation of a new game's like rate adds to its mean."),
    .number(
      "recommendations.exploration.temperature", \.recommendations.exploration.temperature,
      in: 0.0001...100,
      "Of two new games whose scores differ by this, one is drawn e times as often."),
    .seed(
      "recommendations.exploration.seed", \.recommendations.exploration.seed,
      "The seed of the draws."),

    .integer(
      "trending.windowInDays", \.trending.windowInDays, in: 1...28,
      "The days before the night that are news."),
    .integer(
      "trending.baselineInDays", \.trending.baselineInDays, in: 7...364,
      "The days before those that a game is compared with."),
    .number(
      "trending.halfLifeInDays", \.trending.halfLifeInDays, in: 0.1...365,
      "After so many days, engagement among the news counts half."),
    .number(
      "trending.priorEvents", \.trending.priorEvents, in: 0.001...1000,
      "How much evidence it takes to believe that a game moves otherwise than the catalogue."),
    .number(
      "trending.rhythmPriorEvents", \.trending.rhythmPriorEvents, in: 0.001...1e6,
      "How much evidence it takes to believe that a weekday is unlike the mean day."),
    .integer(
      "trending.independentPlayers", \.trending.independentPlayers, in: 1...1000,
      "From so many independent players on, evidence counts in full."),
    .integer(
      "trending.freshAccountDays", \.trending.freshAccountDays, in: 0...365,
      "On its first so many days an account gives no evidence; 0 believes every account."),
    .number(
      "trending.flaggedShare", \.trending.flaggedShare, in: 0...1,
      "With more of its engagement from one session, or from fresh accounts, a game is flagged."),
    .integer(
      "trending.listLength", \.trending.listLength, in: 1...1000,
      "How many trending games a list holds at most."),
    .integer(
      "trending.backtestNights", \.trending.backtestNights, in: 0...90,
      "For so many past nights the list is made again, to see how its games did."),
    .integer(
      "trending.backtestGames", \.trending.backtestGames, in: 1...1000,
      "How many games of such a list are looked at."),
    .integer(
      "trending.backtestDaysAfter", \.trending.backtestDaysAfter, in: 1...14,
      "On how many days after the night."),
    .number(
      "trending.weights.like", \.trending.weights.like, in: 0...10,
      "What a like counts as interest."),
    .number("trending.weights.superLike", \.trending.weights.superLike, in: 0...10, "A superLike."),
    .number(
      "trending.weights.wishlist", \.trending.weights.wishlist, in: 0...10, "A wishlist add."),
    .number("trending.weights.share", \.trending.weights.share, in: 0...10, "A share."),
    .number(
      "trending.weights.viewDetails", \.trending.weights.viewDetails, in: 0...10,
      "A look at details."),
    .number(
      "trending.weights.externalClick", \.trending.weights.externalClick, in: 0...10,
      "A click to a shop."),

    .integer(
      "newReleases.windowInDays", \.newReleases.windowInDays, in: 1...365,
      "How long a release is new."),
    .number(
      "newReleases.priorImpressions", \.newReleases.priorImpressions, in: 0.001...1000,
      "The weight of the catalogue's like rate, in impressions."),
    .integer(
      "newReleases.listLength", \.newReleases.listLength, in: 1...10_000,
      "How many new releases the list holds at most, and that of announced games."),

    .number(
      "gate.leastCovered", \.gate.leastCovered, in: 0...1,
      "Of the players for whom a game is left, the share that must have a list to publish the night."
    ),
    .number(
      "gate.mostShort", \.gate.mostShort, in: 0...1,
      "The share of players whose list may be shorter than the games that are left allow."),
    .number(
      "gate.mostEmptied", \.gate.mostEmptied, in: 0...1,
      "Of the players who had a list the night before, the share that may have none."),
    .number(
      "gate.mostChanged", \.gate.mostChanged, in: 0...1,
      "The share of entries that may not have stood on the player's list of the night before."),
    .integer(
      "gate.players", \.gate.players, in: 1...10_000_000,
      "So many players are compared with the night before, in their lists and by both models."),
    .integer(
      "gate.leastPlayers", \.gate.leastPlayers, in: 1...10_000_000,
      "With fewer players nothing is said of changes, nor of which night's models are better."),
    .number(
      "gate.leastCoverage", \.gate.leastCoverage, in: 0...1,
      "Of the games that could have been shown, the share that must be."),
    .number(
      "gate.mostGini", \.gate.mostGini, in: 0...1,
      "The Gini coefficient that how often games are shown may have."),
    .number(
      "gate.mostWorse", \.gate.mostWorse, in: 0...1,
      "Models that are surely worse in nDCG by more do not take the place of those before."),

    .integer(
      "reports.playersToTell", \.reports.playersToTell, in: 1...1_000_000,
      "Of fewer players studios are told nothing."),
    .timeZone(
      "reports.timeZone", \.reports.timeZone,
      "The time zone whose days are the days of studios' reports."),
    .number(
      "reports.alertBound", \.reports.alertBound, in: 1...100,
      "A KPI so many robust deviations away from its own weekday's median is an alert."),
  ]
}
