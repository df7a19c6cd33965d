/// A count that is kept for every game and day, and adds up over games and days.
///
/// Where both records could tell, one game's number of one day comes from one of them alone, so
/// that nothing that a player did once is counted twice.
package enum Measure: String, CaseIterable, Sendable {
  case impressions, detailOpens, likes, superLikes, dislikes, skips, wishlistAdds, shares
  case externalClicks

  /// The measure's name, in words.
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

  /// What is counted, and from which record.
  package var sentence: String {
    switch self {
    case .impressions:
      "Times a game's card was seen: view events, or on a day when a game has none, its likes, "
        + "super-likes, dislikes and skips, as those are counted."
    case .detailOpens:
      "Times a player opened a game's details: swipe records, or on a day without any, click "
        + "events."
    case .likes:
      "Cards swiped right: swipe records, or on a day without any verdict there, like events."
    case .superLikes: "Cards swiped up. Only swipe records tell them from likes."
    case .dislikes:
      "Cards swiped left: swipe records, or on a day without any verdict there, dislike events."
    case .skips: "Cards swiped down, which says nothing of the game. Only swipe records have them."
    case .wishlistAdds:
      "Times a game was put on a wishlist: swipe records, or on a day without any, wishlist events."
    case .shares: "Times a game was shared: swipe records, or on a day without any, share events."
    case .externalClicks: "Times a player followed the link to a shop. Only analytics events tell."
    }
  }
}
