import FindieLinearAlgebra

/// Scores every game for a player; more is better.
///
/// A ranker knows nothing of what may be shown: filters come after it.
package protocol Ranker: Sendable {
  /// The model's name in reports.
  var name: String { get }

  /// Writes the scores of all games for some players.
  ///
  /// - Parameters:
  ///   - players: indices of the matrix' rows.
  ///   - scores: [players.count, games], overwritten.
  func score(_ players: [Int], into scores: inout MutableSpan<Float>)
}

/// Every player gets the same: the number of players that are for a game.
package struct PopularityRanker: Ranker {
  package let name = "popularity"
  private let popularity: [Float]

  package init(_ matrix: InteractionMatrix) {
    popularity = matrix.positives.map { Float($0) }
  }

  package func score(_ players: [Int], into scores: inout MutableSpan<Float>) {
    var place = 0
    for _ in players {
      for count in popularity {
        scores[place] = count
        place += 1
      }
    }
  }
}

/// The cosine of a game's genres and tags with the sum of what the player is for.
package struct ContentRanker: Ranker {
  package let name = "tag similarity"
  private let content: ContentModel
  private let observed: SparseRows

  package init(_ content: ContentModel, matrix: InteractionMatrix) {
    self.content = content
    observed = matrix.observed
  }

  package func score(_ players: [Int], into scores: inout MutableSpan<Float>) {
    let games = observed.columns
    for index in 0..<players.count * games { scores[index] = 0 }
    var own = [Float](repeating: 0, count: games)
    for (position, player) in players.enumerated() {
      var profile = [Float](repeating: 0, count: content.vectors.columns)
      for place in observed.range(ofRow: player) where observed.values[place] > 0 {
        for term in content.vectors.range(ofRow: Int(observed.columnIndices[place])) {
          profile[Int(content.vectors.columnIndices[term])] +=
            observed.values[place] * content.vectors.values[term]
        }
      }
      for game in 0..<games { own[game] = 0 }
      var span = own.mutableSpan
      for (term, weight) in profile.enumerated() where weight > 0 {
        content.addTerm(term, weight: weight, to: &span)
      }
      for game in 0..<games { scores[position * games + game] = own[game] }
    }
  }
}

/// The inner product of the player's factor with the game's.
package struct FactorRanker: Ranker {
  package let name = "ALS"
  private let model: FactorModel

  package init(_ model: FactorModel) {
    self.model = model
  }

  package func score(_ players: [Int], into scores: inout MutableSpan<Float>) {
    let factors = model.players.gathering(players)
    BLAS.products(
      ofRows: factors.elements.span, players.count, withRows: model.games.elements.span,
      model.games.rows, columns: model.games.columns, into: &scores)
  }
}
