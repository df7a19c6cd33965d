import FindieAnalytics
import FindieDomain
import FindieText

/// A studio's report, or one game's, as a chat message.
struct StudioDigest {
  private let report: StudioReport
  private static let games = 5

  init(_ report: StudioReport) {
    self.report = report
  }

  var markdown: String {
    let text =
      head(report.studio.name)
      + StudioSentences(report).all.map { $0.markdown + "\n" }.joined(separator: "\n")
    guard !report.isEmpty else { return text }
    let seen = report.games.filter { report.own($0).tally[.impressions] > 0 }
    guard !seen.isEmpty else { return text }
    let others = seen.count - Self.games
    return text + "\n"
      + table(
        "Game", seen.prefix(Self.games).map { (Markdown.escaped($0.game.title), report.own($0)) })
      + (others > 0 ? "\nand \(others.counted("more game")).\n" : "")
  }

  func markdown(of game: StudioReport.GameFigures) -> String {
    head(game.game.title) + GameSection(report, game).standing.markdown + "\n\n"
      + table(
        "Period",
        Array(
          zip(report.numbers.periods.map(\.name), report.numbers.games[game.index].periods)))
  }

  private func head(_ title: String) -> String {
    var text = "# \(Markdown.escaped(title)), \(report.period.inWords)\n\n"
    if report.setting.isGenerated {
      text += "*Generated data: nothing here was measured on people.*\n\n"
    }
    return text
  }

  private func table(_ head: String, _ rows: [(String, PeriodNumbers)]) -> String {
    Markdown.table(
      [head, report.setting.name(of: .impressions), "Before", "Likes", "Like rate", "Players"],
      rows.map { name, own in
        [
          name, Figure.count(own.tally[.impressions]).text,
          (own.before.map { Figure.count($0[.impressions]) } ?? .notRecorded).text,
          Figure.count(own.tally[.likes]).text,
          Figure.rate(.likeRate, of: own.tally, in: own.recorded).text,
          Figure.players(own.players).text,
        ]
      })
  }
}
