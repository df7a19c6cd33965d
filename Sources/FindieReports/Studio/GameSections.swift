import FindieAnalytics
import FindieDomain
import FindieText

/// The sections of single games on a studio's page, as far as its budget goes.
struct GameSections {
  private(set) var html = HTML()
  /// The indices in `StudioNumbers.games` of the games with a section.
  private(set) var indices: Set<Int> = []
  /// The number of games with events.
  let count: Int

  var shown: Int { indices.count }

  init(_ report: StudioReport) {
    let seen = report.games.filter { !report.numbers.games[$0.index].isEmpty }
    count = seen.count
    var bytes = 0
    for game in seen {
      let section = GameSection(report: report, game: game).html(isOnly: count == 1)
      let title = HTML.title(game.game.title)
      bytes += section.bytes.count + title.bytes.count
      guard bytes < PageBudget.sections else { break }
      indices.insert(game.index)
      // A browser opens the part if a link goes to an element in it.
      html += """
        <details class="game"><summary><h3>\(title)</h3> \
        <span>\(text: game.status(on: report.tonight))</span></summary>\
        <p class="back" id="game-\(game.index)"><a href="#h-games">Back to your games</a></p>
        \(section)</details>

        """
    }
  }
}
