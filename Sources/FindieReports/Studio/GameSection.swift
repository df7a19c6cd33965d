import FindieAnalytics
import FindieDomain

/// What a studio is told of one of its games, beneath a heading of the third level.
struct GameSection {
  private let report: StudioReport
  private let game: StudioReport.GameFigures

  init(_ report: StudioReport, _ game: StudioReport.GameFigures) {
    self.report = report
    self.game = game
  }

  private var own: PeriodNumbers { report.own(game) }

  /// Plain text, for what screen readers are told.
  private var name: String { game.game.shownTitle }

  var html: String {
    let cuts = own.breakdowns.map {
      CutTable(
        $0, of: name, playersToTell: report.numbers.withheldBelow,
        recorded: report.setting.recorded
      ).html
    }
    return "<p>\(standing.html)</p>" + adjusted + periods
      + PlayerFunnel(own, recorded: report.setting.recorded, name: name).html + cuts.joined()
  }

  var periods: String {
    PeriodsTable(
      periods: report.numbers.periods, numbers: report.numbers.games[game.place].periods,
      name: name, recorded: report.setting.recorded
    ).html
  }

  /// How the game does among its like, in a sentence.
  var standing: Sentence {
    guard let standing = own.standing else {
      guard Rate.likeRate.isRecorded(in: own.recorded) else {
        return "Likes are not recorded in this data, so there is no like rate to compare."
      }
      guard own.tally[.impressions] > 0 else {
        return "Nobody met it \(report.period.whenInWords), so there is nothing to compare."
      }
      return own.rate(.likeRate) == nil
        ? "More likes came than cards seen, so it has no like rate to compare."
        : "There are too few games of its genre, age and audience to compare it with."
    }
    let genre = standing.cohort.genre.map { " of the genre \($0.rawValue)" } ?? ""
    let least = standing.cohort.impressionsFrom
    let audience: Sentence = least == 1 ? "once" : "\(.count(least)) times"
    let cohort: Sentence =
      "the \(.count(standing.games)) games\(genre), \(standing.cohort.age.inWords), seen at least \(audience)"
    let reach: Sentence =
      " It was seen more often than \(.number(standing.impressionsPercentile, places: 1))% of the others."
    guard standing.verdict != .tooEarlyToTell else {
      return
        "Too early to tell among \(cohort): its like rate’s interval holds the middle one, \(.share(standing.medianLikeRate))."
        + reach
    }
    return
      "Among \(cohort), its like rate is \(standing.verdict == .above ? "above" : "below") the middle (\(.share(standing.medianLikeRate))), ahead of \(.number(standing.likeRatePercentile, places: 1))% of the others."
      + reach
  }

  private var adjusted: String {
    switch own.adjustedRate {
    case .rate(let estimate, let lower, let upper, let cards):
      let (rate, low, high) = (Figure.share(estimate), Figure.share(lower), Figure.share(upper))
      return "<p class=\"note\">With the place in the feed taken out, the like rate is "
        + "\(rate.html) (likely \(low.html) to \(high.html), from \(Figure.count(cards).html) "
        + "cards).</p>"
    case .refused(let why):
      return "<p class=\"note\">What its place in the feed did to the like rate cannot be told: "
        + "\(escaped(why)).</p>"
    case nil: return ""
    }
  }
}

extension Cohort.Age {
  /// Such as `out for up to 90 days`.
  fileprivate var inWords: String {
    switch self {
    case .announced: "announced"
    case .upTo28Days: "out for less than 28 days"
    case .upTo90Days: "out for 28 to 90 days"
    case .upTo1Year: "out for 90 days to a year"
    case .upTo3Years: "out for one to three years"
    case .older: "out for three years or longer"
    case .unknown: "of unknown age"
    }
  }
}
