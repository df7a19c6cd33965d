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
        "Players saw your games for the first time this week. since.html counts this week so far; this page shows it when the week is over."
    }
    return report.games.count == 1
      ? "\(title: first.game.title) is in the catalogue. No player has seen it yet."
      : "Your \(.count(report.games.count)) games are in the catalogue. No player has seen them yet."
  }

  private func sentence(_ finding: Finding) -> Sentence? {
    switch finding {
    case .reach(let impressions, let before, _, _):
      return "\(reach(impressions, before))\(launch(impressions, before))"
    case .quiet(let before):
      let after: Sentence =
        before.map { $0 > 0 ? ", after \(.count($0)) \(report.period.whenBeforeInWords)" : "" }
        ?? ""
      return
        "Your games had \(report.own.tally.no) \(report.setting.impression)s \(report.period.whenInWords)\(after)."
    case .impressionsNotRecorded: return "Impressions are not recorded in this data."
    case .ever(let impressions, let likes):
      let first = report.numbers.allTimeRange.first.inWords
      let liked: Sentence =
        likes.map {
          " and \(Sentence.counted(.count($0), report.setting.recorded.contains(.superLikes) ? "positive verdict" : "like"))"
        } ?? ""
      return
        "Since \(first), the first day of the data, they had \(counted(impressions))\(liked)."
    case .lastEvent(let days): return lastEvent(days)
    case .reception(let rate, _): return .likeRate(rate, leadingTo: report.setting.aLike)
    case .tooFewForARate(let likes, let cards):
      guard cards > 0 else { return nil }
      return
        "\(.count(likes)) of \(Sentence.counted(.count(cards), "card")) led to \(report.setting.aLike): too few for a reliable rate."
    case .likesNotRecorded: return "Likes are not recorded in this data."
    case .rose(let game, let move): return self.move(game, "rose", move)
    case .fell(let game, let move): return self.move(game, "fell", move)
    case .mostSeen(let game, let share, _):
      return
        "\(title: report.studio.games[game].title) had the most \(report.setting.impression)s: \(Figure.share(share)) of all."
    case .noGames: return nil
    }
  }

  private func counted(_ impressions: Int) -> Sentence {
    .counted(.count(impressions), report.setting.impression)
  }

  private func move(_ game: Int, _ moved: String, _ move: Finding.Move) -> Sentence {
    let before = move.before.map { Figure.count($0) } ?? .none
    func figure(_ ratio: Double?) -> Figure { ratio.map { .change($0) } ?? .none }
    if let relative = move.relative {
      let side = relative.ratio > 1 ? "gained on" : "fell behind"
      return
        "\(title: report.studio.games[game].title) \(side) other studios’ games: it had \(counted(move.impressions)), after \(before), relative to them \(figure(relative.ratio)) (between \(figure(relative.lower)) and \(figure(relative.upper)))."
    }
    return
      "\(title: report.studio.games[game].title) \(moved) from \(before) to \(counted(move.impressions)) (\(figure(move.change?.ratio)), between \(figure(move.change?.lower)) and \(figure(move.change?.upper)))."
  }

  private func reach(_ impressions: Int, _ impressionsBefore: Int?) -> Sentence {
    let players: Sentence =
      report.own.players?.count.map {
        $0 == 0 ? "" : " and at least \(Sentence.counted(.count($0), "player"))"
      }
      ?? ""
    let seen: Sentence =
      "Your games had \(Sentence.counted(.count(impressions), report.setting.impression, isStrong: true))\(players) \(report.period.whenInWords)"
    let before = report.period.whenBeforeInWords
    guard let impressionsBefore else { return "\(seen)." }
    guard impressionsBefore > 0 else {
      return "\(seen), and \(report.own.before?.none ?? "none") \(before)."
    }
    let after: Sentence = "\(seen), after \(counted(impressionsBefore)) \(before)."
    guard let shown = report.own.shownImpressionsChange else { return after }
    let adjusted = report.own.hasEqualLengths ? "adjusted" : "adjusted for their number of days and"
    guard let relative = report.own.relativeChange, let app = report.app?.impressionsChange else {
      return shown.isSignificant
        ? "\(after) \(adjusted.capitalizedFirst) for weekdays, that is \(.change(shown.ratio))."
        : "\(after) \(adjusted.capitalizedFirst) for weekdays, there is no clear change."
    }
    let verdict: Sentence =
      relative.isSignificant ? "that is \(strong: .change(relative.ratio))" : "no clear change"
    return
      "\(after) Relative to other studios’ games, \(verdict) (between \(.change(relative.lower)) and \(.change(relative.upper))): \(adjusted) for weekdays, yours changed by \(.change(shown.ratio)), theirs by \(.change(app))."
  }

  /// The game released in the period that has most of the rise; empty without one.
  private func launch(_ impressions: Int, _ before: Int?) -> Sentence {
    let rise = impressions - (before ?? impressions)
    for game in report.games {
      let own = report.own(game)
      guard let release = game.game.releaseDate?.day, report.period.range.contains(release),
        game.game.availability(on: report.tonight) == .out, let earlier = own.before?[.impressions],
        rise > 0, 2 * (own.tally[.impressions] - earlier) > rise
      else { continue }
      return
        " \(title: game.game.title), released on \(release.inWords), has most of the difference: it had \(counted(own.tally[.impressions])), after \(.count(earlier))."
    }
    return ""
  }

  private func lastEvent(_ days: Int) -> Sentence {
    let day = report.numbers.dayRange.last.adding(days: -days)
    return days == 0
      ? "Last activity: \(day.inWords), the last day of this report."
      : "Last activity: \(day.inWords), \(Sentence.counted(.count(days), "day")) ago."
  }
}

extension Sentence {
  static func likeRate(_ rate: Proportion, leadingTo like: String = "a like") -> Sentence {
    let about = rate.isRounded ? "about " : ""
    return
      "Of \(about)\(Sentence.counted(.count(rate.trials), "card")), \(about)\(strong: .share(rate.estimate)) led to \(like) (between \(.share(rate.lower)) and \(.share(rate.upper)), with 95% confidence)."
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
