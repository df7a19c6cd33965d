package import FindieDomain
import Foundation

/// A suggestion to a studio, with the measures that it rests on.
package struct Suggestion: Sendable, Equatable {
  package enum Basis: Sendable, Equatable {
    /// A much-viewed game has no link to a shop, and its players do not reach one. The rate is the
    /// shop clicks per impression of games with a link.
    case noStoreLink(impressions: Int, clicks: Int, usual: Double)
    /// Players of a device or a shop look at a game that is not available there: the platform that
    /// it lacks, and its share of the events.
    case missingPlatform(Platform, share: Double)
    /// Players who like the game like games with a tag that it lacks: both numbers of players, in
    /// multiples of k, and the share that would be usual.
    case tag(String, likers: Int, alsoLike: Int, usual: Double)
    /// The game's card is skipped more often than those of similar games: its skips per impression,
    /// and those of all similar games together.
    case skips(Proportion, usual: Double, games: Int)
    /// The game costs more than similar games, and fewer of its players take the next step: clicks
    /// to shops, or wishlist adds if the data has no clicks.
    case price(Double, currency: String, PeerPrices, Measure, Proportion, usual: Double)
    /// The like rate is above that of similar games, which were shown more often.
    case fewImpressions(Standing, likeRate: Proportion)
  }

  package let basis: Basis
  /// The index among the studio's games.
  package let game: Int
  /// How far the number is from the usual one, in standard deviations.
  package let significance: Double

  /// The minimum number of impressions that a suggestion rests on.
  package static let minimumImpressions = 100
  package static let maximumCount = 3
}

/// The prices of the similar games with a price in a currency.
package struct PeerPrices: Sendable, Equatable {
  package let median: Double
  package let games: Int

  package init(median: Double, games: Int) {
    self.median = median
    self.games = games
  }
}

/// What suggestions for a period of a studio are made of.
struct SuggestionSources {
  /// Of each game of the studio in the period.
  let numbers: [PeriodNumbers]
  /// The games of the catalogue, in the same order.
  let games: [Game]
  /// The shop clicks per impression of games with a link to a shop; nil if that says nothing of a
  /// game without one.
  let linked: Proportion?
  /// By game: the tag that it lacks, with its significance; nil for none.
  let tags: [(LikedTags.Finding, significance: Double)?]
  let cohorts: CohortTable

  /// At most three suggestions of different kinds, the most significant one first. Of each kind,
  /// the game with the most significant number. Withdrawn games have none.
  var all: [Suggestion] {
    let shown = games.indices.filter {
      games[$0].isActive && games[$0].releaseStatus != .cancelled
    }
    func best(_ basis: (Int) -> (Suggestion.Basis, Double)?) -> Suggestion? {
      shown.compactMap { game in
        basis(game).map { Suggestion(basis: $0.0, game: game, significance: $0.1) }
      }.max { ($0.significance, -$0.game) < ($1.significance, -$1.game) }
    }
    let kinds = [noStoreLink, missingPlatform, tag, skips, price, fewImpressions].compactMap(best)
    return kinds.enumerated().sorted {
      ($1.element.significance, $0.offset) < ($0.element.significance, $1.offset)
    }.prefix(Suggestion.maximumCount).map(\.element)
  }

  /// The distance of a share from the usual one, in standard deviations of n events.
  private func significance(_ share: Double, _ usual: Double, of count: Int) -> Double {
    (share - usual) / (usual * (1 - usual) / Double(count)).squareRoot()
  }

  private func seen(_ game: Int) -> Int? {
    let impressions = numbers[game].tally[.impressions]
    return numbers[game].recorded.contains(.impressions)
      && impressions >= Suggestion.minimumImpressions ? impressions : nil
  }

  private func noStoreLink(_ game: Int) -> (Suggestion.Basis, Double)? {
    guard let linked, !games[game].hasLink, let seen = seen(game) else { return nil }
    let clicks = numbers[game].tally[.externalClicks]
    guard linked.lower * Double(seen) >= Self.minimumClicks,
      let own = Proportion(clicks, of: seen), own.upper < linked.lower
    else { return nil }
    let expected = linked.estimate * Double(seen)
    return (
      .noStoreLink(impressions: seen, clicks: clicks, usual: linked.estimate),
      (expected - Double(clicks)) / expected.squareRoot()
    )
  }

  /// The clicks to a shop that a link would bring at least.
  private static let minimumClicks = 10.0

