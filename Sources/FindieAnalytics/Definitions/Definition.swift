/// The definition of a number of the reports, for pages, tables and programs.
package struct Definition: Hashable, Sendable {
  /// The number's key in JSON and CSV.
  package let id: String
  /// The heading on pages.
  package let name: String
  /// The meaning, in a few sentences.
  package let sentence: String
  /// Its computation from other numbers or events.
  package let formula: String
  package let unit: String
  /// The items that have one number each.
  package let grain: String
  package let record: String

  init(
    _ id: String, _ name: String, _ sentence: String, formula: String, unit: String,
    grain: String = "game or studio, and period", record: String = Self.eitherRecord
  ) {
    self.id = id
    self.name = name
    self.sentence = sentence
    self.formula = formula
    self.unit = unit
    self.grain = grain
    self.record = record
  }

  static let eitherRecord =
    "interactions or analytics: one of them for each game and day, as `sources` says"
}

extension Definition {
  /// The numbers of studios' reports, in the order of the glossary.
  package static let studio: [Definition] =
    Measure.allCases.map(\.definition) + rates + players + comparisons + breakdowns

  package static let rates =
    Rate.allCases.map(\.definition) + [
      Definition(
        "interval", "Interval",
        "The range in which a rate lies with 95% confidence (Wilson score interval). It is wide if "
          + "there are few cards, and if few players saw most of them: n is the number of cards "
          + "divided by the design effect, which tells how alike the cards of one player are (Kish "
          + "1965). Of a day, and of fewer players than the minimum, each card counts.",
        formula: "(p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) / (1 + z²/n), z = 1.96",
        unit: "share from 0 to 1"),
      Definition(
        "adjustedLikeRate", "Like rate, adjusted for position",
        "The like rate that the game would have at the feed position that is shown most. Available "
          + "if the effect of positions on likes could be estimated.",
        formula: "Σ likes at position p / Σ cards at position p × effect of p, at most 1",
        unit: "share from 0 to 1",
        grain: "game and period", record: "interactions"),
    ]

  private static let players = [
    Definition(
      "totals", "Totals of events",
      "Numbers of events of a game or studio, by day and period. They have the events of players "
        + "who were forgotten since, so that they do not change. If the report says that they are "
        + "rounded, they are rounded down to multiples of the minimum number of players, and "
        + "rates are those of the rounded numbers.",
      formula: "events of the history + events of forgotten players", unit: "events"),
    Definition(
      "uniquePlayers", "Unique players",
      "Distinct players over the whole period; the days do not add up to it. Swipe records and "
        + "analytics events have different player ids, which are never joined, so the larger of "
        + "the two counts is shown. To protect players, all numbers of players are rounded down "
        + "to multiples of the minimum, 10 by default, suppressed below it, and not published for "
        + "single days. Forgotten players do not count.",
      formula: "count of distinct players with any event", unit: "players"),
    Definition(
      "newPlayers", "New players",
      "Unique players whose first day in the data, with any game, is in the period.",
      formula: "count of distinct players with first day ≥ the period's", unit: "players"),
    Definition(
      "returningPlayers", "Returning players", "Unique players who were active before the period.",
      formula: "unique players − new players", unit: "players"),
    Definition(
      "funnel", "Funnel",
      "Players who reached each step: the card, its details, the wishlist, the shop. A player who "
        + "reached a step counts in all steps before it. Swipe records have no shop clicks, so "
        + "the last step is not available if players are counted from them.",
      formula: "count of distinct players with an event of the step or a later one",
      unit: "players"),
    Definition(
      "viewSeconds", "View time",
      "The quartiles of the timed views of a card. Views longer than a day are left out. "
        + "Available if enough players have a timed view.",
      formula: "quantiles of viewDuration > 0, linear between neighbours, rounded", unit: "seconds",
      record: "interactions"),
    Definition(
      "wishCohorts", "From wish to shop",
      "Players who first wished for a game in a week, and those of them who clicked through to a "
        + "shop for that game by the end of the week and of later weeks. A wish is the first if "
        + "there was none in the 13 weeks before. Rounded like all players.",
      formula: "distinct players; the click is on the day of the wish or later", unit: "players",
      grain: "studio and week", record: "analytics"),
    Definition(
      "followers", "Followers",
      "Players who follow the studio, from its record, rounded like all players.",
      formula: "developer.followerCount", unit: "players", grain: "studio and run",
      record: "developers"),
  ]

