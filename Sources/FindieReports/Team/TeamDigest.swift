import FindieAnalytics
import FindieDomain
import FindieRanking
import FindieText

/// The team's report as a chat message.
struct TeamDigest {
  let report: TeamReport

  var markdown: String {
    var text = "# Findie, \(report.night.inWords)\n\n"
    if report.setting.isGenerated {
      text += "*Generated data: nothing here was measured on people.*\n\n"
    }
    let findings = TeamStory(report).findings
    for finding in findings.prefix(TeamStory.shown) {
      let facts = finding.facts(in: report).map { " " + $0.markdown } ?? ""
      text += "**\(finding.what.markdown.replacing("**", with: "")).**\(facts) "
      text += "\(finding.whySentence.markdown) \(finding.actionSentence.markdown)\n\n"
    }
    if findings.count > TeamStory.shown {
      let more = findings.count - TeamStory.shown
      text += "\(more.counted("more finding")) on the page.\n\n"
    }
    text += report.alerts.sentence + "\n"
    text +=
      "\n" + TeamSentences(report: report).all.map { $0.markdown + "\n" }.joined(separator: "\n")
    text +=
      "\n"
      + Markdown.table(
        [report.recordedDays(of: report.period).fromTo, "Now"]
          + (report.previous == nil ? [] : ["Before"]),
        rows.map { name, figures in [name] + figures.map(\.text) })
    if let findings = report.findings { text += "\n" + night(findings) }
    return text
  }

  /// Each with its figure in the period and, if there is one, in the period before.
  private var rows: [(String, [Figure])] {
    KPI.forReaders.filter {
      $0.places.contains(.digest) && ($0.isRate || $0.firstDay(in: report.recorded) != nil)
    }.map { (report.setting.name(of: $0), report.figures(of: $0)) }
  }

  private func night(_ findings: NightFindings) -> String {
    var lines: [String] = []
    if let evaluation = findings.evaluation { lines.append(evaluation.verdict) }
    lines += findings.notes
    lines += findings.experiments.compactMap { $0.digestLine(on: report.night) }
    lines += (findings.partners?.statuses ?? []).compactMap { $0.delay(on: report.night)?.markdown }
    let quality = findings.dataQuality.collections
    let rejected = quality.reduce(0) { $0 + $1.rejectedCount }
    lines.append(
      "\(quality.reduce(0) { $0 + $1.read }.grouped) lines were read, \(rejected.grouped) rejected."
    )
    let trending = findings.trendingOfAll.prefix(3).map {
      Markdown.escaped(report.games[.init($0.gameId)]?.title ?? $0.gameId)
    }
    lines.append(
      trending.isEmpty
        ? TrendingGames.nothing : "Trending: \(trending.joined(separator: ", ")).")
    return lines.map { "- \($0)\n" }.joined()
  }
}
