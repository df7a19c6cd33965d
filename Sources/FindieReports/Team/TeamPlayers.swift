import FindieAnalytics
import FindieDomain
import FindieRanking
import FindieText

/// How long players stay, and whether they come back.
struct TeamPlayers {
  private let report: TeamReport

  init(_ report: TeamReport) {
    self.report = report
  }

  /// Session lengths, discoveries and syncs of the period and of the one before.
  var sessions: HTML {
    var table = HTMLTable(
      "Sessions",
      caption: "Duration from a session’s first event to its last; a single event has none",
      head: "Metric",
      columns: [.init("This period")] + (report.previous == nil ? [] : [.init("Before")]))
    let periods = [report.current] + (report.previous.map { [$0] } ?? [])
    for kpi in KPI.all where kpi.places.contains(.sessions) {
      table.append(
        HTML(text: kpi.name),
        periods.map { (kpi.figure(of: $0, in: report.setting.recorded) ?? .none).html })
    }
    return table.html
  }

  /// The retention of monthly and weekly cohorts; empty without a cohort.
  var retention: HTML {
    let weeks = table(report.current.weeklyRetention)
    return """
      \(table(report.current.retention))\(weeks.isEmpty ? "" : "<h3>By week</h3>")\(weeks)
      """
  }

  /// The retention triangle of the cohorts with a recorded day; a cell's colour shows its share.
  private func table(_ cohorts: [RetentionCohort]) -> HTML {
    func isRecorded(_ cohort: RetentionCohort, _ offset: Int) -> Bool {
      report.firstDay.map { cohort.last.adding(days: offset) >= $0 } ?? false
    }
    let cohorts = cohorts.filter { cohort in
      RetentionCohort.offsets.contains { isRecorded(cohort, $0) }
    }
    guard let grain = cohorts.first?.grain.rawValue else { return "" }
    var table = HTMLTable(
      "Retention by \(grain)",
      caption: """
        Share of the players who signed up in a \(text: grain) and were active exactly that many \
        days later; players whose day is not over do not count
        """,
      head: "Signed up in",
      columns: [.init("Sign-ups")] + RetentionCohort.offsets.map { .init("Day \($0)") })
    for cohort in cohorts {
      table.append(
        cohort.grain == .month
          ? HTML(text: cohort.start.monthInWords)
          : "\(text: cohort.name)<small>\(text: cohort.start.short)</small>",
        [Figure.count(cohort.size).html]
          + zip(RetentionCohort.offsets, cohort.retained).map { offset, share in
            guard let share else {
              return isRecorded(cohort, offset)
                ? "<small>too early</small>" : "<small>not recorded</small>"
            }
            return """
              <span class="heat" style="--h:\(min(1, share.estimate) * 100, places: 2)%">\
              \(Figure.share(share.estimate))<small>\(Figure.count(share.successes)) of \
              \(Figure.count(share.trials))</small></span>
              """
          })
    }
    return table.html
  }
}

/// The summary of the team's report: publication, players, impressions, catalogue.
struct TeamSentences {
  private let report: TeamReport

  init(_ report: TeamReport) {
    self.report = report
  }

  var all: [Sentence] {
    (publication.map { [$0] } ?? []) + [players, impressions, catalogue]
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
      "\(Sentence.counted(.count(now), "player", isStrong: true)) \(now == 1 ? "was" : "were") active \(period)"
    if let nothing = report.nothingBefore { return "\(active). \(joined) \(nothing)" }
    guard let before = report.previous?.activePlayers, before > 0 else {
      return "\(active). \(joined)"
    }
    let change = report.change(of: .activePlayers)
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
      return tally.hasMoreLikesThanImpressions
        ? "The app recorded \(Sentence.counted(.count(tally.positives), "like")) but only \(count)."
        : "There \(tally[.impressions] == 1 ? "was" : "were") \(count)."
    }
    return
      "Of \(count), \(strong: .share(rate.estimate)) led to a like (between \(.share(rate.lower)) and \(.share(rate.upper)), with 95% confidence)."
  }

  private var catalogue: Sentence {
    let health = report.current.catalogue
    let released: Sentence = .counted(.count(health.gamesOut), "released game")
    guard report.setting.recorded.contains(.impressions) else {
      return "The catalogue has \(released)."
    }
    return
      "Since \(report.allTimeRange.first.inWords) there were \(Sentence.counted(.count(report.allTime[.impressions]), report.setting.impression)). \(.count(health.neverShown)) of \(released) \(health.neverShown == 1 ? "was" : "were") never shown."
  }
}

/// The team's report as a chat message.
struct TeamDigest {
  private let report: TeamReport

  init(_ report: TeamReport) {
    self.report = report
  }

  var markdown: String {
    var text = "# Findie, \(report.night.inWords)\n\n"
    if report.setting.isGenerated {
      text += "*Generated data: nothing here was measured on people.*\n\n"
    }
    text += report.alerts.sentence + "\n"
    let alerts = report.alerts.alerts.map(\.sentence) + report.crashAlerts.map(\.sentence.markdown)
    if !alerts.isEmpty { text += "\n" + alerts.map { "- \($0)\n" }.joined() }
    text += "\n" + TeamSentences(report).all.map { $0.markdown + "\n" }.joined(separator: "\n")
    text +=
      "\n"
      + Markdown.table(
        [report.period.inWords.capitalizedFirst, "Now"]
          + (report.previous == nil ? [] : ["Before"]),
        rows.map { name, figures in [name] + figures.map(\.text) })
    if let findings = report.findings { text += "\n" + night(findings) }
    return text
  }

  /// Each with its figure in the period and, if there is one, in the period before.
  private var rows: [(String, [Figure])] {
    let recorded = report.setting.recorded
    let periods = [report.current] + (report.previous.map { [$0] } ?? [])
    return KPI.forReaders.filter {
      $0.places.contains(.digest) && ($0.isRate || $0.isRecorded(in: recorded))
    }.map { kpi in
      (
        report.setting.name(of: kpi),
        periods.map { kpi.figure(of: $0, in: recorded) ?? .none }
      )
    }
  }

  private func night(_ findings: NightFindings) -> String {
    var lines: [String] = []
    if let evaluation = findings.evaluation { lines.append(evaluation.verdict) }
    lines += findings.notes
    lines += (findings.partners?.statuses ?? []).compactMap { $0.delay(on: report.night)?.markdown }
    let quality = findings.dataQuality.collections
    let rejected = quality.reduce(0) { $0 + $1.rejectedCount }
    lines.append(
      "\(quality.reduce(0) { $0 + $1.read }.grouped) lines were read, \(rejected.grouped) rejected."
    )
    let trending = (findings.trending.first { $0.genre == nil }?.games ?? []).prefix(3).map {
      Markdown.escaped(report.games[.init($0.gameId)]?.title ?? $0.gameId)
    }
    lines.append(
      trending.isEmpty
        ? TrendingGames.nothing : "Trending: \(trending.joined(separator: ", ")).")
    return lines.map { "- \($0)\n" }.joined()
  }
}
