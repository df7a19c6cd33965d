package import FindieModels
import FindieTestSupport

extension Embeddings {
  /// Random directions; every fifth game has none.
  package static func random(games: Int, dimensions: Int = 5, seed: UInt64 = 1) -> Embeddings {
    var generator = SeededGenerator(seed: seed)
    var vectors = Matrix(rows: games, columns: dimensions)
    for game in 0..<games {
      let row = (0..<dimensions).map { _ in Double.random(in: -1...1, using: &generator) }
      let length = row.reduce(0) { $0 + $1 * $1 }.squareRoot()
      guard game % 5 != 4 else { continue }
      for column in 0..<dimensions { vectors[game, column] = Float(row[column] / length) }
    }
    return Embeddings(vectors)
  }
}
