/// A count per game and day, which adds up over games and days.
///
/// The count of a game and day comes from one record only, so that no action of a player counts twice.
package enum Measure: String, CaseIterable, Sendable {
  case impressions, detailOpens, likes, superLikes, dislikes, skips, wishlistAdds, shares
  case externalClicks

  /// The heading on pages.
  package var name: String {
    switch self {
    case .impressions: "Impressions"
    case .detailOpens: "Detail opens"
    case .likes: "Likes"
    case .superLikes: "Super-likes"
    case .dislikes: "Dislikes"
    case .skips: "Skips"
    case .wishlistAdds: "Wishlist adds"
    case .shares: "Shares"
    case .externalClicks: "Shop clicks"
    }
  }

  /// The meaning, and the record of the count.
  package var sentence: String {
    switch self {
    case .impressions:
      "Times a game's card was shown: view events. For a game's day without view events, its likes, "
        + "super-likes, dislikes and skips count."
    case .detailOpens:
      "Times a player opened a game's details: swipe records, or click events on a day without any."
    case .likes:
      "Cards swiped right: swipe records, or like events on a day without any swipe."
    case .superLikes: "Cards swiped up. Only swipe records distinguish them from likes."
    case .dislikes:
      "Cards swiped left: swipe records, or dislike events on a day without any swipe."
    case .skips:
      "Cards swiped down, which is neither a like nor a dislike. Only swipe records have them."
    case .wishlistAdds:
      "Times a game was added to a wishlist: swipe records, or wishlist events on a day without any."
    case .shares: "Times a game was shared: swipe records, or share events on a day without any."
    case .externalClicks:
      "Times a player followed the link to a shop. Only analytics events have them."
    }
  }
}
