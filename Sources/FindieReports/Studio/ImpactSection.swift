import FindieAnalytics
import FindieDomain
import FindieText

/// What changed from releases, price drops and annotations: a sentence for each of the newest ones
/// with a clear change, and of the others if there is space.
struct ImpactSection {
  let report: StudioReport

  private static let mostSentences = 5

  /// Empty without an impact.
  var html: HTML {
    let all = report.numbers.impacts
    let shown =
      (all.indices.reversed().filter { all[$0].isClear }
      + all.indices.reversed().filter { !all[$0].isClear }).prefix(Self.mostSentences)
    guard !shown.isEmpty else { return "" }
    let sentences = shown.map { "<li>\(sentence(all[$0]).html)</li>\n" as HTML }
    let rest =
      shown.count < all.count
      ? " \(shown.count) of \(all.count) are shown; report.json has all." : ""
    return """
      <ul class="facts">\(sentences)</ul>
      \(Page.note("The 7 days from each day, or those before the next release, price drop or event of the game, against the 28 days before, relative to other studios’ games in the same days. The brackets have the true ratio with at least 95% confidence: they allow for the game’s usual changes from week to week, and for the number of changes that are tested. Something else on these days may be the cause, and prices often drop after weak weeks.\(rest)"))
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
    let occasion = impact.occasion
    let games: Sentence =
      occasion.game.map { "\(title: report.studio.games[$0].title)" } ?? "All your games"
    let what: Sentence =
      switch occasion.kind {
      case .release: "released"
      case .priceDrop: "cheaper from"
      case .annotation(let text): "\(title: text)"
      }
    let on = occasion.kind == .priceDrop ? " " : " on "
    return "\(games), \(what)\(on)\(occasion.day.inWords): \(effects.joined(separator: ", "))."
  }
}
