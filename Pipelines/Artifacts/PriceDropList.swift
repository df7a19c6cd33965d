package import FindieAnalytics
import FindieWorkspace
import FindieDomain

/// The wishlisted games that cost less than when players wished for them.
package struct PriceDropList: JSONArtifact {
  package static var grain: String { "one row per player, game and currency" }
  package static var countOfGrain: String? { "drops" }
  package static var formatVersion: Int { 1 }

  /// By player (see `PriceDrops.all`).
  package let drops: [PriceDrop]

  package var counts: [String: Int] {
    let summary = PriceDropSummary(drops)
    return ["drops": drops.count, "players": summary.players, "games": summary.games]
  }

  /// The drops of each player.
  var byPlayer: [ArraySlice<PriceDrop>] {
    var players: [ArraySlice<PriceDrop>] = []
    var start = drops.startIndex
    while start < drops.endIndex {
      let end = drops[start...].firstIndex { !$0.userId.hasSameBytes(as: drops[start].userId) }
      players.append(drops[start..<(end ?? drops.endIndex)])
      start = end ?? drops.endIndex
    }
    return players
  }
}
