import FindieAnalytics

/// What the reports' words mean, in one place.
enum Glossary {
  /// The glossary's section: the measures that the data holds, then the others.
  static func html(recorded: Set<Measure>, notRecorded: String?, forTeam: Bool) -> String {
    let measures = Measure.allCases.filter { recorded.contains($0) }.map { ($0.name, $0.sentence) }
    let rates = Definition.rates.map { ($0.name, $0.formula + ". " + $0.sentence) }
    let studio = Definition.studio.filter { definition in
      !Measure.allCases.contains { $0.rawValue == definition.id }
    }.map { ($0.name, $0.sentence) }
    var context: [String: Any] = [
      "glossary": (measures + (forTeam ? rates + team : studio)).map { name, sentence in
        ["name": name, "sentence": sentence]
      }
    ]
    context["notRecorded"] = notRecorded
    return Templates.render(context, with: "glossary")
  }

  private static let team = [
    (
      "Daily, weekly, monthly players",
      "Different players of a day, of the seven days that end with it, and of the 28 days that end "
        + "with it. Swipe records and analytics events carry different ids, which are never "
        + "joined: the larger count is told."
    ),
    (
      "Stickiness",
      "Mean daily players of the last 28 days / monthly players: the share of days on which a "
        + "month’s player comes."
    ),
    (
      "Session",
      "A session id of the app, counted once however many days it touches. Of swipe records and "
        + "analytics events the larger count is told, for a day and for a period: their ids are not "
        + "joined."
    ),
    (
      "Day-n retention",
      "Of the players who signed up in a month and whose n-th day after is over, the share active "
        + "on exactly that day. From swipe records, whose ids are those of the accounts."
    ),
    (
      "Recall@20, nDCG@20",
      "Of what a player liked and the models were not told, the share found in the first 20 "
        + "(recall), and how far up it stood (nDCG). 100% is perfect."
    ),
    (
      "Coverage",
      "The share of the games that at least one player is recommended: beside a model, on the lists "
        + "that were judged; over the nights, on the longer ones that were published."
    ),
    (
      "Gini",
      "How unevenly the places on the published lists are shared among the games: 0%, all alike; "
        + "100%, one has them all."
    ),
    (
      "Lift",
      "A game’s engagement in the last 7 days over what its 28 days before and the whole "
        + "catalogue’s week lead one to expect; 1× is no change. Ranked by its cautious lower "
        + "bound, so that three likes on nothing do not win."
    ),
    ("Day", "A day is a UTC day. A night knows all that happened before it began."),
  ]
}
