import FindieAnalytics
import FindieDomain
import FindieText

/// One game on its studio's page.
struct GameSection {
  private let report: StudioReport
  private let game: StudioReport.GameFigures

  init(_ report: StudioReport, _ game: StudioReport.GameFigures) {
    self.report = report
    self.game = game
  }

  private var own: PeriodNumbers { report.own(game) }

  /// For screen readers.
  private var name: String { game.game.shownTitle }

  var html: HTML { "<p>\(standing.html)</p>\(details)" }

  /// The numbers of all periods, the funnel and the breakdowns.
  var details: HTML {
    let cuts = own.breakdowns.map {
      CutTable(
        $0, of: name, minimumPlayers: report.numbers.minimumPlayers, setting: report.setting
      ).html
    }
    let periods = PeriodsTable(
      periods: report.numbers.periods, numbers: report.numbers.games[game.index].periods,
      name: name, setting: report.setting)
    let funnel = PlayerFunnel(own, setting: report.setting, name: name)
    return "\(adjusted)\(periods.html)\(funnel.html)\(cuts)"
  }

  /// The game's like rate among similar games, in one to three sentences.
  var standing: Sentence {
    guard let standing = own.standing else {
      guard Rate.likeRate.isRecorded(in: own.recorded) else {
        return "Likes are not recorded in this data, so there is no like rate to compare."
      }
      guard own.tally[.impressions] > 0 else {
        return
          "No \(report.setting.impression)s \(report.period.whenInWords), so there is nothing to compare."
      }
      return own.rate(.likeRate) == nil
        ? "More likes than \(report.setting.impression)s were recorded, so there is no like rate to compare."
        : "Too few similar games to compare the like rate with."
    }
    let cohort = standing.cohort
    let genre = cohort.genre.map { "\($0.rawValue) " } ?? ""
    let similar: Sentence =
      " Similar games are \(genre)games \(cohort.age.inWords), with at least \(Sentence.counted(.count(cohort.impressionsFrom), report.setting.impression))."
    let impressions: Sentence =
      " \(.number(standing.impressionsPercentile, places: 1))% of them had fewer \(report.setting.impression)s."
    let median: Sentence =
      "the median of \(.count(standing.games)) similar games (\(.share(standing.medianLikeRate)))"
    let comparison: Sentence
    switch standing.verdict {
    case .above, .below:
      comparison =
        "Its like rate is \(standing.verdict == .above ? "above" : "below") \(median), and higher than that of \(.number(standing.likeRatePercentile, places: 1))% of them."
    case .tooEarly:
      let rate = own.rate(.likeRate)
      comparison =
        "Its like rate (between \(.share(rate?.lower)) and \(.share(rate?.upper)), with 95% confidence) is not clearly different from \(median)."
    case .tooFew:
      comparison =
        "Too few \(report.setting.impression)s to compare its like rate with \(median)."
    }
    return comparison + impressions + similar
  }

  private var adjusted: HTML {
    switch own.adjustedRate {
    case .rate(let estimate, let lower, let upper, let cards):
      """
      <p class="note">Adjusted for the position in the feed, the like rate is \
      \(Figure.share(estimate)) (between \(Figure.share(lower)) and \(Figure.share(upper)), \
      \(Figure.count(cards)) cards).</p>
      """
    case .unavailable(let why):
      """
      <p class="note">The like rate cannot be adjusted for the position in the feed: \
      \(text: why.words).</p>
      """
    case nil: ""
    }
  }
}

extension Cohort.Age {
  /// Such as `released 28 to 90 days ago`.
  fileprivate var inWords: String {
    switch self {
    case .announced: "announced"
    case .upTo28Days: "released less than 28 days ago"
    case .upTo90Days: "released 28 to 90 days ago"
    case .upTo1Year: "released 90 days to a year ago"
    case .upTo3Years: "released one to three years ago"
    case .older: "released three or more years ago"
    case .unknown: "without a release date"
    }
  }
}
