import FindieAnalytics
import FindieDomain
import FindieText

/// What happened since the closed weeks of a studio's report: `since.html` and `since.json`, small
/// enough to be written each night.
struct SinceSheet {
  let studio: Studio
  let setting: ReportSetting
  /// From Monday to the last complete day; nil on a Monday.
  let days: DayRange?
  /// By game of the studio: one tally per day; empty without events.
  let games: [[Tally]]
  /// The first day after the closed weeks.
  let monday: Day

  private static let mostRows = 50

  private var measures: [Measure] {
    [.impressions, .likes, .superLikes, .wishlistAdds, .externalClicks]
      .filter { setting.recorded.contains($0) }
  }

  /// The games with events, the most seen first.
  private var rows: [(game: Game, days: [Tally])] {
    zip(studio.games, games).filter { !$1.isEmpty }.enumerated().sorted { left, right in
      let (a, b) = (Self.sum(left.element.1), Self.sum(right.element.1))
      return a[.impressions] != b[.impressions]
        ? a[.impressions] > b[.impressions] : left.offset < right.offset
    }.map { ($0.element.0, $0.element.1) }
  }

  private static func sum(_ days: some Sequence<Tally>) -> Tally {
    days.reduce(into: Tally()) { $0 += $1 }
  }

  /// Says that totals are rounded, if they are.
  private var rounded: String {
    let rounding = games.joined().map(\.rounding).max() ?? 0
    return rounding == 0
      ? "" : " A game’s count of a day is rounded down to a multiple of \(rounding + 1)."
  }

  /// All games together, by day.
  private var all: [Tally] {
    (0..<(days?.count ?? 0)).map { day in
      Self.sum(games.filter { !$0.isEmpty }.map { $0[day] })
    }
  }

  // Without events, both files have no date, so that they stay the same all week.

  var html: HTML {
    let rows = rows
    let main: HTML
    if let days, !rows.isEmpty {
      let more: HTML =
        rows.count > Self.mostRows
        ? "<p>The first \(Self.mostRows) of \(rows.count) games; since.json has all.</p>" : ""
      main = """
        <p>\(text: days.fromTo). Counts of whole days, which may still change.\
        \(text: rounded) In small print: \(text: days.last.inWords) alone.</p>
        \(table(rows.prefix(Self.mostRows)))\(more)
        """
    } else {
      main =
        days == nil
        ? "<p>The week has just begun. Its first numbers come tomorrow.</p>"
        : "<p>Nothing was recorded yet.</p>"
    }
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><meta name="viewport" \
      content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">\
      <meta name="color-scheme" content="light dark"><meta http-equiv="Content-Security-Policy" \
      content="default-src 'none';style-src 'unsafe-inline'">
      <title>\(text: studio.shownName) – since \(text: monday.inWords)</title>
      <style>\(Self.style)</style></head><body><main>
      <h1>\(HTML.title(studio.name)): since Monday, \(text: monday.inWords)</h1>
      \(setting.isGenerated ? "<p>Generated data: nothing here was measured on people.</p>" : "")\
      \(main)
      <p><a href="index.html">The report of the weeks before</a></p></main></body></html>

      """
  }

  private static let style: HTML = """
    body{font:16px/1.5 system-ui,sans-serif;margin:1.5rem auto;max-width:56rem;padding:0 1rem}\
    table{border-collapse:collapse;width:100%}th,td{padding:.3rem .5rem;text-align:right;\
    border-top:1px solid #8886}th:first-child{text-align:left;font-weight:400}small{display:block}
    """

  private func table(_ rows: some Collection<(game: Game, days: [Tally])>) -> HTML {
    let head = measures.map { "<th scope=\"col\">\(text: setting.name(of: $0))</th>" as HTML }
    func row(_ name: HTML, _ days: [Tally]) -> HTML {
      let (sum, last) = (Self.sum(days), days.last ?? Tally())
      let cells = measures.map { measure -> HTML in
        "<td>\(Figure.count(sum[measure]))<small>\(Figure.count(last[measure]))</small></td>"
      }
      return "<tr><th scope=\"row\">\(name)</th>\(cells)</tr>\n"
    }
    let games = rows.map { row(HTML.title($0.game.title), $0.days) }
    return """
      <table><thead><tr><th scope="col">Game</th>\(head)</tr></thead><tbody>
      \(row("<b>All games</b>", all))\(games)</tbody></table>
      """
  }

  var json: JSONValue {
    func counts(_ tally: Tally) -> JSONValue {
      .oneLine(
        .object(
          Measure.allCases.filter { setting.recorded.contains($0) }.map {
            (key: $0.rawValue, value: .integer(tally[$0]))
          }))
    }
    let rows = rows
    let own = rows.isEmpty ? nil : days
    let all = own == nil ? [] : all
    return [
      "developerId": .string(studio.developerId), "since": .string(monday.description),
      "generated": .bool(setting.isGenerated),
      "to": .optional(own?.last.description),
      "days": .array(all.map(counts)), "total": counts(Self.sum(all)),
      "games": .array(
        rows.map { game, days in
          [
            "gameId": .string(game.id), "title": .string(game.title),
            "yesterday": counts(days.last ?? Tally()), "total": counts(Self.sum(days)),
          ]
        }),
    ]
  }
}
