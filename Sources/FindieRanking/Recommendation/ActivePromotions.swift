package import FindieDomain
import FindieModels
import Foundation

/// The promotions of a night, for the games of its catalogue.
package struct ActivePromotions: Sendable {
  /// How a game is promoted.
  enum Place: Codable, Sendable, Equatable {
    /// At this index of the list.
    case pinned(Int)
    /// As if its score were so much higher.
    case boosted(Double)
  }

  struct Promotion: Sendable {
    let game: UInt32
    let place: Place
    let genres: GenreSet
    let platforms: PlatformSet
  }

  /// Pinned games by rank, then boosted ones by boost, the largest first; ties by the id of the
  /// promotion.
  let promotions: [Promotion]
  /// The promotions whose game the catalogue does not have.
  package let unknown: [FindieDomain.Promotion]

  /// - Parameters:
  ///   - given: those of the night.
  ///   - games: in the order of their indices.
  package init(_ given: [FindieDomain.Promotion], games: [Game]) {
    let indices =
      given.isEmpty
      ? [:]
      : Dictionary(
        games.enumerated().map { (ExactText($1.id), $0) }, uniquingKeysWith: { first, _ in first })
    unknown = given.filter { indices[ExactText($0.gameId)] == nil }
    let ordered = given.sorted { left, right in
      (left.rank ?? Int.max, -(left.boost ?? 0), ExactText(left.id))
        < (right.rank ?? Int.max, -(right.boost ?? 0), ExactText(right.id))
    }
    promotions = ordered.compactMap { promotion in
      guard let game = indices[ExactText(promotion.gameId)] else { return nil }
      let boost = promotion.boost.map { NSDecimalNumber(decimal: $0).doubleValue } ?? 0
      return Promotion(
        game: UInt32(game), place: promotion.rank.map { .pinned($0 - 1) } ?? .boosted(boost),
        genres: GenreSet(promotion.genres), platforms: PlatformSet(promotion.platforms))
    }
  }
}

extension Recommender {
  /// The promotions that a player's list may show, each game once.
  func promotions(for player: Int) -> [ActivePromotions.Promotion] {
    guard !promotions.promotions.isEmpty else { return [] }
    let audience = search.audience
    let preferences = audience.preferences[player]
    lazy var genres = promotedGenres(of: player)
    var found: [ActivePromotions.Promotion] = []
    for promotion in promotions.promotions {
      let game = Int(promotion.game)
      guard search.signals.isListed[game],
        eligibility?.allows(game, for: preferences) ?? true,
        !audience.excluded.contains(row: player, column: promotion.game),
        promotion.platforms.isEmpty || preferences.platforms.isEmpty
          || !promotion.platforms.isDisjoint(with: preferences.platforms),
        promotion.genres.isEmpty || !promotion.genres.isDisjoint(with: genres),
        !found.contains(where: { $0.game == promotion.game })
      else { continue }
      found.append(promotion)
    }
    return found
  }

  /// The player's favourite genres or, without any, those of the games that the player likes.
  private func promotedGenres(of player: Int) -> GenreSet {
    let audience = search.audience
    guard audience.favorites[player].isEmpty else { return audience.favorites[player] }
    return audience.profiles.positives(ofRow: player).reduce(into: GenreSet([])) {
      $0.formUnion(search.signals.genres[Int($1)])
    }
  }
}
