import FindieAnalytics
import FindieDomain
import FindieRanking
import FindieText

/// What happened, the most important first: facts that belong together are one finding.
///
/// - Alerts of one day in one direction are one finding, with the games that contribute most.
///   Adjacent days join if they moved in the same direction for the same reason.
/// - A day with few events, a crash alert, an extreme like rate and an annotation of the same day
///   belong to it.
struct TeamStory {
  let findings: [TeamFinding]
  /// The findings on the top of the page.
  static let shown = 3

  init(_ report: TeamReport) {
    let days = DayFindings(report)
    var all = [report.heldBackLists].compactMap(\.self) + days.findings
    all += report.crashFindings(without: days.explainedCrashes)
    all += report.extremeFindings(without: days.explainedExtremes)
    all += [report.lateEvents].compactMap(\.self)
    let rank = Dictionary(
      uniqueKeysWithValues: TeamFinding.Kind.allCases.enumerated().map { ($1, $0) })
    findings = all.enumerated().sorted { left, right in
      let (a, b) = (left.element, right.element)
      if a.kind != b.kind { return rank[a.kind, default: 0] < rank[b.kind, default: 0] }
      if a.size != b.size { return a.size > b.size }
      return a.days.last != b.days.last
        ? a.days.last > b.days.last : left.offset < right.offset
    }.map(\.element)
  }
}

extension TeamReport {
  fileprivate var heldBackLists: TeamFinding? {
    guard let findings, let gate = findings.gate,
      !gate.allowsPublishing(isOverridden: findings.isOverridden)
    else { return nil }
    let failed = gate.violations + gate.failed
    let yesterday = DayRange(lastDays: 1, before: night)
    return TeamFinding(
      kind: .listsHeldBack, days: yesterday,
      what:
        "The night’s lists were held back: \(Sentence.counted(.count(failed.count), "check")) failed, and players still see the lists before",
      cause: .failedChecks,
      why: "Failed: \(failed.prefix(3).map(\.sentence).joined(separator: "; ")).",
      action:
        "Look at what the checks found, and run the night again; --publish anyway publishes these lists.",
      size: Double(failed.count))
  }

  /// Events that came late since the night before, if they are one hundredth of the new events or
  /// more, and more than twice the usual share of the earlier nights.
  fileprivate var lateEvents: TeamFinding? {
    let nights = findings?.health ?? []
    let arrivals = zip(nights, nights.dropFirst()).map {
      before, night -> (late: Int, share: Double) in
      let late = before.late.flatMap { earlier in night.late.map { max(0, $0 - earlier) } } ?? 0
      let new = (night.accepted ?? 0) - (before.accepted ?? 0)
      return (late, new > 0 ? Double(late) / Double(new) : 0)
    }
    let earlier = arrivals.dropLast().map(\.share).sorted()
    guard let (late, share) = arrivals.last, share >= 0.01,
      share > 2 * (earlier.isEmpty ? 0 : earlier[earlier.count / 2])
    else { return nil }
    return TeamFinding(
      kind: .lateEvents, days: DayRange(lastDays: 1, before: night),
      what: "\(Sentence.counted(.count(late), "event")) arrived after their day had been read",
      cause: .missingEvents,
      why: "Their files came a night or more late. Numbers of earlier days have changed since.",
      action: "Look at why the files were late, before you compare with earlier reports.",
      size: Double(late))
  }

  /// One finding per version, with its newest day; none for all versions if one version has an
  /// alert.
  fileprivate func crashFindings(without explained: Set<CrashAlert>) -> [TeamFinding] {
    let hasVersion = crashAlerts.contains { !$0.version.isEmpty }
    var seen = Set<ExactText>()
    return crashAlerts.filter { alert in
      !explained.contains(alert) && !(hasVersion && alert.version.isEmpty)
        && seen.insert(ExactText(alert.version)).inserted
    }.map { alert in
      let version: Sentence =
        alert.version.isEmpty ? "The app" : "Version \(title: alert.version)"
      let day = DayRange(alert.day)
      let notes = notes(of: day, games: [])
      return TeamFinding(
        kind: .crashes, days: day,
        what:
          "\(version) crashes more than before: \(strong: .fineShare(alert.share.estimate)) \(alert.metric.name.lowercased()) on \(alert.day.inWords), after \(.fineShare(alert.before.estimate)) of all versions in the \(String(CrashAlert.days)) days before",
        cause: .crash,
        why: alert.version.isEmpty
          ? "A change of the app or of its servers."
          : "A fault in version \(title: alert.version).",
        action: alert.version.isEmpty
          ? "Look at the crashes of the day in Crashlytics."
          : "Look at the crashes of version \(title: alert.version) in Crashlytics; if they go on, stop its rollout.",
        notes: notes, size: alert.before.estimate - alert.share.estimate)
    }
  }

  /// One finding per game whose extreme days belong to no alert.
  fileprivate func extremeFindings(without explained: Set<[ExactText]>) -> [TeamFinding] {
    let rest = extremeDays.filter { !explained.contains($0.key) }
    var order: [ExactText] = []
    var byGame: [ExactText: [ExtremeDay]] = [:]
    for day in rest {
      let id = ExactText(day.game.id)
      if byGame[id] == nil { order.append(id) }
      byGame[id, default: []].append(day)
    }
    return order.compactMap { byGame[$0] }.compactMap { days in
      guard let most = days.first, let last = days.map(\.day).max(),
        let first = days.map(\.day).min()
      else { return nil }
      let more: Sentence =
        days.count == 1
        ? "" : ", and \(Sentence.counted(.count(days.count - 1), "more day")) like it"
      let range = DayRange(first: first, last: last)
      return TeamFinding(
        kind: .extremeLikeRate, days: range,
        what:
          "\(strong: .count(most.rate.successes)) of \(Sentence.counted(.count(most.rate.trials), "card")) of \(titleSentence(ofGame: most.game.id)) led to a like on \(most.day.inWords)\(more)",
        cause: .extremeLikeRate, why: Self.fakeAccounts,
        action: "Look at the accounts that liked \(titleSentence(ofGame: most.game.id)).",
        page: page(ofGame: most.game.id), notes: notes(of: range, games: [most.game.id]),
        size: Double(days.reduce(0) { $0 + $1.rate.successes }))
    }
  }

  static let fakeAccounts: Sentence =
    "Some accounts may be fake: players like far fewer of the cards that they see."

  /// The annotations of some days that concern the app, or one of some games or their studios.
  func notes(of days: DayRange, games ids: [String]) -> [DayNote] {
    let exact = Set(ids.map { ExactText($0) })
    let studios = Set(ids.compactMap { games[ExactText($0)]?.developerId }.map { ExactText($0) })
    return notes.filter { note in
      guard days.contains(note.day) else { return false }
      if let game = note.gameId { return exact.contains(ExactText(game)) }
      if let studio = note.developerId { return studios.contains(ExactText(studio)) }
      return true
    }
  }
}

extension ExtremeDay {
  var key: [ExactText] { [ExactText(game.id), ExactText(day.description)] }
}
