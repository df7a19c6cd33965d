import FindieAnalytics
import FindieDomain
import FindieText

/// The findings about unusual days, and what they explain.
struct DayFindings {
  private(set) var findings: [TeamFinding] = []
  private(set) var explainedCrashes: Set<CrashAlert> = []
  private(set) var explainedExtremes: Set<[ExactText]> = []

  init(_ report: TeamReport) {
    let missing = Dictionary(grouping: report.missingEvents, by: \.day)
    for isRise in [true, false] {
      let alerts = Dictionary(
        grouping: report.alerts.alerts.filter { $0.isRise == isRise }, by: \.day)
      let lack = isRise ? [:] : missing
      var parts: [Part] = []
      for day in Set(alerts.keys).union(lack.keys).sorted() {
        let part = Part(on: day, alerts: alerts[day] ?? [], missing: lack[day] ?? [], in: report)
        if let last = parts.last, last.joins(part) {
          parts[parts.count - 1].append(part)
        } else {
          parts.append(part)
        }
      }
      for part in parts.reversed() {
        findings.append(part.finding(in: report))
        explainedCrashes.formUnion(part.crashes)
        explainedExtremes.formUnion(part.extremes.map(\.key))
      }
    }
  }

  /// The alert that a finding names first: of those with at least half of the largest deviation,
  /// the KPI that people read first. Nil without alerts.
  fileprivate static func lead(of alerts: [KPIAlert]) -> KPIAlert? {
    guard let largest = largestFirst(alerts).first else { return nil }
    return largestFirst(alerts).filter {
      abs($0.deviation) >= leadingShare * abs(largest.deviation)
    }.min {
      (places[$0.kpi.key] ?? .max) < (places[$1.kpi.key] ?? .max)
    }
  }

  /// The minimum deviation of an alert that leads, as a share of the largest.
  private static let leadingShare = 0.5

  private static let places = Dictionary(
    uniqueKeysWithValues: KPI.forReaders.enumerated().map { ($1.key, $0) })

  fileprivate static func largestFirst(_ alerts: [KPIAlert]) -> [KPIAlert] {
    alerts.enumerated().sorted { left, right in
      let (a, b) = (abs(left.element.deviation), abs(right.element.deviation))
      return a != b ? a > b : left.offset < right.offset
    }.map(\.element)
  }
}

extension DayFindings {
  /// The facts of a day, or of adjacent days, that moved in one direction.
  private struct Part {
    private(set) var days: DayRange
    /// The leading one first, then the largest deviation first.
    private(set) var alerts: [KPIAlert]
    private var missing: [MissingEvents]
    private var contributors: [TeamFinding.Contributor] = []
    private(set) var crashes: [CrashAlert]
    private(set) var extremes: [ExtremeDay]

    init(on day: Day, alerts: [KPIAlert], missing: [MissingEvents], in report: TeamReport) {
      days = DayRange(day)
      let sorted = DayFindings.largestFirst(alerts)
      self.missing = missing
      let candidates = sorted.map { alert in
        (alert: alert, contributors: report.contributors(to: alert))
      }
      // The finding leads with an alert that one game explains. Readers can act on it, and not on a
      // larger one without a reason.
      let explained = candidates.filter {
        $0.contributors.first?.contribution.explainsAlert ?? false
      }
      let game = explained.first?.contributors.first.map { ExactText($0.gameId) }
      let ofGame = explained.filter {
        $0.contributors.first.map { ExactText($0.gameId) } == game
      }
      let ofGames = candidates.filter { !$0.contributors.isEmpty }
      let best = [ofGame, ofGames, candidates].first { !$0.isEmpty } ?? []
      let lead = DayFindings.lead(of: best.map(\.alert))
      contributors = best.first { $0.alert == lead }?.contributors ?? []
      self.alerts = (lead.map { [$0] } ?? []) + sorted.filter { $0 != lead }
      crashes =
        lead.map { $0.isRise } ?? true
        ? [] : report.crashAlerts.filter { $0.day == day }
      let named = Set(candidates.flatMap { $0.contributors.map { ExactText($0.gameId) } })
      extremes = report.extremeDays.filter {
        $0.day == day && named.contains(ExactText($0.game.id))
      }
    }

    /// The game that explains the leading alert.
    private var game: TeamFinding.Contributor? {
      contributors.first.flatMap { $0.contribution.explainsAlert ? $0 : nil }
    }

    /// Whether the part of the next day may have the same cause: no other game explains it.
    func joins(_ next: Part) -> Bool {
      guard days.last.adding(days: 1) == next.days.first,
        missing.isEmpty == next.missing.isEmpty
      else { return false }
      guard let game, let other = next.game else { return true }
      return ExactText(game.gameId) == ExactText(other.gameId)
    }

    mutating func append(_ next: Part) {
      days = DayRange(first: days.first, last: next.days.last)
      let lead = DayFindings.lead(of: [alerts, next.alerts].compactMap(\.first))
      let isNext = lead == next.alerts.first
      alerts = isNext ? next.alerts + alerts : alerts + next.alerts
      contributors = isNext ? next.contributors : contributors
      missing += next.missing
      crashes += next.crashes
      extremes += next.extremes
    }

