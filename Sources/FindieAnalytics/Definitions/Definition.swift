/// The definition of a number of the reports, for pages, tables and programs.
package struct Definition: Hashable, Sendable {
  /// The number's key in JSON and CSV.
  package let id: String
  /// The heading on pages.
  package let name: String
  /// The meaning, in a few sentences.
  package let sentence: String
  /// Its computation from other numbers or events.
  package let formula: String
  package let unit: String
  /// The items that have one number each.
  package let grain: String
  /// The record it comes from.
  package let record: String

  init(
    _ id: String, _ name: String, _ sentence: String, formula: String, unit: String,
    grain: String = "game or studio, and period", record: String = Definition.eitherRecord
  ) {
    self.id = id
    self.name = name
    self.sentence = sentence
    self.formula = formula
    self.unit = unit
    self.grain = grain
    self.record = record
  }

  static let eitherRecord =
    "interactions or analytics: one of them for each game and day, as `sources` says"
}

extension Measure {
  package var definition: Definition {
    Definition(
      rawValue, name, sentence, formula: formula, unit: unit,
      grain: "game and day; adds up over games and days", record: record)
  }

  private var unit: String {
    switch self {
    case .impressions: "impressions"
    case .likes, .superLikes, .dislikes, .skips: "swipes"
    case .detailOpens, .wishlistAdds, .shares: "events"
    case .externalClicks: "clicks"
    }
  }

  private var formula: String {
    switch self {
    case .impressions: "count(gameView), else likes + superLikes + dislikes + skips"
    case .detailOpens: "count(viewDetails), else count(gameClick)"
    case .likes: "count(like), else count(gameLike)"
    case .superLikes: "count(superLike)"
    case .dislikes: "count(dislike), else count(gameDislike)"
    case .skips: "count(skip)"
    case .wishlistAdds: "count(wishlist), else count(gameWishlist)"
    case .shares: "count(share), else count(gameShare)"
    case .externalClicks: "count(externalLinkClick)"
    }
  }

  private var record: String {
    switch self {
    case .superLikes, .skips: "interactions"
    case .externalClicks: "analytics"
    case .impressions, .detailOpens, .likes, .dislikes, .wishlistAdds, .shares:
      Definition.eitherRecord
    }
  }
}
