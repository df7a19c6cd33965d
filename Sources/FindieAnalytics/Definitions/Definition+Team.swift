extension Definition {
  /// The definitions of all reports.
  package static let all = studio + team

  /// The numbers of the team's report other than measures and rates, in the order of the glossary.
  package static let team: [Definition] =
    activePlayers + sessions + catalogue + recommendations + data + [
      Definition(
        "utcDay", "Day of the team’s report",
        "A UTC day. A report covers all events before its run’s as-of day.",
        formula: "from 00:00 to 24:00 UTC", unit: "day", grain: "day", record: "the events' time")
    ]

  private static let largerRecord =
    "interactions or analytics, whichever has more; their ids are not joined"
  private static let sessionRecord = "the record with more sessions in the period"

  private static let activePlayers = [
    Definition(
      "signUps", "Sign-ups", "Accounts created in the period.",
      formula: "count of users with joinedDate on the days", unit: "players",
      grain: "day; adds up over days", record: "users"),
    Definition(
      "dailyActive", "Daily players (DAU)",
      "Distinct players on a day. Swipe records and analytics events have different player ids, "
        + "which are never joined, so the larger of the two counts is shown.",
      formula: "count of distinct players with an event on the day", unit: "players",
      grain: "day", record: largerRecord),
    Definition(
      "weeklyActive", "Weekly players (WAU)",
      "Distinct players in the seven days to a day.",
      formula: "count of distinct players with an event on the 7 days", unit: "players",
      grain: "last day of the seven", record: largerRecord),
    Definition(
      "monthlyActive", "Monthly players (MAU)",
      "Distinct players in the 28 days to a day: four whole weeks, so that every weekday counts "
        + "the same.",
      formula: "count of distinct players with an event on the 28 days", unit: "players",
      grain: "last day of the 28", record: largerRecord),
    Definition(
      "activePlayers", "Players",
      "Distinct players over the whole period; the days do not add up to it.",
      formula: "count of distinct players with an event in the period", unit: "players",
      grain: "period", record: largerRecord),
    Definition(
      "meanDailyActive", "Players per day", "The mean of daily players over the period.",
      formula: "Σ dailyActive / days", unit: "players per day", grain: "period",
      record: largerRecord),
    Definition(
      "stickiness", "Stickiness",
      "The share of the days on which a monthly player is active.",
      formula: "mean dailyActive of the last 28 days / monthlyActive", unit: "share from 0 to 1",
      grain: "last day of the period", record: largerRecord),
    Definition(
      "retention", "Day-n retention",
      "The share of the players who signed up in a month or week that were active on exactly the "
        + "n-th day after. Only players whose n-th day is over and in the data count.",
      formula: "players active on joinedDate + n / players whose joinedDate + n is recorded",
      unit: "share from 0 to 1", grain: "sign-up month or ISO week, and n",
      record: "users, and interactions, whose ids are those of the accounts"),
  ]

  private static let sessions =
    [
      Definition(
        "sessions", "Sessions",
        "Distinct sessions, counted once even if a session spans several days. A session is of "
          + "one player: two players with one session id have two sessions. The larger count of "
          + "swipe records and analytics events is shown, for a day and for a period.",
        formula: "count of distinct (player, sessionId)", unit: "sessions", grain: "day, or period",
        record: largerRecord),
      Definition(
        "sessionsBegun", "Sessions started",
        "Sessions whose first event is in the period; durations are measured over these.",
        formula: "count of (player, sessionId) with first event in the period", unit: "sessions",
        grain: "period", record: sessionRecord),
      Definition(
        "sessionsOfOneInstant", "Sessions without a duration",
        "Started sessions with a single event, or with all events at the same time.",
        formula: "count of started sessions with last event = first event", unit: "sessions",
        grain: "period", record: sessionRecord),
      Definition(
        "discoveriesPerSession", "Discoveries per session", "Impressions per session.",
        formula: "impressions / sessions", unit: "impressions per session", grain: "period"),
      Definition(
        "likesPerSession", "Likes per session", "Likes and super-likes per session.",
        formula: "(likes + super-likes) / sessions", unit: "likes per session", grain: "period"),
      Definition(
        "steamSyncs", "Wishlists synced with Steam",
        "Wishlists whose last sync with Steam was in the period. A wishlist stores only its last "
          + "sync.",
        formula: "count of wishlists with steamLastSynced on the days", unit: "wishlists",
        grain: "day; adds up over days", record: "wishlists"),
      Definition(
        "itchioSyncs", "Wishlists synced with itch.io",
        "Wishlists whose last sync with itch.io was in the period.",
        formula: "count of wishlists with itchioLastSynced on the days", unit: "wishlists",
        grain: "day; adds up over days", record: "wishlists"),
    ]
    + [
      ("LowerQuartile", "lower quartile", "0.25"), ("Median", "median", "0.5"),
      ("UpperQuartile", "upper quartile", "0.75"),
    ].map { key, name, share in
      Definition(
        "sessionSeconds" + key, "Session duration, \(name)",
        "The \(name) of the durations of started sessions, from first to last event.",
        formula: "\(share)-quantile of last − first event, linear between neighbours",
        unit: "seconds", grain: "period", record: sessionRecord)
    }

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
      "The distance of a day’s value from the median of the same weekday in the eight weeks "
        + "before, in robust deviations. A value beyond the bound is an alert.",
      formula:
        "(x − m) / max(1.4826 × median |xᵢ − m|, chance), chance max(1, √m) of a count, "
        + "max(1/n, √(m(1 − m)/n)) of a share of n",
      unit: "deviations", grain: "KPI and day"),
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
