package import FindieDomain
import FindieLinearAlgebra

/// What variety must know of the games, in numbers: made once a night, shared by all threads.
package struct VarietyCatalogue: Sendable {
  /// Dense numbers, [games]; a game without a developer is a studio of its own.
  let studios: [UInt32]
  let studioCount: Int
  /// [games]
  let genres: [GenreSet]
  /// Game i's terms stand at `offsets[i]..<offsets[i + 1]`.
  let offsets: [UInt32]
  let terms: [ContentModel.Element]
  let termCount: Int

  /// - Parameters:
  ///   - games: in the order of their indices.
  ///   - content: of the same games.
  package init(games: [Game], content: ContentModel) {
    let vectors = content.vectors
    precondition(vectors.rows == games.count, "\(vectors.rows) vectors of \(games.count) games")
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
    offsets = content.offsets
    terms = content.terms
    termCount = vectors.columns
  }

  /// The number of games.
  package var count: Int { studios.count }

  /// The places of a game's terms in `terms`.
  func terms(of game: UInt32) -> Range<Int> {
    Int(offsets[Int(game)])..<Int(offsets[Int(game) + 1])
  }
}
