import FindieDomain

/// Wishlists by the shop of their last sync.
///
/// A wishlist stores only its last sync with each shop, so an earlier day's number falls when wishlists sync
/// again.
package struct WishlistSyncs: Hashable, Sendable {
  package private(set) var steam = 0
  package private(set) var itchio = 0

  package static func += (left: inout WishlistSyncs, right: WishlistSyncs) {
    left.steam += right.steam
    left.itchio += right.itchio
  }

  /// The syncs on each day of a range.
  static func byDay(_ wishlists: [Wishlist], over range: DayRange) -> [WishlistSyncs] {
    var days = [WishlistSyncs](repeating: WishlistSyncs(), count: range.count)
    for wishlist in wishlists {
      if let day = wishlist.steamLastSynced?.day, range.contains(day) {
        days[day.days(since: range.first)].steam += 1
      }
      if let day = wishlist.itchioLastSynced?.day, range.contains(day) {
        days[day.days(since: range.first)].itchio += 1
      }
    }
    return days
  }
}
