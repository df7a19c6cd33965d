import FindieModels

/// The little-known games by term, so that one pass over the terms of a taste compares it with all
/// of them.
struct LittleKnownGames: ~Copyable {
  /// The elements of term t are at `offsets[t]..<offsets[t + 1]`.
  private var offsets: [Int]
  /// The indices of the games.
  private var games: [UInt16]
  private var weights: [Float]
  /// By little-known game, the inner product of its vector with the last taste.
  private(set) var cosines: [Float]

  init(_ games: [UInt32], _ content: ContentModel) {
    let terms = content.vectors.columns
    var offsets = [Int](repeating: 0, count: terms + 1)
    for game in games {
      for position in content.elements(of: game) {
        offsets[Int(content.terms[position].index) + 1] += 1
      }
    }
    for term in 0..<terms { offsets[term + 1] += offsets[term] }
    var next = offsets
    var indices = [UInt16](repeating: 0, count: offsets[terms])
    var weights = [Float](repeating: 0, count: offsets[terms])
    for (index, game) in games.enumerated() {
      for position in content.elements(of: game) {
        let element = content.terms[position]
        let place = next[Int(element.index)]
        (indices[place], weights[place]) = (UInt16(index), element.weight)
        next[Int(element.index)] += 1
      }
    }
    self.offsets = offsets
    self.games = indices
    self.weights = weights
    cosines = [Float](repeating: 0, count: games.count)
  }

  /// Adds in the order of terms, as `ContentModel.dot` does.
  mutating func compare(with taste: [Float]) {
    let (offsets, games, weights) = (offsets, games, weights)
    Self.add(offsets.span, games.span, weights.span, taste.span, to: &cosines)
  }

  private static func add(
    _ offsets: Span<Int>, _ games: Span<UInt16>, _ weights: Span<Float>, _ taste: Span<Float>,
    to cosines: inout [Float]
  ) {
    var cosines = cosines.mutableSpan
    cosines.update(repeating: 0)
    for term in taste.indices where taste[term] != 0 {
      let own = taste[term]
      for element in offsets[term]..<offsets[term + 1] {
        cosines[Int(games[element])] += weights[element] * own
      }
    }
  }
}
