extension Definition {
  /// Those of all reports, each once.
  package static let all = studio + team

  /// The numbers of the team's report beside measures and rates, in the order of the glossary.
  package static let team: [Definition] =
    players + sessions + catalogue + recommendations + data + [
      Definition(
        "utcDay", "Day of the team’s report",
        "A day is a UTC day. A night knows all that happened before it began.",
        formula: "from 00:00 to 24:00 UTC", unit: "day", grain: "day", record: "the events' time")
    ]

  private static let largerRecord =
    "interactions or analytics: whichever tells more, since their ids are not joined"

  private static let players = [
    Definition(
      "signUps", "Sign-ups", "Accounts made on these days.",
      formula: "count of users with joinedDate on the days", unit: "players",
      grain: "day; adds up over days", record: "users"),
    Definition(
      "dailyActive", "Daily players (DAU)",
      "Different players of a day. Swipe records and analytics events carry different ids, which are "
        + "never joined: the larger count is told.",
      formula: "count of distinct players with an event on the day", unit: "players",
      grain: "day", record: largerRecord),
    Definition(
      "weeklyActive", "Weekly players (WAU)",
      "Different players of the seven days that end with a day.",
      formula: "count of distinct players with an event on the 7 days", unit: "players",
      grain: "day that ends the seven", record: largerRecord),
    Definition(
      "monthlyActive", "Monthly players (MAU)",
      "Different players of the 28 days that end with a day: four whole weeks, so that every weekday "
        + "counts as often.",
      formula: "count of distinct players with an event on the 28 days", unit: "players",
      grain: "day that ends the 28", record: largerRecord),
    Definition(
      "activePlayers", "Players",
      "Different players of the whole period, so days do not add up to it.",
      formula: "count of distinct players with an event in the period", unit: "players",
      grain: "period", record: largerRecord),
    Definition(
      "meanDailyActive", "Players a day", "Daily players, on average over the period’s days.",
      formula: "Σ dailyActive / days", unit: "players a day", grain: "period",
      record: largerRecord),
    Definition(
      "stickiness", "Stickiness",
      "The share of days on which a month’s player comes.",
      formula: "mean dailyActive of the last 28 days / monthlyActive", unit: "share from 0 to 1",
      grain: "period, at its last day", record: largerRecord),
    Definition(
      "retention", "Day-n retention",
      "Of the players who signed up in a month or week and whose n-th day after is over, the share "
        + "active on exactly that day. Days before the record’s first are not asked for.",
      formula: "players active on joinedDate + n / players whose joinedDate + n is recorded",
      unit: "share from 0 to 1", grain: "sign-up month or ISO week, and n",
      record: "users, and interactions, whose ids are those of the accounts"),
  ]

  private static let sessions =
    [
      Definition(
        "sessions", "Session",
        "A session id of the app, counted once however many days it touches. Of swipe records and "
          + "analytics events the larger count is told, for a day and for a period.",
        formula: "count of distinct sessionId", unit: "sessions", grain: "day, or period",
        record: largerRecord),
      Definition(
        "sessionsBegun", "Sessions that began",
        "Sessions whose first event lies in the period: those whose length is told.",
        formula: "count of sessionId with first event in the period", unit: "sessions",
        grain: "period", record: "the record that tells most sessions of the period"),
      Definition(
        "sessionsOfOneInstant", "Sessions of one instant",
        "Of the sessions that began, those of one event, or of several of one instant.",
        formula: "count of sessions that began with last event = first event", unit: "sessions",
        grain: "period", record: "the record that tells most sessions of the period"),
      Definition(
        "discoveriesPerSession", "Discoveries a session", "Cards seen, for each session.",
        formula: "impressions / sessions", unit: "cards a session", grain: "period"),
      Definition(
        "likesPerSession", "Likes a session", "Likes and super-likes, for each session.",
        formula: "(likes + super-likes) / sessions", unit: "likes a session", grain: "period"),
      Definition(
        "steamSyncs", "Wishlists synchronized with Steam",
        "Wishlists whose last synchronization with Steam is of these days: an earlier one of the same "
          + "wishlist is not known any more.",
        formula: "count of wishlists with steamLastSynced on the days", unit: "wishlists",
        grain: "day; adds up over days", record: "wishlists"),
      Definition(
        "itchioSyncs", "Wishlists synchronized with itch.io",
        "Wishlists whose last synchronization with itch.io is of these days.",
        formula: "count of wishlists with itchioLastSynced on the days", unit: "wishlists",
        grain: "day; adds up over days", record: "wishlists"),
    ]
    + [
      ("LowerQuartile", "lower quartile", "A quarter", "0.25"), ("Median", "median", "Half", "0.5"),
      ("UpperQuartile", "upper quartile", "Three quarters", "0.75"),
    ].map { key, name, part, share in
      Definition(
        "sessionSeconds" + key, "Session length, \(name)",
        "\(part) of the sessions that began lasted at most so long, from first event to last.",
        formula: "\(share)-quantile of last − first event, linear between neighbours",
        unit: "seconds", grain: "period",
        record: "the record that tells most sessions of the period")
    }

