import FindieAnalytics
import FindieDomain
import FindieText

/// What changed from the releases of a studio's games: one sentence per game and measure.
struct ImpactSection {
  let report: StudioReport

  /// Empty without a release.
  var html: HTML {
    let sentences = report.numbers.impacts.map { "<li>\(sentence($0).html)</li>\n" as HTML }
    guard !sentences.isEmpty else { return "" }
    return """
      <ul class="facts">\(sentences)</ul>
      \(Page.note("The 7 days from a release against the 28 days before, relative to the whole app in the same days. With 95% confidence, the true ratio is in the brackets."))
      """
  }

  private func sentence(_ impact: Impact) -> Sentence {
    let effects = impact.effects.map { effect -> Sentence in
      let ratio = Figure.number(effect.change.ratio, places: 4, shown: 1)
      let (lower, upper) = (
        Figure.number(effect.change.lower, places: 4, shown: 1),
        Figure.number(effect.change.upper, places: 4, shown: 1)
      )
      let clear: Sentence = effect.change.isSignificant ? "" : ", no clear change"
      return
        "\(report.setting.name(of: effect.measure).lowercased()) \(strong: ratio) times as many (\(lower) to \(upper)\(clear))"
    }
    let list = effects.dropFirst().reduce(effects[0]) { $0 + ", " + $1 }
    return
      "\(title: report.studio.games[impact.game].title), released on \(impact.day.inWords): \(list)."
  }
}

extension Impact {
  func json(of games: [Game]) -> JSONValue {
    .oneLine([
      "kind": "release", "gameId": .string(games[game].id), "day": .string(day.description),
      "effects": .object(
        effects.map { effect in
          (
            key: effect.measure.rawValue,
            value: Finding.json(of: [
              ("count", Double(effect.count)), ("before", Double(effect.before)),
              ("ratio", effect.change.ratio), ("lower", effect.change.lower),
              ("upper", effect.change.upper),
            ])
          )
        }),
    ])
  }
}
