import FindieAnalytics
import FindieDomain
import FindieText

/// One game on its studio's page.
struct GameSection {
  let report: StudioReport
  let game: StudioReport.GameFigures

  private var own: PeriodNumbers { report.own(game) }

  /// For screen readers.
  private var name: String { game.game.shownTitle }

  /// On the studio's page: the most important numbers of the weeks.
  ///
  /// - Parameter isOnly: whether the studio's other games have no events, so that its numbers are
  ///   this game's.
  func html(isOnly: Bool) -> HTML {
    "<p>\(standing.html)</p>\(adjusted)\(isOnly ? "" : periods(isShort: true))"
  }

  private func periods(isShort: Bool) -> HTML {
    PeriodsTable(
      report.numbers, report.numbers.games[game.index].periods, name: name,
      setting: report.setting, isShort: isShort
    ).html
  }

  /// On the game's own page: the numbers of all periods, the funnel and the breakdowns.
  var details: HTML {
    let funnel = PlayerFunnel(own: own, setting: report.setting, name: name)
    let cuts = CutTable.html(
      own.breakdowns, of: name, minimumPlayers: report.numbers.minimumPlayers,
      setting: report.setting)
    let wishes = WishLedger(
      report: report, numbers: report.numbers.games[game.index].periods)
    return "\(adjusted)\(periods(isShort: false))\(funnel.html)\(wishes.html)\(cuts)"
  }

  /// The game's like rate among similar games, in one to three sentences.
  var standing: Sentence {
    guard let standing = own.standing else {
      guard Rate.likeRate.isRecorded(in: own.recorded) else {
        return "Likes are not recorded in this data, so there is no like rate to compare."
      }
      guard own.tally[.impressions] > 0 else {
        return
          "\(own.tally.no.capitalizedFirst) \(report.setting.impression)s \(report.period.whenInWords), so there is nothing to compare."
      }
      return "Too few games to compare the like rate with."
    }
    let cohort = standing.cohort
    let genre = cohort.genre.map { "\($0.rawValue) games" } ?? "games without a genre"
    let seen: Sentence =
      "with at least \(Sentence.counted(.count(cohort.impressionsFrom), report.setting.impression))"
    guard standing.verdict != .tooFew else {
      return "Too few cards to compare its like rate with that of other games."
    }
    let similar: Sentence =
      switch standing.group {
      case .genreAgeAudience: " Similar games are \(genre) \(cohort.age.inWords), \(seen)."
      case .genreAudience: " Similar games are \(genre) of any age, \(seen)."
      case .genreNearAudience:
        " Similar games are \(genre) with about as many \(report.setting.impression)s."
      case .genre: " Similar games are all \(genre)."
      case .all: " Too few games are similar to compare it with those only."
      }
    let median: Sentence =
      "the median of \(.count(standing.games)) \(standing.group == .all ? "" : "similar ")games (\(.share(standing.medianLikeRate)))"
    let comparison: Sentence
    if standing.verdict == .above || standing.verdict == .below {
      comparison =
        "Its like rate is \(standing.verdict == .above ? "above" : "below") \(median), and higher than that of \(.number(standing.likeRatePercentile, places: 1))% of them."
    } else {
      let rate = own.rate(.likeRate)
      comparison =
        "Its like rate (between \(.share(rate?.lower)) and \(.share(rate?.upper)), with 95% confidence) is not clearly different from \(median)."
    }
    return comparison + similar
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

/// The sections of single games on a studio's page, as far as its budget goes.
struct GameSections {
  private(set) var html = HTML()
  /// The indices in `StudioNumbers.games` of the games with a section.
  private(set) var indices: Set<Int> = []
  /// The number of games with events.
  let count: Int

  var shown: Int { indices.count }

  init(_ report: StudioReport) {
    let seen = report.games.filter { !report.numbers.games[$0.index].isEmpty }
    count = seen.count
    var bytes = 0
    for game in seen {
      let section = GameSection(report: report, game: game).html(isOnly: count == 1)
      let title = HTML.title(game.game.title)
      bytes += section.bytes.count + title.bytes.count
      guard bytes < PageBudget.sections else { break }
      indices.insert(game.index)
      // A browser opens the part if a link goes to an element in it.
      html += """
        <details class="game"><summary><h3>\(title)</h3> \
        <span>\(text: game.status(on: report.tonight))</span></summary>\
        <p class="back" id="game-\(game.index)"><a href="#h-games">Back to your games</a></p>
        \(section)</details>

        """
    }
  }
}
