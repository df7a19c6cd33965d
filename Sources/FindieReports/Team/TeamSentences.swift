import FindieAnalytics
import FindieDomain

/// Three plain sentences, each made from the report's numbers: people, cards, catalogue.
struct TeamSentences {
  private let report: TeamReport

  init(_ report: TeamReport) {
    self.report = report
  }

  /// HTML.
  var html: [String] { [people, cards, sinceTheBeginning] }

  private var people: String {
    let (now, before) = (report.current.activePlayers, report.previous.activePlayers)
    let period = report.period.inWords
    guard now > 0 else { return "Nobody was there in \(period)." }
    let signUps = report.current.signUps
    let joined =
      signUps == 0 ? "nobody signed up" : "\(number(signUps)) signed up"
    let seen = now == 1 ? "<b>One player</b> was" : "<b>\(number(now)) players</b> were"
    guard before > 0 else { return "\(seen) there in \(period), and \(joined)." }
    let than =
      now == before
      ? "as many as in the \(report.period.count) days before"
      : "\(now > before ? "up" : "down") from \(number(before)) in the \(report.period.count) "
        + "days before"
    return "\(seen) there in \(period), \(than), and \(joined)."
  }

  private var cards: String {
    let tally = report.current.tally
    guard let rate = tally.likeRate else {
      return tally.isEmpty
        ? "No card was seen." : "Cards were seen \(number(tally[.impressions])) times."
    }
    let ends = [rate.lower, rate.upper].map { Figure.share($0).html }
    return
      "Cards were seen \(number(rate.trials)) times, and "
      + "<b>\(Figure.share(rate.estimate).html)</b> "
      + "of those ended in a like (likely between \(ends[0]) and \(ends[1]))."
  }

  private var sinceTheBeginning: String {
    let health = report.current.catalogue
    let seen = health.gamesOut - health.neverShown
    return
      "Since \(report.allTimeRange.first.inWords) there were "
      + "\(number(report.allTime[.impressions])) "
      + "impressions; \(number(seen)) of the \(number(health.gamesOut)) games that are out have "
      + "been seen at least once."
  }

  private func number(_ count: Int) -> String { Figure.count(count).html }
}
