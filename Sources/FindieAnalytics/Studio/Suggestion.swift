package import FindieDomain

/// A suggestion to a studio, with the measures that it rests on.
package struct Suggestion: Sendable, Equatable {
  package enum Basis: Sendable, Equatable {
    /// A much-viewed game has no link to a shop, and its players do not reach one. The rate is the
    /// shop clicks per impression of games with a link.
    case noStoreLink(impressions: Int, clicks: Int, usual: Double)
    /// Players look at a game on a platform on which it is not available: the platform that it
    /// lacks, and at least which share of the record's impressions it has.
    case missingPlatform(Platform, share: Double, EventSource)
    /// Players who like the game like games with a tag that it lacks: their number, a multiple of
    /// k; at least this share of them; and the share that would be usual.
    case tag(String, likers: Int, share: Double, usual: Double)
    /// The game's card is skipped more often than those of similar games: its skips per impression,
    /// and their mean.
    case skips(Proportion, usual: Double, games: Int)
    /// The game costs more than similar games, and fewer of its players take the next step: clicks
    /// to shops, or wishlist adds if the data has no clicks.
    case price(Double, currency: String, PeerPrices, Measure, Proportion, usual: Double)
  }

  package enum Kind: String, CaseIterable {
    case noStoreLink, missingPlatform, tag, skips, price
  }

  package let basis: Basis
  /// The index among the studio's games.
  package let game: Int
  /// How many times the number is above or below the usual one, by the nearer end of its 95 %
  /// interval. For a platform: how many times as many players could play the game there too.
  package let effect: Double

  /// The minimum number of impressions that a suggestion rests on.
  package static let minimumImpressions = 100
  package static let maximumCount = 3
}

extension Suggestion.Basis {
  package var kind: Suggestion.Kind {
    switch self {
    case .noStoreLink: .noStoreLink
    case .missingPlatform: .missingPlatform
    case .tag: .tag
    case .skips: .skips
    case .price: .price
    }
  }
}

/// The prices of the similar games with a price in a currency.
package struct PeerPrices: Sendable, Equatable {
  package let median: Double
  package let games: Int
}

/// What suggestions for a period of a studio are made of.
struct SuggestionSources {
  /// Of each game of the studio in the period.
  let numbers: [PeriodNumbers]
  /// The games of the catalogue, in the same order.
  let games: [Game]
  /// Whether shop clicks of games with a link say something of a game without one.
  let hasClicks: Bool
  /// By game: the tags that it lacks.
  let tags: [TagTests]
  let cohorts: CohortTable

  /// A suggestion that is made if its test is a finding.
  private struct Candidate {
    let suggestion: Suggestion
    let probability: Double

    init(
      _ basis: Suggestion.Basis, of game: Int, effect: Double, probability: Double
    ) {
      suggestion = Suggestion(basis: basis, game: game, effect: effect)
      self.probability = probability
    }
  }

  /// At most three suggestions of different kinds, the largest effect first. Of each kind, the one
  /// with the largest effect. Withdrawn games have none.
  ///
  /// Of all that is tested for a studio and period, at most 5 % of the findings are false
  /// (`FalseDiscoveries`). So of studios for which none is true, at most 5 % get any.
  var all: [Suggestion] {
    let shown = games.indices.filter { !games[$0].isWithdrawn }
    let tests = shown.flatMap { game in
      [noStoreLink(game), skips(game), price(game)].compactMap(\.self)
        + missingPlatforms(game) + tags(game)
    }
    // Those of tags without a chance are counted only.
    let others = tags.reduce(0) { $0 + $1.others }
    let found = FalseDiscoveries.findings(
      in: tests.map(\.probability) + [Double](repeating: 1, count: others), rate: 0.05
    ).map { tests[$0].suggestion }
    // A card that is skipped leads to fewer clicks whatever the price is.
    let skipped = Set(found.filter { $0.basis.kind == .skips }.map(\.game))
    var kinds: Set<Suggestion.Kind> = []
    return Array(
      found.enumerated().sorted {
        ($1.element.effect, $0.offset) < ($0.element.effect, $1.offset)
      }.map(\.element).filter {
        !($0.basis.kind == .price && skipped.contains($0.game))
          && kinds.insert($0.basis.kind).inserted
      }.prefix(Suggestion.maximumCount))
  }

  /// Nil if the game has too few impressions or no similar games.
  private func comparison(
    _ measure: Measure, _ game: Int
  ) -> PeerRates.Comparison? {
    let own = numbers[game]
    guard own.recorded.isSuperset(of: [.impressions, measure]),
      own.tally[.impressions] >= Suggestion.minimumImpressions, let standing = own.standing,
      own.tally[measure] >= Self.minimumRoundings * own.tally.rounding
    else { return nil }
    return cohorts.comparison(of: measure, games[game].id, own.tally, among: standing)
  }

