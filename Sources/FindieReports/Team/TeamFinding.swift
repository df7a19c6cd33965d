import FindieAnalytics
import FindieDomain
import FindieText

/// Something that happened, with all facts that belong to it: what, why, and what to do.
struct TeamFinding: Sendable {
  /// In order of importance.
  enum Kind: String, CaseIterable, Sendable {
    /// The night's lists were not published.
    case listsHeldBack
    /// Nearly all impressions of a game led to a like: possible fraud.
    case extremeLikeRate
    /// A version of the app crashes more.
    case crashes
    /// A record has far fewer events than usual.
    case missingEvents
    /// KPIs of a day are unusual, for another reason than these.
    case unusualDay
    /// Events came after their day had been read.
    case lateEvents
  }

  enum Cause: String, CaseIterable, Sendable {
    case failedChecks, missingEvents, extremeLikeRate, crash, annotation, release, oneGame
    case severalGames, unknown
  }

  /// A game's part in an alert.
  struct Contributor: Sendable {
    let game: Game?
    let gameId: String
    let alert: KPIAlert
    let contribution: AlertContribution
  }

  let kind: Kind
  let days: DayRange
  /// Without a final period.
  let what: Sentence
  /// Other KPIs that were unusual; nil if there are none.
  var also: Sentence?
  var contributors: [Contributor] = []
  let cause: Cause
  let why: Sentence
  let action: Sentence
  /// The page to look at, relative to the team's page.
  var page: String?
  /// All in one direction.
  var alerts: [KPIAlert] = []
  var missing: [MissingEvents] = []
  var notes: [DayNote] = []
  /// The distance from what is usual, to order findings of one kind.
  var size = 0.0
}

extension TeamFinding.Contributor {
  /// Such as `Amber Festival (84% of the rise in likes)`.
  func sentence(in report: TeamReport) -> Sentence {
    // More than all: others moved the other way.
    let share: Sentence =
      contribution.share >= 0.995 ? "all" : "\(Figure.share(contribution.share))"
    let direction = alert.isRise ? "rise" : "fall"
    return
      "\(report.titleSentence(ofGame: gameId)) (\(share) of the \(direction) in \(alert.kpi.inSentence))"
  }
}

extension KPI {
  var inSentence: String { name.lowercasedFirst }
}

extension TeamFinding {
  /// The contributors in one sentence; nil without any.
  func contributorsSentence(in report: TeamReport) -> Sentence? {
    guard !contributors.isEmpty else { return nil }
    let share = contributors.reduce(0) { $0 + $1.contribution.share }
    let how = share >= AlertContribution.explains ? "Mostly" : "Partly"
    return "\(how) \(contributors.map { $0.sentence(in: report) }.listed)."
  }

  /// The contributors, and what else was unusual; nil without either.
  func facts(in report: TeamReport) -> Sentence? {
    let sentences = [contributorsSentence(in: report), also].compactMap(\.self)
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  var whySentence: Sentence { "Probable cause: \(why)" }
  var actionSentence: Sentence { "What to do: \(action)" }

  func html(in report: TeamReport) -> HTML {
    let facts = facts(in: report).map { "<p>\($0.html)</p>" as HTML } ?? ""
    let remarks = notes.map { note -> HTML in
      "<p>\(text: note.day.inWords): \(HTML.title(note.text))</p>"
    }
    return """
      <div class="finding"><h3>\(what.html).</h3>\(facts)\
      <p><b>Probable cause:</b> \(why.html)</p><p><b>What to do:</b> \(action.html)</p>\
      \(cause == .annotation ? "" : "\(remarks)")</div>

      """
  }
}

extension TeamReport {
  /// The games that contribute most to an alert.
  func contributors(to alert: KPIAlert) -> [TeamFinding.Contributor] {
    (contributions[alert] ?? []).map {
      .init(game: games[ExactText($0.gameId)], gameId: $0.gameId, alert: alert, contribution: $0)
    }
  }

  /// A game's title in a sentence, with a link to its studio's page if there is one.
  func titleSentence(ofGame gameId: String) -> Sentence {
    guard let game = games[ExactText(gameId)] else { return "\(title: gameId)" }
    guard let page = page(ofGame: gameId) else { return "\(title: game.title)" }
    return "\(title: game.title, linkedTo: page)"
  }

  /// The page of a game's studio; nil without one.
  func page(ofGame gameId: String) -> String? {
    guard findings != nil, let game = games[ExactText(gameId)] else { return nil }
    return pages[ExactText(game.developerId)]
  }
}
