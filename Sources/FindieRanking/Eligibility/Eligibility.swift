package import FindieDomain
import FindieHistory
package import FindieModels
import Foundation

/// Which games may be shown to which player: the hard filters, which no score overrides.
package struct Eligibility: Sendable {
  /// Whether each game is eligible and available on the day of the run: released or in early
  /// access, and neither cancelled nor inactive nor dated on that day or later.
  package let isOut: [Bool]
  private let terms: [Terms]

  /// The properties of a game that filters use.
  private struct Terms: Sendable {
    let absence: ListFilter?
    let platforms: PlatformSet
    let genres: GenreSet
    /// In the currency of the players' limits; infinity in another currency, nil if unknown.
    let price: Double?
  }

  /// - Parameters:
  ///   - currency: the currency of the players' price limits. A price in another currency cannot be
  ///     compared: such a game is not shown to a player with a price limit.
  ///   - isEligible: by game, whether lists may show it (`EligibleGames`); nil for all.
  package init(games: [Game], on day: Day, currency: String, isEligible: [Bool]? = nil) {
    precondition(isEligible.map { $0.count == games.count } ?? true, "\(games.count) games")
    terms = games.enumerated().map { index, game in
      Terms(
        absence: ListFilter(absenceOf: game, on: day)
          ?? (isEligible?[index] == false ? .ineligible : nil),
        platforms: PlatformSet(game.platforms), genres: GenreSet(game.genres),
        price: Self.price(of: game, in: currency))
    }
    isOut = terms.map { $0.absence == nil }
  }

  private static func price(of game: Game, in currency: String) -> Double? {
    if game.isFree || game.price == 0 { return 0 }
    guard let price = game.price, price >= 0 else { return nil }
    return game.currency ?? currency == currency
      ? NSDecimalNumber(decimal: price).doubleValue : .infinity
  }

  /// A player's own limits; nil where the player set none.
  package struct Preferences: Sendable, Hashable {
    fileprivate let maxPrice: Double?
    let platforms: PlatformSet
    fileprivate let mutedGenres: GenreSet

    package init(_ user: User?) {
      maxPrice = user?.priceRange.maxPrice.map { NSDecimalNumber(decimal: $0).doubleValue }
      platforms = PlatformSet(user?.preferredPlatforms ?? [])
      mutedGenres = GenreSet(user?.mutedGenres ?? [])
    }
  }

  /// The first filter that excludes a game given a player's limits; nil if none does.
  ///
  /// Unknown platforms and an unknown price exclude nothing, but a game that is not known to be
  /// free is not shown to a player who wants only free games.
  func refusal(of game: Int, for preferences: Preferences) -> ListFilter? {
    terms[game].absence ?? limit(of: game, preferences)
  }

  /// Whether the player's own limits allow a game, whether or not it may be listed.
  func suits(_ game: Int, _ preferences: Preferences) -> Bool {
    limit(of: game, preferences) == nil
  }

  /// The first of the player's own limits that excludes a game.
  private func limit(of game: Int, _ preferences: Preferences) -> ListFilter? {
    let terms = terms[game]
    if let maxPrice = preferences.maxPrice {
      guard terms.price.map({ $0 <= maxPrice }) ?? (maxPrice > 0) else { return .price }
    }
    guard
      preferences.platforms.isEmpty || terms.platforms.isEmpty
        || !preferences.platforms.isDisjoint(with: terms.platforms)
    else { return .platform }
    return terms.genres.isDisjoint(with: preferences.mutedGenres) ? nil : .mutedGenre
  }

  /// The first filter, including `otherEdition`, that excludes a game given a player's limits.
  package func filter(
    of game: Int, isListed: Bool, for preferences: Preferences
  ) -> ListFilter? {
    let own = refusal(of: game, for: preferences)
    return !isListed && isOut[game] ? .otherEdition : own
  }

  /// Whether no filter excludes the game given the player's limits.
  package func allows(_ game: Int, for preferences: Preferences) -> Bool {
    refusal(of: game, for: preferences) == nil
  }
}

/// A set of platforms in one number.
struct PlatformSet: OptionSet, Sendable, Hashable {
  let rawValue: UInt16

  init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  init(_ platforms: [Platform]) {
    rawValue = platforms.reduce(0) { set, platform in
      set | 1 << UInt16(Platform.allCases.firstIndex(of: platform) ?? 0)
    }
  }
}

/// A set of genres in one number; a genre's bit is its index in `Genre.allCases`.
struct GenreSet: OptionSet, Sendable, Hashable {
  let rawValue: UInt16

  init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  init(_ genres: [Genre]) {
    rawValue = genres.reduce(0) { set, genre in
      set | 1 << UInt16(Genre.allCases.firstIndex(of: genre) ?? 0)
    }
  }

  var count: Int { rawValue.nonzeroBitCount }

  /// Calls `body` with the indices of the genres, ascending.
  @inline(__always)
  func forEachIndex(_ body: (Int) -> Void) {
    var rest = rawValue
    while rest != 0 {
      body(rest.trailingZeroBitCount)
      rest &= rest - 1
    }
  }
}

/// The filters that exclude a game from a player's list, in the order in which they are applied.
/// They are hard: no score overrides them.
package enum ListFilter: String, Sendable, CaseIterable, Codable, CodingKeyRepresentable {
  /// Softly deleted.
  case inactive
  case cancelled
  /// Upcoming, or dated on the day of the run or later.
  case unreleased
  /// Outside the night's `EligibleGames`.
  case ineligible
  /// Another edition of the game is listed instead.
  case otherEdition
  /// Above the player's limit, in another currency, or not known to be free for a player who wants
  /// only free games.
  case price
  /// Not on any of the player's platforms.
  case platform
  /// In a genre that the player muted.
  case mutedGenre
  case disliked
  /// Liked or super-liked.
  case liked
  /// In the player's wishlist or library.
  case wishlist
  case shared
  /// Viewed in detail, without a stronger action.
  case viewed
  /// Seen through actions of weight 0.
  case seen

  /// The filter that excludes a game from all lists; nil if it is available.
  init?(absenceOf game: Game, on day: Day) {
    if !game.isActive {
      self = .inactive
    } else if game.releaseStatus == .cancelled {
      self = .cancelled
    } else if game.availability(on: day) != .out {
      self = .unreleased
    } else {
      return nil
    }
  }

  /// The filter that excludes a game that the player has seen.
  ///
  /// - Parameters:
  ///   - day: as in `InteractionMatrix.seen`.
  ///   - kind: of the strongest evidence; nil if all have weight 0.
  package init(seenOn day: Float, by kind: EvidenceKind?) {
    self =
      switch kind {
      case .dislike: .disliked
      case .like, .superLike: .liked
      case .wishlist, .owned: .wishlist
      case .share: .shared
      case .viewDetails: .viewed
      case .skip, nil: day == .infinity ? .wishlist : .seen
      }
  }
}

extension PlayerRows {
  /// The filter that excludes a game because the player has seen it; nil if the player has not.
  package func filter(of game: Int) -> ListFilter? {
    guard let position = seen.columns(ofRow: 0).firstIndex(of: UInt32(game)),
      !skips.contains(row: 0, column: UInt32(game))
    else { return nil }
    let evidence = observed.columns(ofRow: 0).firstIndex(of: UInt32(game))
    return ListFilter(
      seenOn: seen.values[position],
      by: evidence.map { EvidenceKind.allCases[Int(strongestActions[$0])] })
  }
}
