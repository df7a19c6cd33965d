extension Definition {
  /// The definitions of all reports.
  package static let all = studio + team

  /// The numbers of the team's report other than measures and rates, in the order of the glossary.
  package static let team: [Definition] =
    KPI.glossary(with: retention) + catalogue + recommendations + data + [
      Definition(
        "utcDay", "Day of the team’s report",
        "A UTC day. A report covers all events before its run’s as-of day.",
        formula: "from 00:00 to 24:00 UTC", unit: "day", grain: "day", record: "the events' time")
    ]

  private static let retention =
    Definition(
      "retention", "Day-n retention",
      "The share of the players who signed up in a month or week that were active on exactly the "
        + "n-th day after, once that day is over for all of them.",
      formula: "players active on joinedDate + n / players who signed up in the month or week",
      unit: "share from 0 to 1", grain: "sign-up month or ISO week, and n",
      record: "users, and interactions, whose ids are those of the accounts")

  private static let catalogue = [
    Definition(
      "gamesOut", "Released games", "Active games that are released or in early access.",
      formula: "count of games that are released or in early access, and active", unit: "games",
      grain: "run", record: "games"),
    Definition(
      "gamesAnnounced", "Announced games", "Active games that are not released yet.",
      formula: "count of active games with a later release date or the status upcoming",
      unit: "games", grain: "run", record: "games"),
    Definition(
      "notShownInPeriod", "Not shown in the period",
      "Released games without an impression in the period.",
      formula: "count of released games with impressions = 0", unit: "games", grain: "period"),
    Definition(
      "neverShown", "Never shown", "Released games without any impression.",
      formula: "count of released games with impressions of all days = 0", unit: "games",
      grain: "run"),
    Definition(
      "topGames", "Top 1%", "One hundredth of the released games, rounded up.",
      formula: "⌈gamesOut / 100⌉", unit: "games", grain: "run", record: "games"),
    Definition(
      "topShare", "Impressions of the top 1%",
      "The share of impressions of the games with the most impressions.",
      formula: "impressions of the topGames with the most / of all released games",
      unit: "share from 0 to 1", grain: "period"),
  ]

  private static let recommendations = [
    Definition(
      "recall", "Recall@k",
      "The share of a player’s held-out positives among the first k games of the list.",
      formula: "mean over players of held-out positives in the first k / min(k, held out)",
      unit: "share from 0 to 1", grain: "model and run", record: "held-out positives"),
    Definition(
      "ndcg", "nDCG@k",
      "Normalized discounted cumulative gain: how high a player’s held-out positives rank in the "
        + "list. 100% is a perfect list.",
      formula:
        "mean over players of Σ 1 / log₂(rank + 1) of the held-out positives in the first k / the "
        + "same of the ideal list, cut at min(k, held out)",
      unit: "share from 0 to 1", grain: "model and run", record: "held-out positives"),
    Definition(
      "coverage", "Coverage",
      "The share of the games that at least one player is recommended. Next to a model it covers "
        + "the evaluated lists; in the table of runs it covers the longer published lists.",
      formula: "distinct games on lists / games that may be listed", unit: "share from 0 to 1",
      grain: "model, or run", record: "lists"),
    Definition(
      "gini", "Gini",
      "The inequality of the games’ numbers of entries on the published lists: 0% if all games "
        + "have the same number, 100% if one game has all entries.",
      formula: "Σ (2i − n − 1) xᵢ / (n Σ xᵢ), xᵢ the entries of the n games, ascending",
      unit: "share from 0 to 1", grain: "run", record: "published lists"),
    Definition(
      "listShares", "Lists by source",
      "The share of the players’ lists that come from their own history, from their favourite "
        + "genres, and from popular games.",
      formula: "lists of the source / lists", unit: "share from 0 to 1", grain: "source and run",
      record: "published lists"),
    Definition(
      "lift", "Lift",
      "A game’s engagement in the last days divided by the engagement expected from its earlier "
        + "days and the catalogue’s week; 1× is no change. Games are ranked by the lower bound of "
        + "the lift without their ten strongest players, so that few accounts cannot push a game. "
        + "Games that do not clearly rise without their thirty strongest players are flagged and "
        + "rank below all others.",
      formula:
        "(a + x) / (a + E), x the week’s decayed engagement with each player counted once, E that "
        + "expected, a the prior’s events", unit: "ratio",
      grain: "game and run"),
  ]

  private static let data = [
    Definition(
      "deviation", "Alert",
      "How far a day’s value is from the value expected after the eight weeks before, in standard "
        + "deviations. An alert is a value that is too far off to be chance: in a month in which "
        + "nothing is unusual, about one day has one.",
      formula:
        "signed root deviance / standard deviation of a new day, by a regression with trend and "
        + "weekdays; the smaller one of the distances from the regression and from the level of "
        + "the last seven days; 0 if their signs differ",
      unit: "standard deviations", grain: "KPI and day"),
    Definition(
      "hoursBeforeNight", "Freshness",
      "The time from a record’s newest event to the start of the run’s as-of day.",
      formula: "as-of day 00:00 − newest event", unit: "hours", grain: "record and run",
      record: "the events' time"),
    Definition(
      "read", "Lines read", "All lines of a collection’s files except blank lines.",
      formula: "accepted + duplicates + rejected + ignored", unit: "lines", grain: "collection",
      record: "the input files"),
    Definition(
      "late", "Late events",
      "Accepted events of days that had already been read when their file was first read.",
      formula: "count of accepted events of a day ≤ the newest known", unit: "events",
      grain: "collection", record: "the input files"),
  ]
}
