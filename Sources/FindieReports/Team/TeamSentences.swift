import FindieAnalytics
import FindieDomain

/// Three plain sentences, each made from the report's numbers: people, cards, catalogue.
struct TeamSentences {
  private let report: TeamReport

  init(_ report: TeamReport) {
    self.report = report
  }

  var all: [Sentence] { [people, cards, sinceTheBeginning] }

  private var people: Sentence {
    let now = report.current.activePlayers
    let period = report.period.whenInWords
    guard now > 0 else { return "Nobody was there \(period)." }
    let signUps = report.current.signUps
    let joined: Sentence = signUps == 0 ? "nobody signed up" : "\(.count(signUps)) signed up"
    let seen: Sentence =
      now == 1
      ? "One player was there \(period)"
      : "\(strong: .count(now)) players were there \(period)"
    if let nothing = report.nothingBefore { return "\(seen), and \(joined). \(nothing)" }
    guard let before = report.previous?.activePlayers, before > 0 else {
      return "\(seen), and \(joined)."
    }
    let than: Sentence =
      now == before
      ? "as many as \(whenBefore)"
      : "\(now > before ? "up" : "down") from \(.count(before)) \(whenBefore)"
    return "\(seen), \(than), and \(joined)."
  }

  private var whenBefore: Sentence {
    report.period.count == 1
      ? "on the day before" : "in the \(.count(report.period.count)) days before"
  }

  private var cards: Sentence {
    let tally = report.current.tally
    guard report.setting.recorded.contains(.impressions) else {
      return "How often cards were seen is not recorded in this data."
    }
    guard let rate = tally.rate(.likeRate, in: report.setting.recorded) else {
      if tally.isEmpty { return "No card was seen." }
      let seen: Sentence = "Cards were seen \(Sentence.times(.count(tally[.impressions])))"
      return tally.hasMoreLikesThanImpressions
        ? seen
          + ", and \(.count(tally.positives)) likes were recorded: the record of cards seen is not whole."
        : seen + "."
    }
    return
      "Cards were seen \(Sentence.times(.count(rate.trials))), and \(strong: .share(rate.estimate)) of those ended in a like (likely between \(.share(rate.lower)) and \(.share(rate.upper)))."
  }

  private var sinceTheBeginning: Sentence {
    let health = report.current.catalogue
    guard report.setting.recorded.contains(.impressions) else {
      return
        "\(.count(health.gamesOut)) \(health.gamesOut == 1 ? "game is" : "games are") out; which of them were seen is not recorded in this data."
    }
    return
      "Since \(report.allTimeRange.first.inWords) there were \(.count(report.allTime[.impressions])) impressions; of the \(.count(health.gamesOut)) games that are out, \(.count(health.neverShown)) have never been seen."
  }
}