  /// A rounded count is tested if it is so many times what it may miss: then at most 5 % are
  /// missing.
  private static let minimumRoundings = 20

  private func noStoreLink(_ game: Int) -> Candidate? {
    guard hasClicks, !games[game].hasLink,
      let found = comparison(.externalClicks, game),
      found.usual * Double(found.rate.trials) >= Self.minimumClicks
    else { return nil }
    return Candidate(
      .noStoreLink(
        impressions: found.rate.trials, clicks: found.rate.successes, usual: found.usual),
      of: game, effect: found.effect, probability: found.probability)
  }

  /// The clicks to a shop that a link would usually bring, at least.
  private static let minimumClicks = 10.0

  /// Shops say nothing here: clicks on a link to a shop show where the link leads. And a game of
  /// which only shops are listed may be available on each device.
  ///
  /// All events of a player are of one device, mostly. So the trials are players; half as many,
  /// because some have more events than others: of n players with weights that vary like an
  /// exponential variable, n / 2 count (L. Kish, *Survey Sampling*, 1965, section 11.7).
  ///
  /// Published numbers are rounded down, and cells are left out. So the share is the smallest that
  /// the true numbers may have, and there are at least so many trials.
  private func missingPlatforms(_ game: Int) -> [Candidate] {
    guard !Platform.devices.isDisjoint(with: games[game].platforms),
      let breakdown = numbers[game].breakdowns.first(where: { $0.cut == .deviceType }),
      breakdown.total[.impressions] >= Suggestion.minimumImpressions,
      let players = numbers[game].players?.count
    else { return [] }
    let total = breakdown.total[.impressions] + breakdown.total.rounding
    return Platform.allCases.filter { !games[game].platforms.contains($0) }.compactMap { platform in
      let seen = breakdown.cells.filter { Platform(device: $0.value) == platform }
        .reduce(0) { $0 + $1.tally[.impressions] }
      guard seen > 0, let rate = Proportion(seen * (players / 2) / total, of: players / 2)
      else { return nil }
      return Candidate(
        .missingPlatform(
          platform, share: Double(seen) / Double(total), breakdown.source), of: game,
        effect: 1 / (1 - rate.lower), probability: rate.probability(ifAtMost: Self.minimumShare))
    }
  }

  /// The share of the audience that is on a platform that the game lacks is above this.
  private static let minimumShare = 0.1

  private func tags(_ game: Int) -> [Candidate] {
    // The tests are of the record as it was when the weeks were closed.
    tags[game].tests.filter { !games[game].tags.contains($0.tag) }.map {
      Candidate(
        .tag($0.tag, likers: $0.likers, share: $0.share, usual: $0.usual), of: game,
        effect: $0.effect, probability: $0.probability)
    }
  }

  private func skips(_ game: Int) -> Candidate? {
    guard let found = comparison(.skips, game),
      let games = numbers[game].standing?.games
    else { return nil }
    return Candidate(
      .skips(found.rate, usual: found.usual, games: games), of: game, effect: found.effect,
      probability: found.probability)
  }

  /// A game without a link has no clicks for another reason than its price.
  private func price(_ game: Int) -> Candidate? {
    let own = numbers[game]
    let measures: [Measure] = [.externalClicks, .wishlistAdds]
    guard let measure = measures.first(where: { own.recorded.contains($0) }),
      measure != .externalClicks || games[game].hasLink,
      let price = PeerGame(games[game]).price, let standing = own.standing,
      let peers = cohorts.prices(in: price.currency, among: standing),
      price.amount >= Self.minimumPriceRatio * peers.median,
      let found = comparison(measure, game)
    else { return nil }
    return Candidate(
      .price(
        price.amount, currency: price.currency, peers, measure, found.rate, usual: found.usual),
      of: game, effect: found.effect, probability: found.probability)
  }

  private static let minimumPriceRatio = 1.5
}

extension Game {
  var hasLink: Bool { PeerGame(self).hasLink }
}

extension Platform {
  fileprivate static let devices: Set<Platform> = [.windows, .mac, .linux]

  /// The platform of a device of the app's events, in any spelling of its name such as `Mac` or
  /// `macOS`; nil for phones and others, and for a Steam Deck, which plays games for Windows too.
  fileprivate init?(device name: String) {
    switch name.lowercased().filter({ $0.isASCII && $0.isLetter }) {
    case "windows", "pc": self = .windows
    case "mac", "macos", "macbook", "imac": self = .mac
    case "linux": self = .linux
    default: return nil
    }
  }
}