  private static let comparisons = [
    Definition(
      "change", "Change",
      "The ratio per day to the period before, adjusted for the weekdays of the whole catalogue, "
        + "with its 95% interval, which is wider the more the two weeks of a quarter differ from "
        + "the two weeks before them. There is no clear change if the interval contains 0% (1 in "
        + "JSON). Pages show it if both periods have at least \(Change.minimumCount) events or "
        + "players, and that of players if both have equally many days. “Rose”, “fell” and the "
        + "arrows of games allow for the number of games that are compared.",
      formula:
        "(n / expected) / (n₀ / expected₀), ± t √(φ (1/n + 1/n₀)) on the logarithm, "
        + "φ = max(1, Σ (w − w₀)² / Σ (w + w₀)) over pairs of two weeks",
      unit: "ratio"),
    Definition(
      "likeRateChange", "Change of the like rate",
      "The ratio of the like rate to that of the period before: +10% of a rate of 30% is 33%.",
      formula: "p / p₀, ± 1.96 √(D(1/s − 1/n) + D₀(1/s₀ − 1/n₀)) on the logarithm, with the design "
        + "effects D", unit: "ratio"),
    Definition(
      "relativeChange", "Change relative to other studios",
      "The change of impressions divided by that of the games of all other studios on the same "
        + "days. What moves all alike, such as weekdays and growth, is no part of it or of its "
        + "interval.",
      formula:
        "(n / n₀) / (a / a₀), ± t √(φ (1/n + 1/n₀) + 1/a + 1/a₀) on the logarithm, with φ of "
        + "the parts n / a of weeks", unit: "ratio"),
    Definition(
      "app", "Other studios",
      "The change in impressions, and the like rate, of the games of all other studios together, "
        + "beside the studio’s own. Available if at least three studios have impressions.",
      formula: "as change and likeRate, over these games", unit: "ratio, share from 0 to 1",
      grain: "period"),
    Definition(
      "standing", "Standing",
      "The share of similar games with a lower like rate. Similar games have the same genre, a "
        + "similar age and a similar number of impressions (at least 1, 30, 100, 300, …). If they "
        + "are too few, the next of these groups with enough games is used: any age; also the "
        + "next smaller and larger numbers of impressions; all games of the genre; all games. Like "
        + "rates of few cards vary by chance, so each is shrunk toward that of the similar "
        + "games together. There is no clear difference if the 95% interval of the like rate "
        + "contains their median. Available from \(Finding.minimumImpressionsForRate) cards on.",
      formula: "100 × (lower + same / 2) / (games − 1)", unit: "percentile from 0 to 100",
      grain: "game and period"),
    Definition(
      "impacts", "Releases, prices and events",
      "Impressions, wishlist adds and shop clicks of a game in the 7 days from its release, a price "
        + "drop of at least 10% or an annotation, against the 28 days before, relative to other "
        + "studios’ games in the same days. The interval allows for the game’s usual changes from "
        + "week to week and for the number of changes that are tested: on average, at most 5% of "
        + "the clear ones are false. The 7 days end before the next occasion of the game; those "
        + "from other occasions are left out of the days before. Available from "
        + "\(Change.minimumCount) events on in both. Something else on these days may be the cause.",
      formula: "(n / n of other studios) / (N / N of other studios)",
      unit: "ratio", grain: "occasion and measure"),
    Definition(
      "daysSinceLastEvent", "Days since the last event",
      "Days from the last event of the studio’s games to the report’s last day. Shown for a period "
        + "without impressions.",
      formula: "the report's last day − last day with any event", unit: "days",
      grain: "studio and run", record: "interactions and analytics"),
    Definition(
      "share", "Share of the studio", "The game’s share of the studio’s impressions.",
      formula: "impressions of the game / of all its games", unit: "share from 0 to 1",
      grain: "game and period"),
  ]

  private static let breakdowns = [
    Definition(
      "breakdowns", "Breakdowns",
      "Events by favourite genre of the player, device, app version, shop, and the part of the "
        + "app that showed the card, in the last week, 4 weeks and 13 weeks. Each breakdown comes "
        + "from one record. Values with too few players in a week are suppressed, together with "
        + "as many others as it takes that none can be derived by subtraction. A week without a "
        + "value to show is combined with the following weeks of its four, or suppressed. Counts "
        + "are rounded down to multiples of the minimum number of players.",
      formula:
        "cells + suppressed ≤ the record's total, less by rounding; genres overlap and do not add "
        + "up",
      unit: "events", grain: "game or studio, weeks and value"),
    Definition(
      "day", "Day",
      "A day in the report’s time zone. A report covers all events before its run’s as-of day.",
      formula: "from 00:00 to 24:00", unit: "day", grain: "day", record: "the events' time"),
  ]
}
