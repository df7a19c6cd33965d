extension Definition {
  /// All numbers of studios' reports, in the order of the glossary.
  package static let studio: [Definition] =
    Measure.allCases.map(\.definition) + rates + people + comparisons + cuts

  /// Shares of what was seen.
  package static let rates = [
    Definition(
      "likeRate", "Like rate",
      "The share of the cards seen that ended in a like or super-like; not told where fewer cards seen "
        + "than likes were recorded, since events are missing then.",
      formula: "(likes + super-likes) / impressions", unit: "share from 0 to 1"),
    Definition(
      "clickRate", "Click rate", "Detail opens for each card seen.",
      formula: "detail opens / impressions", unit: "share from 0 to 1"),
    Definition(
      "approval", "Approval", "The share of the cards liked or disliked that were liked.",
      formula: "(likes + super-likes) / (likes + super-likes + dislikes)", unit: "share from 0 to 1"
    ),
    Definition(
      "interval", "Interval",
      "The 95% Wilson interval: were the same cards shown to other players like these, the rate "
        + "would likely lie within it. Few impressions make it wide.",
      formula: "(p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) / (1 + z²/n), z = 1.96",
      unit: "share from 0 to 1"),
    Definition(
      "adjustedLikeRate", "Like rate, position taken out",
      "The like rate as it would be, had all cards stood at the place of the feed that is shown "
        + "most. Told where the night could estimate what a place does to likes.",
      formula: "Σ likes at place p / Σ cards at place p × effect of p, at most 1",
      unit: "share from 0 to 1",
      grain: "game and period", record: "interactions"),
  ]

  private static let people = [
    Definition(
      "uniquePlayers", "Unique players",
      "Different players over the whole period, so days do not add up to it. Swipe records and "
        + "analytics events carry different ids, which are never joined: the larger count is told. "
        + "It is withheld, so that nobody can be made out, where it is of too few players or as few could "
        + "be had by subtraction.",
      formula: "count of distinct players with any event", unit: "players"),
    Definition(
      "newPlayers", "New players",
      "Unique players whose first day in the record, with any game, lies in the period.",
      formula: "count of distinct players with first day ≥ the period's", unit: "players"),
    Definition(
      "returningPlayers", "Returning players", "Unique players who had been there before.",
      formula: "unique players − new players", unit: "players"),
    Definition(
      "funnel", "Funnel",
      "Players who got at least so far: to the card, its details, the wishlist, the shop. Who got "
        + "further counts in the steps before, too. Where players are counted from swipes, which know "
        + "of no shop, the last step is not told.",
      formula: "count of distinct players with an event of the step or a later one",
      unit: "players"),
    Definition(
      "viewSeconds", "View time",
      "Half of the timed looks at a card were shorter than the median, a quarter shorter than the "
        + "lower quartile. Looks of more than a day are left out; told where enough players have one.",
      formula: "quantiles of viewDuration, linear between neighbours", unit: "seconds",
      record: "interactions"),
    Definition(
      "followers", "Followers", "Players who follow the studio, as its own record says.",
      formula: "developer.followerCount", unit: "players", grain: "studio and night",
      record: "developers"),
  ]

  private static let comparisons = [
    Definition(
      "change", "Change",
      "Against the period before, with its 95% interval. What weekdays do to the whole catalogue "
        + "is taken out. An interval that holds no change (0%, in the JSON 1) means "
        + "that chance alone could explain it.",
      formula: "(n / expected) / (n₀ / expected₀), ± 1.96 √(1/n + 1/n₀) on the logarithm",
      unit: "ratio"),
    Definition(
      "likeRateChange", "Change of the like rate", "The like rate against the period before's.",
      formula: "p / p₀, ± 1.96 √(1/s − 1/n + 1/s₀ − 1/n₀) on the logarithm", unit: "ratio"),
    Definition(
      "standing", "Standing",
      "Among the games of the same genre, about as old, with an audience of the same class (seen at "
        + "least once, 30, 100, 300, … times): the share of the others with a lower like rate. Too "
        + "early to tell where the like rate's interval holds "
        + "the middle game's. Told where there are enough games.",
      formula: "100 × (lower + same / 2) / (games − 1)", unit: "percentile from 0 to 100",
      grain: "game and period"),
    Definition(
      "daysSinceLastEvent", "Days since the last event",
      "How long before the report’s last day somebody last met one of the games; told where a period saw "
        + "no card.",
      formula: "last day that is over − last day with any event", unit: "days",
      grain: "studio and night", record: "interactions and analytics"),
    Definition(
      "share", "Share of the studio", "The game's part of the studio's impressions.",
      formula: "impressions of the game / of all its games", unit: "share from 0 to 1",
      grain: "game and period"),
  ]

  private static let cuts = [
    Definition(
      "breakdowns", "Breakdowns",
      "Events by what players like, by device, app version, shop, and where the card was shown, "
        + "each from one record, of whole weeks: the last for the week's report, the last four for 28 "
        + "days, the last thirteen for 90. A week's cells of too few players are put together "
        + "as withheld, with as many more as it takes that none can be had by subtraction; a week of "
        + "which nothing may be told alone is told with the next of its four, or not at all. Each "
        + "week is decided once, from its own events, and one value alone is not told.",
      formula: "told cells + withheld = the record's total; genres overlap and do not add up",
      unit: "events", grain: "game or studio, weeks and value"),
    Definition(
      "day", "Day",
      "A day is a day of the report's time zone. A report knows all that happened before its night "
        + "began.",
      formula: "from 00:00 to 24:00", unit: "day", grain: "day", record: "the events' time"),
  ]
}
