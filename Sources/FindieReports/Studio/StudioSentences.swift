import FindieAnalytics
import FindieDomain
import FindieText

/// The summary of a studio's report: one sentence per finding.
struct StudioSentences {
  let report: StudioReport

  var all: [Sentence] {
    guard !report.isEmpty else { return [empty] }
    return report.numbers.findings[report.periodIndex].compactMap(sentence)
  }

  private var empty: Sentence {
    guard let first = report.games.first else {
      return
        "You have no game in the catalogue yet. Once you do, this page shows how players respond "
        + "to it."
    }
    if report.isNew {
      return
        "Players first saw your games in the days after this report. Their numbers are in since.html; this page has them once the week is over."
    }
    return report.games.count == 1
      ? "\(title: first.game.title) is in the catalogue. No player has seen it yet."
      : "Your \(.count(report.games.count)) games are in the catalogue. No player has seen them yet."
  }

  private func sentence(_ finding: Finding) -> Sentence? {
    switch finding {
    case .reach(let impressions, let before, _, let change):
      return reach(impressions, before, change)
    case .quiet(let before):
      let after: Sentence =
        before.map { $0 > 0 ? ", after \(.count($0)) \(report.period.whenBeforeInWords)" : "" }
        ?? ""
      return
        "Your games had no \(report.setting.impression)s \(report.period.whenInWords)\(after)."
    case .impressionsNotRecorded: return "Impressions are not recorded in this data."
    case .ever(let impressions, let likes):
      let first = report.numbers.allTimeRange.first.inWords
      let liked: Sentence = likes.map { " and \(Self.counted(likes: $0))" } ?? ""
      return
        "Since \(first), the first day of the data, they had \(counted(impressions))\(liked)."
    case .lastEvent(let days): return lastEvent(days)
    case .reception(let rate, _): return .likeRate(rate)
    case .tooFewForARate(let likes, let cards):
      guard cards > 0 else { return nil }
      return
        "\(.count(likes)) of \(Sentence.counted(.count(cards), "card")) led to a like: too few for a reliable rate."
    case .likesNotRecorded: return "Likes are not recorded in this data."
    case .rose(let game, let move): return self.move(game, "rose", move)
    case .fell(let game, let move): return self.move(game, "fell", move)
    case .mostSeen(let game, let share, _):
      return
        "\(title: report.studio.games[game].title) had the most \(report.setting.impression)s: \(Figure.share(share)) of all."
    case .noGames: return nil
    }
  }

  private static func counted(likes: Int) -> Sentence { .counted(.count(likes), "like") }

  private func counted(_ impressions: Int) -> Sentence {
    .counted(.count(impressions), report.setting.impression)
  }

  private func move(_ game: Int, _ moved: String, _ move: Finding.Move) -> Sentence {
    let before = move.before.map { Figure.count($0) } ?? .none
    func figure(_ ratio: Double?) -> Figure { ratio.map { .change($0) } ?? .none }
    return
      "\(title: report.studio.games[game].title) \(moved) from \(before) to \(counted(move.impressions)) (\(figure(move.change?.ratio)), between \(figure(move.change?.lower)) and \(figure(move.change?.upper)))."
  }

  private func reach(_ impressions: Int, _ impressionsBefore: Int?, _ change: Change?) -> Sentence {
    let players: Sentence =
      report.own.players?.count.map {
        $0 == 0 ? "" : " from \(Sentence.counted(.count($0), "player"))"
      }
      ?? ""
    let seen: Sentence =
      "Your games had \(Sentence.counted(.count(impressions), report.setting.impression, isStrong: true))\(players) \(report.period.whenInWords)"
    let before = report.period.whenBeforeInWords
    guard let impressionsBefore else { return "\(seen)." }
    guard impressionsBefore > 0 else { return "\(seen), and none \(before)." }
    let after: Sentence = "\(seen), after \(.count(impressionsBefore)) \(before)."
    guard let shown = report.own.shownImpressionsChange else { return after }
    let app: Sentence =
      report.numbers.app[report.periodIndex]?.impressionsChange
      .map { "; \(Sentence.change(ofApp: $0))" } ?? ""
    let adjusted = report.own.hasEqualLengths ? "Adjusted" : "Per day and adjusted"
    return shown.isSignificant
      ? "\(after) \(adjusted) for weekdays, that is \(change.map { Figure.change($0.ratio) } ?? .none)\(app)."
      : "\(after) \(adjusted) for weekdays, there is no clear change\(app)."
  }

  private func lastEvent(_ days: Int) -> Sentence {
    let day = report.numbers.dayRange.last.adding(days: -days)
    return days == 0
      ? "Last activity: \(day.inWords), the last day of this report."
      : "Last activity: \(day.inWords), \(Sentence.counted(.count(days), "day")) ago."
  }
}

extension Sentence {
  static func likeRate(_ rate: Proportion) -> Sentence {
    "Of \(Sentence.counted(.count(rate.trials), "card")), \(strong: .share(rate.estimate)) led to a like (between \(.share(rate.lower)) and \(.share(rate.upper)), with 95% confidence)."
  }

  /// Such as `other studios’ games grew 41.0%`.
  static func change(ofApp ratio: Double) -> Sentence {
    let size = Figure.sizeOfChange(ratio)
    return ratio > 1
      ? "other studios’ games grew \(size)"
      : ratio < 1
        ? "other studios’ games fell \(size)" : "other studios’ games stayed the same"
  }
}
