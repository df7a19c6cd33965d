package import FindieAnalytics
import FindieDomain
import Foundation

extension PublishedLine {
  /// Appends the line of a player.
  ///
  /// - Parameter drops: the player's, at least one.
  package mutating func append(_ drops: ArraySlice<PriceDrop>) {
    for (index, drop) in drops.enumerated() {
      if index == 0 {
        add(#"{"userId":"#, text: drop.userId)
        add(#","drops":["#)
      } else {
        add(",")
      }
      add(#"{"gameId":"#, text: drop.gameId)
      add(#","shop":"#, text: drop.shop)
      add(#","country":"#, text: drop.country)
      add(#","currency":"#, text: drop.currency)
      add(#","priceWhenWished":\#(drop.priceWhenWished),"price":\#(drop.price)"#)
      add(#","percent":\#(drop.percent),"since":"#, text: drop.since.description)
      add(#","lowestIn90Days":\#(drop.isLowestIn90Days)"#)
      if let regular = drop.regularPrice { add(#","regularPrice":\#(regular)"#) }
      if let discount = drop.discount { add(#","discount":\#(discount)"#) }
      add("}")
    }
    add("]}\n")
  }
}
