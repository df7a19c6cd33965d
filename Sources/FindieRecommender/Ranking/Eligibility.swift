package import FindieDomain
import Foundation

/// Which games may be shown to which player: the filters that nothing is traded against.
package struct Eligibility: Sendable {
  /// Whether each game is out on the night: released or in early access, and neither cancelled nor
  /// inactive nor dated on the night's day or later.
  package let isOut: [Bool]
  /// The price in the currency of the players' bounds; infinity where it is not known to be in it.
  private let prices: [Double]
  private let platforms: [PlatformSet]

  /// - Parameters:
  ///   - games: in the order of their indices.
  ///   - currency: the currency in which players' price bounds are meant. Prices in another currency
  ///     are not compared: such a game, like one without a price, is not shown to a player who set a
  ///     bound.
  package init(games: [Game], on day: Day, currency: String) {
    isOut = games.map { $0.availability(on: day) == .out }
    prices = games.map { game in
      if game.isFree { return 0 }
      guard let price = game.price, game.currency ?? currency == currency else { return .infinity }
      return NSDecimalNumber(decimal: price).doubleValue
    }
    platforms = games.map { PlatformSet($0.platforms) }
  }

  /// A player's own bounds; nil where the player set none.
  package struct Preferences: Sendable {
    fileprivate let maxPrice: Double?
    fileprivate let platforms: PlatformSet

    package init(_ user: User?) {
      maxPrice = user?.priceRange.maxPrice.map { NSDecimalNumber(decimal: $0).doubleValue }
      platforms = PlatformSet(user?.preferredPlatforms ?? [])
    }
  }

  /// Whether the game is out, within the player's price range and on one of the player's platforms.
  package func allows(_ game: Int, for preferences: Preferences) -> Bool {
    guard isOut[game] else { return false }
    if let maxPrice = preferences.maxPrice, prices[game] > maxPrice { return false }
    return preferences.platforms.isEmpty || !preferences.platforms.isDisjoint(with: platforms[game])
  }
}

/// A set of platforms in one number.
struct PlatformSet: OptionSet, Sendable {
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
