import FindieAnalytics
import FindieDomain
import FindieRanking
import FindieText

/// The summary of the team's report: what changed, publication, players, impressions, catalogue.
struct TeamSentences {
  let report: TeamReport

  var all: [Sentence] {
    [changes] + (publication.map { [$0] } ?? []) + [players, impressions, catalogue]
  }

  /// The clear changes since the period before, with their intervals.
  private var changes: Sentence {
    if let nothing = report.nothingBefore { return "\(nothing)" }
    let before =
      report.period.beforeInWords
      + (report.kpis.isAdjustedForWeekdays ? ", adjusted for weekdays" : "")
    let clear = report.kpis.changes.filter { $0.change?.isSignificant ?? false }
    guard !clear.isEmpty else {
      return "No number changed clearly \(report.period.whenInWords), compared with \(before)."
    }
    let changes = clear.prefix(Self.mostChanges).compactMap { entry in
      entry.change.map { Self.sentence(entry.kpi, $0, report.setting) }
    }
    let rest = clear.dropFirst(Self.mostChanges).map {
      report.setting.name(of: $0.kpi).lowercasedFirst
    }
    let more = rest.isEmpty ? "" : "; also changed clearly: \(rest.listed)"
    return
      "\(report.period.whenInWords.capitalizedFirst), compared with \(before): \(changes.joined(separator: "; "))\(more)."
  }

  private static let mostChanges = 3

  /// Such as `players up 39.3% (between +20.1% and +61.0%)`.
  private static func sentence(
    _ kpi: KPI, _ change: Change, _ setting: ReportSetting
  ) -> Sentence {
    "\(setting.name(of: kpi).lowercasedFirst) \(change.ratio > 1 ? "up" : "down") \(strong: .sizeOfChange(change.ratio)) (between \(.change(change.lower)) and \(.change(change.upper)))"
  }

  /// Nil if the lists were not checked.
  private var publication: Sentence? {
    guard let findings = report.findings, let gate = findings.gate else { return nil }
    let checks: Sentence = .counted(.count(gate.checks.count), "check")
    let failed = gate.violations.count + gate.failed.count
    let result: Sentence =
      failed == 0 ? "none of \(checks) failed" : "\(strong: .count(failed)) of \(checks) failed"
    let isPublished = gate.allowsPublishing(isOverridden: findings.isOverridden)
    return "The night’s lists are \(isPublished ? "" : "not ")published: \(result)."
  }

  private var players: Sentence {
    let now = report.current.activePlayers
    let joined = KPI.signUps.count(of: report.current, in: report.recorded).map {
      count -> Sentence in
      count == 0 ? "No one signed up." : "\(.count(count)) signed up."
    }
    let signUps = joined ?? "Sign-ups are not recorded in this data."
    let period = report.recordedDays(of: report.period).whenInWords
    guard now > 0 else { return "No player was active \(period). \(signUps)" }
    let active: Sentence =
      "\(Sentence.counted(.count(now), "player", isStrong: true)) \(now.verb("was")) active \(period)"
    guard let before = report.previous?.activePlayers, before > 0 else {
      return "\(active). \(signUps)"
    }
    let change = report.kpis.change(of: .activePlayers)
    // A change that is adjusted for weekdays may differ from that of the counts.
    let isClear = change.map { $0.isSignificant && ($0.ratio > 1) == (now > before) } ?? false
    let comparison = isClear ? "\(now > before ? "up" : "down") from" : "after"
    let verdict = change?.isSignificant == false ? ", which is no clear change" : ""
    return
      "\(active), \(comparison) \(.count(before)) \(report.period.preposition)\(report.period.beforeInWords)\(verdict). \(signUps)"
  }

  private var impressions: Sentence {
    let tally = report.current.tally
    guard report.setting.recorded.contains(.impressions) else {
      return "Impressions are not recorded in this data."
    }
    if tally.isEmpty { return "There were no \(report.setting.impression)s." }
    let count: Sentence = .counted(.count(tally[.impressions]), report.setting.impression)
    let were: Sentence = "There \(tally[.impressions].verb("was")) \(count)."
    guard let rate = KPI.likeRate.proportion(of: report.period, in: tally, report.recorded) else {
      return were
    }
    let like = report.setting.recorded.contains(.superLikes) ? "a like or super-like" : "a like"
    let verdict = rate.trials == tally.verdicts ? " with a verdict" : ""
    // The cards of the rate may be fewer than the impressions.
    let cards: Sentence =
      rate.trials == tally[.impressions]
      ? "Of \(count)" : "\(were) Of \(Sentence.counted(.count(rate.trials), "card"))\(verdict)"
    return
      "\(cards), \(.count(rate.successes)) led to \(like): \(strong: .share(rate.estimate)) (between \(.share(rate.lower)) and \(.share(rate.upper)), with 95% confidence)."
  }

  private var catalogue: Sentence {
    let health = report.health
    let released: Sentence = .counted(.count(health.gamesOut), "released game")
    guard let neverShown = health.neverShown else { return "The catalogue has \(released)." }
    let games: Sentence =
      neverShown == 0
      ? "Each of \(released) had one" : "\(.count(neverShown)) of \(released) had none"
    return
      "Since \(report.allTimeRange.first.inWords) there were \(Sentence.counted(.count(report.allTime[.impressions]), report.setting.impression)). \(games)."
  }
}
