import FindieModels

extension ContentModel {
  /// Adds the vector of length one with equal weights of these genres to `taste`, [terms].
  func add(_ genres: GenreSet, to taste: inout [Float]) {
    let weight = 1 / Float(max(1, genres.count)).squareRoot()
    for (position, term) in genreTerms.enumerated() {
      guard let term, genres.contains(index: position) else { continue }
      taste[term] += weight
    }
  }
}
