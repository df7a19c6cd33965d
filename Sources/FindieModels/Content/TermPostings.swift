/// Inverted lists of some games by term: another game's cosines with all of them take one pass over
/// the games that share a term with it. Scratch memory: one per thread.
package struct TermPostings: Sendable {
  /// One of the games that has a term.
  private struct Posting: Sendable {
    /// Of the game among the given ones.
    let position: UInt32
    let weight: Float
  }

  /// The games of term t are at `starts[t]..<ends[t]`. Each term has room for all games.
  private var starts: [Int]
  private var ends: [Int]
  private var postings: [Posting] = []
  private var room = 0
  private var touched: [UInt32] = []

  package init(terms: Int) {
    starts = [Int](repeating: 0, count: terms)
    ends = starts
  }

  /// Replaces the lists by those of some games.
  package mutating func fill(with games: [UInt32], of content: ContentModel) {
    for term in touched { ends[Int(term)] = starts[Int(term)] }
    touched.removeAll(keepingCapacity: true)
    if room < games.count {
      room = games.count
      starts = starts.indices.map { $0 * room }
      ends = starts
      postings = [Posting](repeating: Posting(position: 0, weight: 0), count: room * starts.count)
    }
    Self.turn(games, content, room: room, into: &postings, &ends, &touched)
  }

  /// Appends the games to their terms' lists, and records which terms occur.
  private static func turn(
    _ games: [UInt32], _ content: ContentModel, room: Int, into postings: inout [Posting],
    _ ends: inout [Int], _ touched: inout [UInt32]
  ) {
    let (games, terms) = (games.span, content.terms.span)
    var ends = ends.mutableSpan
    var postings = postings.mutableSpan
    for position in games.indices {
      for element in content.elements(of: games[position]) {
        let (term, weight) = (Int(terms[element].index), terms[element].weight)
        let end = ends[term]
        if end == term * room { touched.append(UInt32(term)) }
        postings[end] = Posting(position: UInt32(position), weight: weight)
        ends[term] = end + 1
      }
    }
  }

  /// Adds the cosine of another game with each game to `sums`, [games].
  package func addCosines(of game: UInt32, in content: ContentModel, to sums: inout [Float]) {
    let (postings, terms) = (postings.span, content.terms.span)
    var sums = sums.mutableSpan
    for element in content.elements(of: game) {
      let (term, weight) = (Int(terms[element].index), terms[element].weight)
      let postings = postings.extracting(starts[term]..<ends[term])
      for index in postings.indices {
        let posting = unsafe postings[unchecked: index]
        sums[Int(posting.position)] += weight * posting.weight
      }
    }
  }

  /// Adds `factor` times the cosine of another game with each game to `sums`, at `first`,
  /// `first + stride`, ….
  package func addCosines(
    of game: UInt32, in content: ContentModel, times factor: Double, to sums: inout [Double],
    at first: Int, stride: Int
  ) {
    let (postings, terms) = (postings.span, content.terms.span)
    var sums = sums.mutableSpan
    for element in content.elements(of: game) {
      let term = Int(terms[element].index)
      let own = factor * Double(terms[element].weight)
      for index in starts[term]..<ends[term] {
        sums[Int(postings[index].position) * stride + first] += own * Double(postings[index].weight)
      }
    }
  }
}
