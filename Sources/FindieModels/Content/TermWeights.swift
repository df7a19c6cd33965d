package import FindieDomain

/// The weight of genres and of each category of tags in a game's content, in addition to their
/// rarity. A tag of unknown category has weight 1.
package struct TermWeights: Codable, Sendable, Equatable {
  /// Genres are few and broad, and tags mostly repeat them.
  package var genre = 0.5
  package var gameplay = 1.25
  package var theme = 1.0
  package var artStyle = 1.0
  package var mood = 1.0
  package var playerCount = 1.0
  package var difficulty = 1.0

  package init() {}

  package func weight(of category: TagCategory) -> Double {
    switch category {
    case .gameplay: gameplay
    case .theme: theme
    case .artStyle: artStyle
    case .mood: mood
    case .playerCount: playerCount
    case .difficulty: difficulty
    }
  }
}
