package import FindieDomain

/// The distribution of a player's likes over genres: p(g) = Σᵢ wᵢ p(g|i) / Σᵢ wᵢ over liked games i
/// of weight wᵢ, where p(g|i) is 1 / (the number of the game's genres) for each of them.
///
/// Source: Steck, *Calibrated Recommendations* (2018), DOI 10.1145/3240323.3240372, formula 2.
package struct GenreTaste: Sendable, Equatable {
  /// Σᵢ wᵢ p(g|i) by the genre's index in `Genre.allCases`.
  private var sums = SIMD16<Double>(repeating: 0)
  private var total = 0.0

  /// The taste of a player without history.
  package init() {}

  /// Equal shares of these genres.
  init(_ genres: GenreSet) {
    genres.forEachIndex { sums[$0] = 1 / Double(genres.count) }
    total = genres.isEmpty ? 0 : 1
  }

  package var isEmpty: Bool { total == 0 }

  /// p(g) by the genre's index in `Genre.allCases`; zeros for an empty taste.
  var shares: SIMD16<Double> { isEmpty ? sums : sums / total }

  /// p(g) of one genre.
  package subscript(genre: Genre) -> Double {
    shares[Genre.allCases.firstIndex(of: genre) ?? 0]
  }

  /// Adds a liked game; one without genres has no effect.
  ///
  /// - Precondition: the weight is above zero.
  package mutating func add(game: Int, weight: Double = 1, in catalogue: VarietyCatalogue) {
    precondition(weight > 0, "a like of weight \(weight)")
    let genres = catalogue.genres[game]
    guard !genres.isEmpty else { return }
    genres.forEachIndex { sums[$0] += weight / Double(genres.count) }
    total += weight
  }
}
