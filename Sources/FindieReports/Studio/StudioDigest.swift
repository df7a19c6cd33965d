import FindieAnalytics
import FindieDomain
import FindieText

/// A studio's report, or one game's, as a message that a mail program or a chat can send: what
/// happened, the numbers, and what the studio can do. Markdown that reads as plain text.
struct StudioDigest {
  private let report: StudioReport
  private static let games = 3

  init(_ report: StudioReport) { self.report = report }

  var markdown: String {
    let sentences = StudioSentences(report: report)
    var parts = [sentences.all.first?.message ?? ""]
    if !report.isEmpty {
      parts.append(list(numbers))
      let seen = report.games.filter { report.own($0).tally[.impressions] > 0 }
      if seen.count > 1 { parts.append("Most seen:\n\n" + list(games(seen))) }
      let suggestions = SuggestionSentences(report: report, linked: []).all
      if !suggestions.isEmpty {
        parts.append(
          "Suggestions:\n\n"
            + suggestions.enumerated().map { "\($0 + 1). \($1.message)" }.joined(separator: "\n"))
      }
      if report.numbers.totals == .rounded {
        parts.append(String(report.totalsSentence.dropLast()))
      }
      if let edition = report.editionSentence { parts.append(edition) }
    }
    let name = report.studio.name
    return (report.isEmpty ? head(name) : head(name, over: report.period))
      + parts.joined(separator: "\n\n") + "\n"
  }

  func markdown(of game: StudioReport.GameFigures) -> String {
    head(game.game.title, over: report.period)
      + GameSection(report: report, game: game).standing.message + "\n\n"
      + Markdown.table(
        [
          "Period", report.setting.name(of: .impressions), "Before", report.setting.likesName,
          "Like rate", "Players",
        ],
        zip(report.numbers.periods, report.numbers.games[game.index].periods).filter {
          report.numbers.coverage(of: $0.0) != .none
        }.map { period, own in
          [
            period.name, Figure.count(own.tally[.impressions]).text,
            before(own, .impressions).text, Figure.count(own.tally.positives).text,
            rate(own).text, Figure.players(own.players).text,
          ]
        })
  }

  private func head(_ title: String, over period: ReportPeriod? = nil) -> String {
    var text = "# \(Markdown.escaped(title))\(period.map { ", " + $0.inWords } ?? "")\n\n"
    if report.setting.isGenerated {
      text += "Generated data: nothing here was measured on people.\n\n"
    }
    return text
  }

  private func list(_ lines: [String]) -> String {
    lines.map { "- \($0)" }.joined(separator: "\n")
  }

  /// The numbers of all games together, with those of the period before.
  private var numbers: [String] {
    let own = report.own
    func line(_ name: String, _ figure: Figure, before: Figure) -> String {
      before.digits == nil
        ? "\(name): \(figure.text)" : "\(name): \(figure.text) (before: \(before.text))"
    }
    func count(_ measure: Measure) -> String {
      measure == .likes
        ? line(
          report.setting.likesName, .count(own.tally.positives),
          before: own.before.map { .count($0.positives) } ?? .notRecorded)
        : line(
          report.setting.name(of: measure), Figure.count(own.tally[measure]),
          before: before(own, measure))
    }
    let recorded = [Measure.impressions, .likes, .wishlistAdds, .externalClicks].filter {
      report.setting.recorded.contains($0)
        || $0 == .likes && report.setting.recorded.contains(.superLikes)
    }
    let players = own.players.map {
      line("Players", .players($0), before: .players(own.playersBefore))
    }
    let interval = own.rate(.likeRate).map {
      " of \($0.trials.counted("card")) (between \($0.lower.percent()) and "
        + "\($0.upper.percent()), with 95% confidence)"
    }
    return recorded.prefix(1).map(count) + [players].compactMap { $0 }
      + ["Like rate: \(rate(own).text)\(interval ?? "")"] + recorded.dropFirst().map(count)
  }

  private func games(_ seen: [StudioReport.GameFigures]) -> [String] {
    let lines = seen.prefix(Self.games).map { game in
      let own = report.own(game)
      let impressions = Sentence.counted(
        .count(own.tally[.impressions]), report.setting.impression)
      return
        "\(Markdown.escaped(game.game.title)): \(impressions.message), like rate \(rate(own).text)"
    }
    let others = seen.count - lines.count
    return lines + (others > 0 ? ["and \(others.counted("more game"))"] : [])
  }

  private func rate(_ own: PeriodNumbers) -> Figure {
    .rate(.likeRate, of: own.tally, in: own.recorded)
  }

  private func before(_ own: PeriodNumbers, _ measure: Measure) -> Figure {
    own.before.map { .count($0[measure]) } ?? .notRecorded
  }
}
