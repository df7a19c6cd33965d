import FindieAnalytics
import FindieDomain
import FindieText

/// The suggestions of a studio's page, each with the numbers that it rests on.
struct SuggestionSentences {
  let report: StudioReport
  /// The games with a section on the page.
  let linked: Set<Int>

  /// At most three, the largest effect first.
  var all: [Sentence] { report.numbers.suggestions[report.periodIndex].map(sentence) }

  private var impression: String { report.setting.impression }

  private func sentence(_ suggestion: Suggestion) -> Sentence {
    let title = report.studio.games[suggestion.game].title
    let game: Sentence =
      linked.contains(suggestion.game)
      ? "\(title: title, linkedTo: "#game-\(suggestion.game)")" : "\(title: title)"
    switch suggestion.basis {
    case .noStoreLink(let impressions, let clicks, let usual):
      return
        "Add a store link to \(game). Similar games with a link have \(strong: Self.perHundred(usual)) shop clicks per 100 \(impression)s; it has no link, and \(Sentence.counted(.count(clicks), "shop click")) in \(Sentence.counted(.count(impressions), impression))."
    case .missingPlatform(let platform, let share, let record):
      return
        "Consider \(game) for \(platform.inWords): at least \(strong: .boundedShare(share)) of its \(impression)s in \(record.recordInWords)s are on it, and the game is not available there."
    case .tag(let tag, let likers, let share, let usual):
      let least = Figure.number(100 * share, places: 2, shown: 0, unit: "%")
      return
        "Add the tag “\(title: tag)” to \(game) if it fits: of the \(.count(likers)) or more players who like it, at least \(strong: least) also like games with the tag. Usual is \(.share(usual))."
    case .skips(let rate, let usual, _):
      return
        "Try another cover or first screenshot for \(game): \(strong: .share(rate.estimate)) of its \(impression)s end with a skip, against \(.share(usual)) for similar games."
    case .price(let price, let currency, let peers, let measure, let rate, let usual):
      let step = measure == .externalClicks ? "shop clicks" : "wishlist adds"
      return
        "Review the price of \(game): \(strong: Self.amount(price)) \(currency), and the median of \(.count(peers.games)) similar games is \(Self.amount(peers.median)). It has \(Self.perHundred(rate.estimate)) \(step) per 100 \(impression)s, against \(Self.perHundred(usual)) for similar games."
    }
  }

  private static func perHundred(_ rate: Double) -> Figure {
    .number(100 * rate, places: 4, shown: 1)
  }

  private static func amount(_ price: Double) -> Figure { .number(price, places: 4, shown: 2) }
}

extension Platform {
  fileprivate var inWords: String {
    switch self {
    case .windows: "Windows"
    case .mac: "Mac"
    case .linux: "Linux"
    case .steam: "Steam"
    case .itchio: "itch.io"
    case .epicGames: "the Epic Games Store"
    case .gog: "GOG"
    }
  }
}
