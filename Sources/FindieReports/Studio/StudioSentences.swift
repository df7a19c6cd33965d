import FindieAnalytics
import FindieDomain

/// Three plain sentences, each made from the report's numbers: reach, reception, the games.
struct StudioSentences {
  private let report: StudioReport

  init(_ report: StudioReport) {
    self.report = report
  }

  /// HTML; titles are escaped.
  var html: [String] {
    guard !report.isEmpty else { return [empty] }
    guard !report.current.rollUp.tally.isEmpty else { return [quiet, everReception] }
    return [reach, reception, games].compactMap { $0 }
  }

  private var empty: String {
    guard !report.games.isEmpty else {
      return "There is no game of yours in the catalogue yet. Once there is, this page tells how "
        + "players take to it."
    }
    let games = report.games.count == 1 ? "Your game is" : "Your \(report.games.count) games are"
    return
      "\(games) in the catalogue, and no player has met a card of yours yet. This page is ready "
      + "for the first."
  }

  private var quiet: String {
    let before = report.previous.rollUp.tally[.impressions]
    let rest =
      before > 0 ? ", after \(times(before)) in the \(report.period.count) days before" : ""
    return "It was a quiet time: no card of your games was seen in \(report.period.inWords)\(rest)."
  }

  private var everReception: String {
    let tally = report.allTime.rollUp.tally
    let seen =
      "Since \(report.allTime.rollUp.range.first.inWords) they were seen "
      + "\(times(tally[.impressions]))"
    guard let rate = tally.likeRate else { return seen + "." }
    return seen + ", and \(number(rate.successes)) of those ended in a like."
  }

  private var reach: String {
    let now = report.current.rollUp.tally[.impressions]
    let before = report.previous.rollUp.tally[.impressions]
    let players: String
    switch report.current.rollUp.players {
    case .exactly(0), .withheld: players = ""
    case .exactly(let count): players = " by \(number(count)) players"
    case .fewerThan(let k): players = " by fewer than \(k) players"
    }
    let seen =
      "In \(report.period.inWords) your games’ cards were seen <b>\(times(now))</b>\(players)"
    guard before > 0 else {
      return seen + "; in the \(report.period.count) days before, not at all."
    }
    guard now != before else {
      return seen + ", as often as in the \(report.period.count) days before."
    }
    return seen + ", \(now > before ? "up" : "down") from \(number(before)) in the "
      + "\(report.period.count) days before."
  }

  private var reception: String? {
    guard let rate = report.current.rollUp.tally.likeRate else { return nil }
    guard rate.trials >= 30 else {
      let liked = "\(number(rate.successes)) of \(number(rate.trials))"
      return "\(liked) ended in a like: too few to read a rate from, so take it as a first sign."
    }
    let ends = [rate.lower, rate.upper].map { Figure.share($0).html }
    return
      "<b>\(Figure.share(rate.estimate).html)</b> of them ended in a like; with this many, the "
      + "true rate is likely between \(ends[0]) and \(ends[1])."
  }

  private var games: String? {
    guard report.games.count > 1, let first = report.games.first else { return nil }
    let total = report.current.rollUp.tally[.impressions]
    let own = first.current.rollUp.tally[.impressions]
    guard total > 0 else { return nil }
    let share = Figure.share(Double(own) / Double(total)).html
    guard own < total else {
      return "All of it was for <bdi>\(escaped(first.game.title))</bdi>."
    }
    let most =
      "<bdi>\(escaped(first.game.title))</bdi> drew the most, \(share) of the impressions"
    let movers = report.games.map { game in
      (game, game.current.rollUp.tally[.impressions] - game.previous.rollUp.tally[.impressions])
    }
    guard let best = movers.max(by: { $0.1 < $1.1 }), best.1 > 0,
      best.0.game.id != first.game.id
    else { return most + "." }
    return most
      + "; <bdi>\(escaped(best.0.game.title))</bdi> gained most, \(number(best.1)) more than "
      + "before."
  }

  private func number(_ count: Int) -> String { Figure.count(count).html }

  private func times(_ count: Int) -> String { count == 1 ? "once" : "\(number(count)) times" }
}
