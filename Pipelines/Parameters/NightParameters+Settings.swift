import FindieAnalytics
package import FindieWorkspace
import FindieIngest
import FindieModels
import FindieRanking

extension NightParameters {
  /// Every parameter of the file, in its order. A property of `NightParameters` without an entry
  /// here is a constant: `nightly.yaml` cannot change it.
  package static let settings =
    common
    + (input + models + lists + trends + checks + running).map { $0.within("advanced", \.self) }

  /// The parameters that users change.
  private static let common: [Setting<NightParameters>] = [
    .number(
      "ingest.maximumBadShare", \.ingest.maximumBadShare, in: 0...1,
      "The maximum share of rejected lines in a file; up to 19 lines are always tolerated."),
    .choices(
      "ingest.full", \.ingest.full,
      "The collections of which each export has all records: what it lacks is withdrawn or removed."
    ),

    .integer(
      "recommendations.listLength", \.recommendations.listLength, in: 1...1000,
      "The maximum number of games on a player's list."),
    .capitals(
      3, "recommendations.currency", \.recommendations.currency, example: "USD",
      "The currency of price ranges; players with a price range see no games with a price in "
        + "another one."
    ),
    .number(
      "recommendations.discovery", \.recommendations.discovery, in: 0...1,
      "How far popularity is discounted: 0 not at all, 1 so far that it no longer helps a game."),
    .choices(
      "recommendations.eligible.genres", \.recommendations.eligible.genres,
      "The genres of the games that lists of every kind may show; [] for any."),
    .names(
      "recommendations.eligible.tags", \.recommendations.eligible.tags,
      "The tags of the games that lists may show, of which a game must have one; [] for any."),
    .choices(
      "recommendations.eligible.releaseStatuses", \.recommendations.eligible.releaseStatuses,
      "The release statuses of the games that lists may show; [] for any."),
    .integer(
      "recommendations.eligible.maximumStudioGames",
      \.recommendations.eligible.maximumStudioGames, in: 1...1_000_000,
      "The maximum number of games of a studio in the catalogue whose games lists may show."),
    .names(
      "recommendations.eligible.ids", \.recommendations.eligible.ids,
      "The ids of the games that lists may show; [] for any."),
    .integer(
      "recommendations.exploration.slots", \.recommendations.exploration.slots, in: 0...100,
      "The number of entries of a list that are drawn from new games."),
    .integer(
      "recommendations.rows", \.recommendations.rows.maximum, in: 0...6,
      "The maximum number of a player's rows, each of up to ten games that have something in "
        + "common; 0 for none."),

    .integer(
      "similarity.listLength", \.similarity.listLength, in: 1...1000,
      "The maximum number of games on a list of similar games."),

    .integer(
      "trending.windowInDays", \.trending.windowInDays, in: 1...28,
      "The number of days before the run in which engagement counts as recent."),
    .integer(
      "trending.listLength", \.trending.listLength, in: 1...1000,
      "The maximum number of games on a list of trending or popular games."),

    .integer(
      "newReleases.windowInDays", \.newReleases.windowInDays, in: 1...365,
      "The number of days after its release for which a game is a new release."),

    .capitals(
      2, "prices.country", \.prices.country, example: "US",
      "The country of the prices that are compared with those of wishlists."),

    .integer(
      "reports.minimumPlayers", \.reports.minimumPlayers, in: 1...1_000_000,
      "The minimum number of players behind a published figure or list: studios' numbers of "
        + "players are rounded down to its multiples, and suppressed below it; what fewer "
        + "players do with a game shows in no public list."),
    .choice(
      "reports.totals", \.reports.totals,
      "Totals of events in studios' reports: exact, or rounded down to multiples of minimumPlayers."
    ),
    .choice(
      "reports.studios", \.reports.studios,
      "The studios with a folder in the reports: all, or those whose record names an account of "
        + "the app (claimed)."),
    .timeZone(
      "reports.timeZone", \.reports.timeZone, "The time zone of the days in the reports."),

    .choice(
      "models.anchor", \.models.anchor,
      "The nights that train models: each one (nightly) or the first of a week (weekly), whose "
        + "models the others update; automatic is weekly from 2,000,000 events on, where the app's "
        + "own nights show that this loses at most 1% of the lists' quality."),

    .choice(
      "tuning", \.tuning,
      "The weekday on which a night tunes the models' parameters, as the first night does; or "
        + "off."),

    .integer(
      "als.rank", \.als.rank, in: 1...1024, "The number of dimensions of a factor."),
    .integer(
      "als.iterations", \.als.iterations, in: 1...200,
      "The number of training iterations; each solves players' and games' factors."),

    .choice(
      "lists.ndjson", \.lists.ndjson,
      "The files of the players' lists and rows: recommendations.ndjson and rows.ndjson (plain), or "
        + "recommendations.ndjson.zst and rows.ndjson.zst (zst), a tenth of the size."),

    .integer(
      "retention.nights", \.retention.nights, in: 1...10_000,
      "The number of published nights to retain."),
    .integer(
      "retention.monthly", \.retention.monthly, in: 0...1200,
      "The number of months whose last night is retained too."),
  ]

  /// How lines are read and runs are executed.
  private static let input: [Setting<NightParameters>] = [
    .integer(
      "ingest.eventLineBytes", \.ingest.limits.eventLineBytes, in: 1024...1 << 30,
      "The maximum length of an event line, in bytes."),
    .integer(
      "ingest.catalogueLineBytes", \.ingest.limits.catalogueLineBytes, in: 1024...1 << 30,
      "The maximum length of a catalogue line, in bytes."),
    .integer(
      "ingest.storedLines", \.ingest.limits.storedLines, in: 0...1_000_000,
      "The maximum number of rejected lines to store in the quarantine, per file."),
    .integer(
      "ingest.storedBytesPerLine", \.ingest.limits.storedBytesPerLine, in: 0...1 << 20,
      "The maximum number of bytes to store of a rejected line."),
    .integer(
      "ingest.storedBytesPerFile", \.ingest.limits.storedBytesPerFile, in: 0...1 << 30,
      "The maximum number of bytes to store of the rejected lines of a file."),
  ]

  private static let running: [Setting<NightParameters>] = [
    .integer(
      "stages.maximumConcurrent", \.stages.maximumConcurrent, in: 1...64,
      "The maximum number of stages that run at a time; results do not depend on it."),
    .choice(
      "stages.positions.onError", \.stages.positions.onError,
      "What to do if the stage fails: end the run, skip the stages that depend on it, or use its "
        + "last result."
    ),
    .choice(
      "stages.evaluation.onError", \.stages.evaluation.onError, "As for positions."),
    .choice("stages.reports.onError", \.stages.reports.onError, "As for positions."),
  ]
}