    func finding(in report: TeamReport) -> TeamFinding {
      let notes = report.notes(of: days, games: contributors.map(\.gameId))
      let (cause, why, action) = reason(notes, report)
      let kinds: [TeamFinding.Cause: TeamFinding.Kind] = [
        .missingEvents: .missingEvents, .extremeLikeRate: .extremeLikeRate, .crash: .crashes,
      ]
      return TeamFinding(
        kind: kinds[cause] ?? .unusualDay, days: days,
        what: what(report), also: also, contributors: contributors, cause: cause, why: why,
        action: action,
        page: contributors.first.flatMap { report.page(ofGame: $0.gameId) }, alerts: alerts,
        missing: missing, notes: notes,
        size: alerts.map { abs($0.deviation) }.max() ?? missing.first?.expected ?? 0)
    }

    private func what(_ report: TeamReport) -> Sentence {
      guard let lead = alerts.first else {
        let lack = missing.map(\.sentence).joined(separator: " and ")
        return "Few events on \(days.last.inWords): \(lack)"
      }
      let many = days.count > 1
      let on = many ? " on \(lead.day.short)" : ""
      return
        "\(days.fromTo) \(many ? "were" : "was") unusually \(lead.isRise ? "high" : "low"): \(strong: lead.figure(lead.value)) \(lead.kpi.inSentence)\(on), where \(lead.expectedFigure) \(lead.isCountOfOne ? "was" : "were") expected"
    }

    private var also: Sentence? {
      let others = alerts.reduce(into: [String]()) { names, alert in
        let name = alert.kpi.inSentence
        if alert.kpi != alerts.first?.kpi, !names.contains(name) { names.append(name) }
      }
      return others.isEmpty
        ? nil
        : "Also unusually \(alerts[0].isRise ? "high" : "low"): \(others.joined(separator: ", "))."
    }

    private func reason(
      _ notes: [DayNote], _ report: TeamReport
    ) -> (TeamFinding.Cause, Sentence, Sentence) {
      if let first = missing.first {
        return (
          .missingEvents,
          "Events are probably missing: \(first.sentence), where about \(.number(first.expected, places: 1, shown: 0)) are usual.",
          "Look for missing files of \(days.fromTo); when they are there, run the night again."
        )
      }
      if let extreme = extremes.first(where: { $0.game.id == game?.gameId }) ?? extremes.first,
        alerts.first?.isRise ?? false
      {
        let title = report.titleSentence(ofGame: extreme.game.id)
        return (
          .extremeLikeRate,
          "\(extreme.game.id == game?.gameId ? "One game, possibly by fake accounts" : "Some accounts may be fake"): \(.count(extreme.rate.successes)) of \(Sentence.counted(.count(extreme.rate.trials), "card")) of \(title) led to a like.",
          "Look at the accounts that liked \(title) on \(extreme.day.inWords)."
        )
      }
      if let crash = crashes.first {
        let version: Sentence =
          crash.version.isEmpty ? "the app" : "version \(title: crash.version)"
        return (
          .crash, "Crashes of \(version): \(crash.sentence)",
          "Look at the crashes of \(version) in Crashlytics; if they go on, stop its rollout."
        )
      }
      if let note = notes.first {
        return (
          .annotation, "“\(title: note.text)” on \(note.day.inWords).",
          "Check that this is what you wanted from “\(title: note.text)”."
        )
      }
      if let game {
        let title = report.titleSentence(ofGame: game.gameId)
        if let release = game.game?.releaseDate?.day,
          (0...7).contains(days.first.days(since: release))
        {
          return (
            .release, "\(title) was released on \(release.inWords).",
            "Look at how players receive \(title), and whether other games lose players to it."
          )
        }
        return (
          .oneGame, "One game, \(title): at least half of the difference to what was expected.",
          "Look at what brought players to \(title)\(alerts.first?.isRise ?? true ? "" : ", and why they stay away")."
        )
      }
      if !contributors.isEmpty {
        return (
          .severalGames, "Several games; no single game explains it.",
          "Look at what these games have in common."
        )
      }
      return (
        .unknown, "Not known: no single game explains it.",
        "Look for what changed in the app, its stores or the news on \(days.fromTo), and add an annotation."
      )
    }
  }
}

extension MissingEvents {
  /// Such as `only 12 swipe records`.
  fileprivate var sentence: Sentence {
    "only \(Sentence.counted(.count(events), source.recordInWords))"
  }
}

extension KPIAlert {
  /// The expected value; a count has no decimals.
  fileprivate var expectedFigure: Figure {
    kpi.isRate ? figure(expected) : .number(expected, places: 1, shown: 0)
  }

  /// Whether one event was expected.
  fileprivate var isCountOfOne: Bool { kpi.isRate || expectedFigure.text == "1" }
}
