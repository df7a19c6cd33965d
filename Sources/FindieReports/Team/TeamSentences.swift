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
    let before = report.period.beforeInWords
    let clear = report.kpis.changes.filter { $0.change?.isSignificant ?? false }.prefix(
      Self.mostChanges
    )
    .compactMap { entry in entry.change.map { Self.sentence(entry.kpi, $0, report.setting) } }
    guard !clear.isEmpty else {
      return "No number changed clearly \(report.period.whenInWords), compared with \(before)."
    }
    let changes = clear.joined(separator: "; ")
    return "\(report.period.inWords.capitalizedFirst), compared with \(before): \(changes)."
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
    let period = report.period.whenInWords
    guard now > 0 else { return "No player was active \(period)." }
    let signUps = report.current.signUps
    let joined: Sentence = signUps == 0 ? "No one signed up." : "\(.count(signUps)) signed up."
    let active: Sentence =
      "\(Sentence.counted(.count(now), "player", isStrong: true)) \(now.verb("was")) active \(period)"
    guard let before = report.previous?.activePlayers, before > 0 else {
      return "\(active). \(joined)"
    }
    let change = report.kpis.change(of: .activePlayers)
    let comparison: Sentence =
      change?.isSignificant != true
      ? "after \(.count(before))" : "\(now > before ? "up" : "down") from \(.count(before))"
    let verdict = change?.isSignificant == false ? ", which is no clear change" : ""
    return
      "\(active), \(comparison) \(report.period.preposition)\(report.period.beforeInWords)\(verdict). \(joined)"
  }

  private var impressions: Sentence {
    let tally = report.current.tally
    guard report.setting.recorded.contains(.impressions) else {
      return "Impressions are not recorded in this data."
    }
    let count: Sentence = .counted(
      .count(tally[.impressions]), report.setting.impression)
    guard let rate = tally.rate(.likeRate, in: report.setting.recorded) else {
      if tally.isEmpty { return "There were no \(report.setting.impression)s." }
      return "There \(tally[.impressions].verb("was")) \(count)."
    }
    return
      "There \(tally[.impressions].verb("was")) \(count). \(Sentence.likeRate(rate))"
  }

  private var catalogue: Sentence {
    let health = report.health
    let released: Sentence = .counted(.count(health.gamesOut), "released game")
    guard report.setting.recorded.contains(.impressions) else {
      return "The catalogue has \(released)."
    }
    return
      "Since \(report.allTimeRange.first.inWords) there were \(Sentence.counted(.count(report.allTime[.impressions]), report.setting.impression)). \(.count(health.neverShown)) of \(released) \(health.neverShown.verb("was")) never shown."
  }
}
