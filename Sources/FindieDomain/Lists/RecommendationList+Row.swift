extension RecommendationList {
  /// A few games for a player that have something in common.
  public struct Row: Hashable, Codable, Sendable {
    /// What the games have in common. The app composes the heading.
    public enum Key: String, Codable, CaseIterable, Sendable {
      /// They are like a game that the player liked, whose id is `subject`.
      case becauseYouLiked = "because-you-liked"
      /// They are like a game on the player's wishlist, whose id is `subject`.
      case becauseYouWished = "because-you-wished"
      /// They are like a game in the player's library, whose id is `subject`.
      case becauseYouOwn = "because-you-own"
      /// They have the tag `subject`.
      case moreOfTag = "more-of-tag"
      /// They are of the genre `subject`.
      case moreOfGenre = "more-of-genre"
      /// They are recent releases of studios whose games the player likes.
      case newFromStudios = "new-from-studios"
      /// Few players know them, and most of these like them.
      case hiddenGems = "hidden-gems"
    }

    /// What the games have in common.
    public let key: Key
    /// The game, tag or genre that `key` is about; nil if it is about none.
    public let subject: String?
    /// The ids of the games, best first.
    public let gameIds: [String]

    /// Creates a row.
    public init(key: Key, subject: String?, gameIds: [String]) {
      self.key = key
      self.subject = subject
      self.gameIds = gameIds
    }
  }
}
