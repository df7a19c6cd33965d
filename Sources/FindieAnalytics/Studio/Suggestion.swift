package import FindieDomain

/// A suggestion to a studio, with the measures that it rests on.
package struct Suggestion: Sendable, Equatable {
  package enum Kind: String, CaseIterable, Sendable {
    /// A much-viewed game has no link to a shop.
    case noStoreLink
    /// Players of a device or a shop look at a game that is not available there.
    case missingPlatform
    /// The like rate is above that of similar games, which were shown more often.
    case fewImpressions
  }

  package let kind: Kind
  /// The index among the studio's games.
  package let game: Int
  /// The platform that the game lacks, such as `itchio`; nil for other kinds.
  package let platform: Platform?
  /// The first number is the one that games are chosen by.
  package let numbers: [Finding.Number]

  /// The minimum number of impressions that a suggestion rests on.
  package static let minimumImpressions = 100

  /// At most one suggestion of each kind for a period, in the order of the kinds: that of the game with the
  /// largest number. Withdrawn games have none.
  ///
  /// - Parameters:
  ///   - numbers: of each game in the period.
  ///   - games: the games of the catalogue, in the same order.
  static func all(_ numbers: [PeriodNumbers], _ games: [Game]) -> [Suggestion] {
    let isShown = games.map { $0.isActive && $0.releaseStatus != .cancelled }
    let seen = zip(numbers, isShown).filter(\.1).map { $0.0.tally[.impressions] }
      .filter { $0 > 0 }.sorted()
    let median =
      seen.isEmpty ? 0 : Double(seen[(seen.count - 1) / 2] + seen[seen.count / 2]) / 2
    let found = zip(numbers, games).enumerated().flatMap { index, pair -> [Suggestion] in
      guard isShown[index] else { return [] }
      let (own, game) = pair
      return [
        noStoreLink(own, game, index, median: median),
        missingPlatform(own, game, index), fewImpressions(own, index),
      ].compactMap(\.self)
    }
    return Kind.allCases.compactMap { kind in
      found.filter { $0.kind == kind }
        .max { ($0.numbers[0].value, -$0.game) < ($1.numbers[0].value, -$1.game) }
    }
  }

  private init(
    _ kind: Kind, of game: Int, platform: Platform? = nil, _ numbers: [(String, Double)]
  ) {
    self.kind = kind
    self.game = game
    self.platform = platform
    self.numbers = numbers.map { Finding.Number(measure: $0, value: $1) }
  }

  private static func noStoreLink(
    _ own: PeriodNumbers, _ game: Game, _ index: Int, median: Double
  ) -> Suggestion? {
    let seen = own.tally[.impressions]
    guard [game.steamURL, game.itchioURL].allSatisfy({ $0?.isEmpty ?? true }),
      own.recorded.contains(.impressions), seen >= minimumImpressions, Double(seen) >= median
    else { return nil }
    return Suggestion(
      .noStoreLink, of: index,
      [("impressions", Double(seen)), ("medianImpressions", median)])
  }

  private static func missingPlatform(
    _ own: PeriodNumbers, _ game: Game, _ index: Int
  ) -> Suggestion? {
    guard !game.platforms.isEmpty else { return nil }
    let cells = own.breakdowns.flatMap { breakdown -> [(platform: Platform, share: Double)] in
      guard let measure = breakdown.cut.platformMeasure,
        breakdown.total[measure] >= minimumImpressions
      else { return [] }
      return breakdown.cells.compactMap { cell in
        guard let platform = Platform(shown: cell.value), !game.platforms.contains(platform),
          cell.tally[measure] > 0
        else { return nil }
        return (platform, Double(cell.tally[measure]) / Double(breakdown.total[measure]))
      }
    }
    guard let most = cells.max(by: { $0.share < $1.share }), most.share >= minimumShare else {
      return nil
    }
    return Suggestion(
      .missingPlatform, of: index, platform: most.platform, [("share", most.share)])
  }

  /// The minimum share of the events that come from a platform that the game lacks.
  private static let minimumShare = 0.1

  private static func fewImpressions(_ own: PeriodNumbers, _ index: Int) -> Suggestion? {
    guard let standing = own.standing, standing.verdict == .above,
      standing.impressionsPercentile < 50, let rate = own.rate(.likeRate)
    else { return nil }
    return Suggestion(
      .fewImpressions, of: index,
      [
        ("likeRatePercentile", standing.likeRatePercentile),
        ("impressionsPercentile", standing.impressionsPercentile),
        ("likeRate", rate.estimate), ("likeRateLower", rate.lower),
        ("medianLikeRate", standing.medianLikeRate),
      ])
  }
}

extension Cut {
  /// The events that tell of an audience on a platform; nil for cuts without platforms.
  fileprivate var platformMeasure: Measure? {
    switch self {
    case .deviceType: .impressions
    case .shop: .externalClicks
    case .genrePreference, .appVersion, .surface, .campaign: nil
    }
  }
}

extension Platform {
  /// The platform that a device or a shop of the app's events belongs to, in any spelling of its name such as
  /// `Mac`, `macOS`, `itch.io`; nil for phones and others.
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
