import FindieModels

extension ContentModel {
  /// Adds the vector of length one that has each of these genres alike to `wanted`, [terms].
  func add(_ genres: GenreSet, to wanted: inout [Float]) {
    let weight = 1 / Float(max(1, genres.count)).squareRoot()
    for (position, term) in genreTerms.enumerated() {
      guard let term, genres.rawValue & 1 << UInt16(position) != 0 else { continue }
      wanted[term] += weight
    }
  }
}