  private static let catalogue = [
    Definition(
      "gamesOut", "Games out", "Games of the catalogue that can be played tonight.",
      formula: "count of games that are released or in early access, and active", unit: "games",
      grain: "night", record: "games"),
    Definition(
      "gamesAnnounced", "Games announced", "Games of the catalogue that are not out yet.",
      formula: "count of active games with a later release date or the status upcoming",
      unit: "games", grain: "night", record: "games"),
    Definition(
      "notShownInPeriod", "Not shown in the period",
      "Games that are out of which no card was seen in the period.",
      formula: "count of games out with impressions = 0", unit: "games", grain: "period"),
    Definition(
      "neverShown", "Never shown", "Games that are out of which no card was ever seen.",
      formula: "count of games out with impressions of all days = 0", unit: "games",
      grain: "night"),
    Definition(
      "topGames", "Top 1%", "So many games are the hundredth part of those out, rounded up.",
      formula: "⌈gamesOut / 100⌉", unit: "games", grain: "night", record: "games"),
    Definition(
      "topShare", "Impressions of the top 1%",
      "How much of what is seen goes to the games seen most.",
      formula: "impressions of the topGames seen most / of all games out",
      unit: "share from 0 to 1", grain: "period"),
  ]

  private static let recommendations = [
    Definition(
      "recall", "Recall@k",
      "Of what a player liked and the models were not told, the share found in the first k of the list.",
      formula: "mean over players of found in the first k / min(k, held out)",
      unit: "share from 0 to 1", grain: "model and night", record: "interactions held out"),
    Definition(
      "ndcg", "nDCG@k",
      "How far up the list stands what a player liked and the models were not told; 100% is perfect.",
      formula:
        "mean over players of Σ 1 / log₂(place + 1) of what is found / the same of the best list, cut "
        + "at min(k, held out)",
      unit: "share from 0 to 1", grain: "model and night", record: "interactions held out"),
    Definition(
      "coverage", "Coverage",
      "The share of the games that at least one player is recommended: beside a model, on the lists "
        + "that were judged; over the nights, on the longer ones that were published.",
      formula: "distinct games on lists / games that may be listed", unit: "share from 0 to 1",
      grain: "model, or night", record: "lists"),
    Definition(
      "gini", "Gini",
      "How unevenly the places on the published lists are shared among the games: 0%, all alike; "
        + "100%, one has them all.",
      formula: "Σ (2i − n − 1) xᵢ / (n Σ xᵢ), xᵢ the places of the n games, ascending",
      unit: "share from 0 to 1", grain: "night", record: "published lists"),
    Definition(
      "listShares", "Lists by source",
      "The share of the players’ lists that come from what they did, from their favourite genres, and "
        + "from what is popular.",
      formula: "lists of the source / lists", unit: "share from 0 to 1", grain: "source and night",
      record: "published lists"),
    Definition(
      "lift", "Lift",
      "A game’s engagement in the last days over what its own days before and the whole "
        + "catalogue’s week lead one to expect; 1× is no change. Ranked by its cautious lower "
        + "bound, so that three likes on nothing do not win.",
      formula:
        "(a + qx) / (a + E), x the week’s weighted player-days, E those expected, q the credit of "
        + "independent players, a the prior’s events", unit: "ratio",
      grain: "game and night"),
  ]

  private static let data = [
    Definition(
      "deviation", "Alert",
      "How far a day’s number is from the median of its own weekday in the eight weeks before, in "
        + "robust deviations; beyond the bound it is an alert.",
      formula:
        "(x − m) / max(1.4826 × median |xᵢ − m|, chance), chance max(1, √m) of a count, "
        + "max(1/n, √(m(1 − m)/n)) of a share of n",
      unit: "deviations", grain: "KPI and day"),
    Definition(
      "hoursBeforeNight", "Freshness",
      "How long before the night a record’s newest event happened.",
      formula: "night 00:00 − newest event", unit: "hours", grain: "record and night",
      record: "the events' time"),
    Definition(
      "read", "Lines read", "All lines of a collection’s files but blank ones.",
      formula: "accepted + duplicates + rejected + ignored", unit: "lines", grain: "collection",
      record: "the input files"),
    Definition(
      "late", "Late events",
      "Accepted events of days that had been taken in before their file was first read.",
      formula: "count of accepted events of a day ≤ the newest known", unit: "events",
      grain: "collection", record: "the input files"),
  ]
}
