package import FindieDomain

/// A suggestion to a studio, with the measures that it rests on.
package struct Suggestion: Sendable, Equatable {
  package enum Basis: Sendable, Equatable {
    /// A much-viewed game has no link to a shop. The median is of the studio's games.
    case noStoreLink(impressions: Int, median: Double)
    /// Players of a device or a shop look at a game that is not available there: the platform that
    /// it lacks, and its share of the events.
    case missingPlatform(Platform, share: Double)
    /// The like rate is above that of similar games, which were shown more often.
    case fewImpressions(Standing, likeRate: Proportion)
  }

  package let basis: Basis
  /// The index among the studio's games.
  package let game: Int

  /// The minimum number of impressions that a suggestion rests on.
  package static let minimumImpressions = 100

  /// At most one suggestion of each kind for a period, in the order of the cases: the one for the
  /// game with the largest number. Withdrawn games have none.
  ///
  /// - Parameters:
  ///   - numbers: of each game in the period.
  ///   - games: the games of the catalogue, in the same order.
  static func all(_ numbers: [PeriodNumbers], _ games: [Game]) -> [Suggestion] {
    let shown = games.indices.filter {
      games[$0].isActive && games[$0].releaseStatus != .cancelled
    }
    let seen = shown.map { numbers[$0].tally[.impressions] }.filter { $0 > 0 }.sorted()
    let median =
      seen.isEmpty ? 0 : Double(seen[(seen.count - 1) / 2] + seen[seen.count / 2]) / 2
    func best(
      _ basis: (PeriodNumbers, Game) -> (Basis, weight: Double)?
    ) -> Suggestion? {
      let found = shown.compactMap { game in
        basis(numbers[game], games[game]).map {
          (suggestion: Suggestion(basis: $0.0, game: game), weight: $0.weight)
        }
      }
      return found.max {
        ($0.weight, -$0.suggestion.game) < ($1.weight, -$1.suggestion.game)
      }?.suggestion
    }
    return [
      best { noStoreLink($0, $1, median: median) }, best(missingPlatform), best(fewImpressions),
    ].compactMap(\.self)
  }

  private static func noStoreLink(
    _ own: PeriodNumbers, _ game: Game, median: Double
  ) -> (Basis, weight: Double)? {
    let seen = own.tally[.impressions]
    guard [game.steamURL, game.itchioURL].allSatisfy({ $0?.isEmpty ?? true }),
      own.recorded.contains(.impressions), seen >= minimumImpressions, Double(seen) >= median
    else { return nil }
    return (.noStoreLink(impressions: seen, median: median), Double(seen))
  }

  private static func missingPlatform(
    _ own: PeriodNumbers, _ game: Game
  ) -> (Basis, weight: Double)? {
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
    return (.missingPlatform(most.platform, share: most.share), most.share)
  }

  /// The minimum share of the events that come from a platform that the game lacks.
  private static let minimumShare = 0.1

  private static func fewImpressions(
    _ own: PeriodNumbers, _ game: Game
  ) -> (Basis, weight: Double)? {
    guard let standing = own.standing, standing.verdict == .above,
      standing.impressionsPercentile < 50, let rate = own.rate(.likeRate)
    else { return nil }
    return (.fewImpressions(standing, likeRate: rate), standing.likeRatePercentile)
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
