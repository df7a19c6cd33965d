package import FindieAnalytics
import FindieDomain
import FindieText
import Foundation

extension PublishedLine {
  /// Appends the line of a player.
  ///
  /// - Parameter drops: the player's, at least one.
  package mutating func append(_ drops: ArraySlice<PriceDrop>) {
    append { line in
      line.add("userId", drops[drops.startIndex].userId)
      line.add("drops", objects: drops) { line, drop in
        line.add("gameId", drop.gameId)
        line.add("shop", drop.shop)
        line.add("country", drop.country)
        line.add("currency", drop.currency)
        line.add("priceWhenWished", drop.priceWhenWished)
        line.add("price", drop.price)
        line.add("percent", drop.percent)
        line.add("since", drop.since.description)
        line.add("lowestIn90Days", drop.isLowestIn90Days)
        if let regular = drop.regularPrice { line.add("regularPrice", regular) }
        if let discount = drop.discount { line.add("discount", discount) }
      }
    }
  }
}

extension JSONLine {
  fileprivate mutating func add(_ key: String, _ number: Decimal) {
    addValue(key) { $0 += "\(number)".utf8 }
  }
}
