package import FindieDomain
package import FindieModels
import Foundation

/// The games' properties for variety, as numbers: computed once per night, shared by all threads.
package struct VarietyCatalogue: Sendable {
  /// Dense numbers, [games]; a game without a developer is a studio of its own.
  let studios: [UInt32]
  let studioCount: Int
  /// [games]
  let genres: [GenreSet]
  let content: ContentModel
  /// 1 − ln(1 + n) / ln(1 + N), n being the game's positives and N the largest number of positives:
  /// from 0 for the most popular game to 1 for a game without positives; 0 if no game has any.
  /// [games]
  let novelties: [Float]

  /// - Parameters:
  ///   - games: in the order of their indices.
  ///   - content: of the same games.
  ///   - positives: the number of positives of each game.
  package init(games: [Game], content: ContentModel, positives: [Int]) {
    precondition(
      content.vectors.rows == games.count && positives.count == games.count,
      "\(content.vectors.rows) vectors, \(positives.count) counts of \(games.count) games")
    var numbers: [ExactText: UInt32] = [:]
    var count: UInt32 = 0
    studios = games.map { game in
      let developer = ExactText(game.developerId)
      if !game.developerId.isEmpty, let known = numbers[developer] { return known }
      if !game.developerId.isEmpty { numbers[developer] = count }
      count += 1
      return count - 1
    }
    studioCount = Int(count)
    genres = games.map { GenreSet($0.genres) }
    self.content = content
    let most = log(1 + Double(positives.max() ?? 0))
    novelties = positives.map { most > 0 ? Float(1 - log(1 + Double($0)) / most) : 0 }
  }

  /// The number of games.
  package var count: Int { studios.count }
}
