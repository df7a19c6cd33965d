package import FindieDomain

/// What a genre and a tag of each category weigh in what games say of themselves, beside how rare they
/// are. A tag whose category is not known weighs 1.
package struct TermWeights: Codable, Sendable, Equatable {
  /// Genres are few and broad, and tags mostly say them again.
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
