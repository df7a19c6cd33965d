extension Measure {
  package var definition: Definition { Self.definitions[index] }
  /// The heading on pages.
  package var name: String { definition.name }
  /// The meaning, and the record of the count.
  package var sentence: String { definition.sentence }

  /// In the order of the cases.
  private static let definitions = [
    definition(
      .impressions, "Impressions",
      "Times a game's card was shown: view events, or the likes, super-likes, dislikes and skips "
        + "of a game's day on which these are more.",
      formula: "max(count(gameView), likes + superLikes + dislikes + skips)", unit: "impressions"),
    definition(
      .detailOpens, "Detail opens",
      "Times a player opened a game's details: swipe records, or click events on a day without any.",
      formula: "count(viewDetails), else count(gameClick)", unit: "events"),
    definition(
      .likes, "Likes",
      "Cards swiped right: swipe records, or like events on a day without any swipe.",
      formula: "count(like), else count(gameLike)", unit: "swipes"),
    definition(
      .superLikes, "Super-likes",
      "Cards swiped up. Only swipe records distinguish them from likes.",
      formula: "count(superLike)", unit: "swipes", record: "interactions"),
    definition(
      .dislikes, "Dislikes",
      "Cards swiped left: swipe records, or dislike events on a day without any swipe.",
      formula: "count(dislike), else count(gameDislike)", unit: "swipes"),
    definition(
      .skips, "Skips",
      "Cards swiped down, which is neither a like nor a dislike. Only swipe records have them.",
      formula: "count(skip)", unit: "swipes", record: "interactions"),
    definition(
      .wishlistAdds, "Wishlist adds",
      "Times a game was added to a wishlist: swipe records, or wishlist events on a day without "
        + "any.",
      formula: "count(wishlist), else count(gameWishlist)", unit: "events"),
    definition(
      .shares, "Shares",
      "Times a game was shared: swipe records, or share events on a day without any.",
      formula: "count(share), else count(gameShare)", unit: "events"),
    definition(
      .externalClicks, "Shop clicks",
      "Times a player followed the link to a shop. Only analytics events have them.",
      formula: "count(externalLinkClick)", unit: "clicks", record: "analytics"),
  ]

  private static func definition(
    _ measure: Measure, _ name: String, _ sentence: String, formula: String, unit: String,
    record: String = Definition.eitherRecord
  ) -> Definition {
    Definition(
      measure.rawValue, name, sentence, formula: formula, unit: unit,
      grain: "game and day; adds up over games and days", record: record)
  }
}

extension Rate {
  package var name: String { definition.name }

  package var definition: Definition {
    switch self {
    case .likeRate:
      Definition(
        rawValue, "Like rate",
        "The share of cards that led to a like or super-like: of swiped cards, or of impressions "
          + "on a game’s day without dislikes or skips. So it does not change when view events "
          + "begin.",
        formula: "(likes + super-likes) / cards", unit: "share from 0 to 1")
    case .clickRate:
      Definition(
        rawValue, "Detail-open rate", "Detail opens per card, with the cards of the like rate.",
        formula: "detail opens / cards", unit: "share from 0 to 1")
    case .approval:
      Definition(
        rawValue, "Approval", "The share of likes among likes and dislikes.",
        formula: "(likes + super-likes) / (likes + super-likes + dislikes)",
        unit: "share from 0 to 1")
    }
  }
}
