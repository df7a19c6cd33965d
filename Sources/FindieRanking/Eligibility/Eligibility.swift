package import FindieDomain
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
    let tags: [String]
    let isMature: Bool
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
        tags: game.tags, isMature: game.isMature ?? false, price: Self.price(of: game, in: currency)
      )
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
    fileprivate let mutedTags: Set<ExactText>
    fileprivate let showsMatureGames: Bool

    package init(_ user: PackedRecord<User>?) {
      maxPrice = user?.priceRange.maxPrice.map { NSDecimalNumber(decimal: $0).doubleValue }
      platforms = PlatformSet(user?.preferredPlatforms ?? [])
      mutedGenres = GenreSet(user?.mutedGenres ?? [])
      mutedTags = Set(user?.mutedTags.map { ExactText($0) } ?? [])
      showsMatureGames = user?.showsMatureGames ?? false
    }
  }

  /// The first filter that excludes a game given a player's limits; nil if none does.
  ///
  /// Unknown platforms and an unknown price exclude nothing, but a game that is not known to be
  /// free is not shown to a player who wants only free games.
  func refusal(of game: Int, for preferences: Preferences) -> ListFilter? {
    terms[game].absence ?? limit(of: game, for: preferences)
  }

  /// The first of the player's own limits that excludes a game, whether or not it may be listed.
  func limit(of game: Int, for preferences: Preferences) -> ListFilter? {
    let terms = terms[game]
    if let maxPrice = preferences.maxPrice {
      guard terms.price.map({ $0 <= maxPrice }) ?? (maxPrice > 0) else { return .price }
    }
    guard
      preferences.platforms.isEmpty || terms.platforms.isEmpty
        || !preferences.platforms.isDisjoint(with: terms.platforms)
    else { return .platform }
    return dislike(of: game, for: preferences)
  }

  /// Whether a game may be named to a player who has seen it: its genres and tags are not muted,
  /// and it is not for adults, unless the player wants such games.
  func mayName(_ game: Int, to preferences: Preferences) -> Bool {
    dislike(of: game, for: preferences) == nil
  }

  private func dislike(of game: Int, for preferences: Preferences) -> ListFilter? {
    let terms = terms[game]
    guard terms.genres.isDisjoint(with: preferences.mutedGenres) else { return .mutedGenre }
    let muted = preferences.mutedTags
    if !muted.isEmpty, terms.tags.contains(where: { muted.contains(ExactText($0)) }) {
      return .mutedTag
    }
    return terms.isMature && !preferences.showsMatureGames ? .mature : nil
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
