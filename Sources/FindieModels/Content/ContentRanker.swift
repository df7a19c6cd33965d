/// The cosine of a game's genres and tags with the sum of those of the player's positives.
package struct ContentRanker: Ranker {
  package let name = "tag similarity"
  private let content: ContentModel

  package init(_ content: ContentModel) {
    self.content = content
  }

  package func score(
    _ rows: Range<Int>, of profiles: SparseRows, into scores: inout MutableSpan<Float>
  ) {
    let games = profiles.columns
    precondition(games == content.vectors.rows, "profiles of other games")
    var own = [Float](repeating: 0, count: games)
    for (position, row) in rows.enumerated() {
      var taste = [Float](repeating: 0, count: content.vectors.columns)
      for element in profiles.range(ofRow: row) where profiles.values[element] > 0 {
        for term in content.vectors.range(ofRow: Int(profiles.columnIndices[element])) {
          taste[Int(content.vectors.columnIndices[term])] +=
            profiles.values[element] * content.vectors.values[term]
        }
      }
      for game in 0..<games { own[game] = 0 }
      var span = own.mutableSpan
      for (term, weight) in taste.enumerated() where weight > 0 {
        content.addTerm(term, weight: weight, to: &span)
      }
      for game in 0..<games { scores[position * games + game] = own[game] }
    }
  }
}
