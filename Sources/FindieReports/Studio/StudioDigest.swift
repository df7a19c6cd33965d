import FindieAnalytics
import FindieDomain

/// A studio's report, and one game's, in a few lines for a chat.
struct StudioDigest {
  private let report: StudioReport
  private static let games = 5

  init(_ report: StudioReport) {
    self.report = report
  }

  var markdown: String {
    var text = "# \(Markdown.escaped(report.studio.name)), \(report.period.inWords)\n\n"
    text += generated + resting
    text += StudioSentences(report).all.map { $0.markdown + "\n" }.joined(separator: "\n")
    guard !report.isEmpty else { return text }
    let seen = report.games.filter { report.own($0).tally[.impressions] > 0 }
    guard !seen.isEmpty else { return text }
    text +=
      "\n"
      + Markdown.table(
        ["Game", "Impressions", "Before", "Likes", "Like rate", "Players"],
        seen.prefix(Self.games).map { game in
          let own = report.own(game)
          return [
            Markdown.escaped(game.game.title), Figure.count(own.tally[.impressions]).words,
            Figure.count(own.before[.impressions]).words, Figure.count(own.tally[.likes]).words,
            Figure.rate(.likeRate, of: own.tally, in: own.recorded).words,
            Figure.players(own.players).words,
          ]
        })
    if seen.count > Self.games { text += "\nand \(seen.count - Self.games) more games.\n" }
    return text
  }

  func markdown(of game: StudioReport.GameFigures) -> String {
    let periods = report.numbers.periods
    let numbers = report.numbers.games[game.place].periods
    return "# \(Markdown.escaped(game.game.title)), \(report.period.inWords)\n\n" + generated
      + resting
      + GameSection(report, game).standing.markdown + "\n\n"
      + Markdown.table(
        ["Period", "Impressions", "Before", "Likes", "Like rate", "Players"],
        zip(periods, numbers).map { period, own in
          [
            period.name, Figure.count(own.tally[.impressions]).words,
            Figure.count(own.before[.impressions]).words, Figure.count(own.tally[.likes]).words,
            Figure.rate(.likeRate, of: own.tally, in: own.recorded).words,
            Figure.players(own.players).words,
          ]
        })
  }

  private var resting: String {
    report.numbers.isResting && !report.isEmpty
      ? "*Made in the night of \(report.night.inWords). Nothing that it tells has changed since.*\n\n"
      : ""
  }

  private var generated: String {
    report.setting.isGenerated
      ? "*Generated data: nothing here was measured on people.*\n\n" : ""
  }
}