  private func missingPlatform(_ game: Int) -> (Suggestion.Basis, Double)? {
    guard !games[game].platforms.isEmpty else { return nil }
    let cells = numbers[game].breakdowns.flatMap {
      breakdown -> [(platform: Platform, share: Double, total: Int)] in
      guard let measure = breakdown.cut.platformMeasure,
        breakdown.total[measure] >= Suggestion.minimumImpressions
      else { return [] }
      let total = breakdown.total[measure]
      return breakdown.cells.compactMap { cell in
        guard let platform = Platform(shown: cell.value),
          !games[game].platforms.contains(platform), cell.tally[measure] > 0
        else { return nil }
        return (platform, Double(cell.tally[measure]) / Double(total), total)
      }
    }
    guard let most = cells.max(by: { $0.share < $1.share }), most.share >= Self.minimumShare else {
      return nil
    }
    return (
      .missingPlatform(most.platform, share: most.share),
      significance(most.share, Self.minimumShare, of: most.total)
    )
  }

  /// The minimum share of the events that come from a platform that the game lacks.
  private static let minimumShare = 0.1

  private func tag(_ game: Int) -> (Suggestion.Basis, Double)? {
    tags[game].map { found, significance in
      (
        .tag(
          found.tag, likers: found.likers, alsoLike: found.alsoLike, usual: found.usual),
        significance
      )
    }
  }

  private func skips(_ game: Int) -> (Suggestion.Basis, Double)? {
    let own = numbers[game]
    guard own.recorded.contains(.skips), let seen = seen(game), let standing = own.standing,
      let rate = Proportion(own.tally[.skips], of: seen),
      let usual = cohorts.rate(of: .skips, among: standing), usual < 1,
      rate.lower > Self.minimumRatio * usual
    else { return nil }
    return (
      .skips(rate, usual: usual, games: standing.games),
      significance(rate.estimate, usual, of: seen)
    )
  }

  /// How far a number is from the usual one at least.
  private static let minimumRatio = 1.25

  private func price(_ game: Int) -> (Suggestion.Basis, Double)? {
    let own = numbers[game]
    let measures: [Measure] = [.externalClicks, .wishlistAdds]
    guard let measure = measures.first(where: { own.recorded.contains($0) }),
      let (price, currency) = games[game].priceInCurrency, let seen = seen(game),
      let standing = own.standing, let peers = cohorts.prices(in: currency, among: standing),
      price >= Self.minimumPriceRatio * peers.median,
      let rate = Proportion(own.tally[measure], of: seen),
      let usual = cohorts.rate(of: measure, among: standing), usual < 1, rate.upper < usual
    else { return nil }
    return (
      .price(price, currency: currency, peers, measure, rate, usual: usual),
      -significance(rate.estimate, usual, of: seen)
    )
  }

  private static let minimumPriceRatio = 1.5

  private func fewImpressions(_ game: Int) -> (Suggestion.Basis, Double)? {
    let own = numbers[game]
    guard let standing = own.standing, standing.verdict == .above,
      standing.impressionsPercentile < 50, let rate = own.rate(.likeRate),
      standing.medianLikeRate > 0
    else { return nil }
    return (
      .fewImpressions(standing, likeRate: rate),
      significance(rate.estimate, standing.medianLikeRate, of: rate.trials)
    )
  }
}

extension Game {
  /// Whether the record has the address of a shop, or of a website that leads to one.
  var hasLink: Bool {
    [steamURL, itchioURL, officialWebsiteURL].contains { !($0?.isEmpty ?? true) }
  }

  /// Nil for a free game, and if the price or its currency is unknown.
  var priceInCurrency: (price: Double, currency: String)? {
    guard !isFree, let price, let currency, price > 0 else { return nil }
    return (NSDecimalNumber(decimal: price).doubleValue, currency)
  }
}

extension Cut {
  /// The events that show an audience on a platform; nil for cuts without platforms.
  fileprivate var platformMeasure: Measure? {
    switch self {
    case .deviceType: .impressions
    case .shop: .externalClicks
    case .genrePreference, .appVersion, .surface, .campaign, .country: nil
    }
  }
}

extension Platform {
  /// The platform that a device or a shop of the app's events belongs to, in any spelling of its
  /// name such as `Mac`, `macOS`, `itch.io`; nil for phones and others.
  fileprivate init?(shown name: String) {
    let letters = name.lowercased().filter { $0.isASCII && $0.isLetter }
    switch letters {
    case "windows", "pc": self = .windows
    case "mac", "macos", "macbook", "imac": self = .mac
    case "linux", "steamdeck": self = .linux
    case "steam": self = .steam
    case "itchio", "itch": self = .itchio
    case "epicgames", "epic": self = .epicGames
    case "gog": self = .gog
    default: return nil
    }
  }
}
