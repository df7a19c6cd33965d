package import FindieDomain
import Foundation

/// What other studios' reports compare of a game's record: as it was when the weeks were closed.
package struct PeerGame: Codable, Sendable {
  package let id: String
  let developerId: String
  /// The first one; nil without genres.
  let genre: Genre?
  let release: Day?
  /// Whether the record has the address of a shop, or of a website that leads to one.
  let hasLink: Bool
  /// Nil for a free game, and if the price or its currency is unknown.
  let price: Price?

  struct Price: Codable, Sendable {
    let amount: Double
    let currency: String
  }

  package init(_ game: Game) {
    id = game.id
    developerId = game.developerId
    genre = game.genres.first
    release = game.releaseDate?.day
    hasLink = [game.steamURL, game.itchioURL, game.officialWebsiteURL].contains {
      !($0?.isEmpty ?? true)
    }
    if !game.isFree, let amount = game.price, let currency = game.currency, amount > 0 {
      price = Price(amount: NSDecimalNumber(decimal: amount).doubleValue, currency: currency)
    } else {
      price = nil
    }
  }
}
