/// `LocalFit` for single games of a matrix, or for games with few players: only the elements of the
/// Gramian that a game needs are computed, each from all of its players.
struct LocalGramian: Sendable {
  private let source: GramianSource
  /// Gᵢᵢᶜ.
  private let factors: [Float]

  init(_ observed: SparseRows, _ ease: EASE) {
    source = GramianSource(observed, ease)
    factors = ease.popularityFactors(source.diagonal)
  }

  /// The number of games.
  var games: Int { factors.count }

  /// Scratch memory: one per thread.
  struct Scratch {
    fileprivate var row: GramianRow
    fileprivate var matrix: [Float] = []
    /// By player, the first of the nodes plus 1; 0 for none.
    fileprivate var first: [UInt32]
    fileprivate var nodes: [(position: UInt32, next: UInt32)] = []
    fileprivate var players: [UInt32] = []
    fileprivate var own: [Int] = []

    init(_ gramian: LocalGramian) {
      row = GramianRow(games: gramian.source.byGame.rows)
      first = [UInt32](repeating: 0, count: gramian.source.byPlayer.rows)
    }
  }

  /// The weights of the games most like a game for it, those that are not 0.
  ///
  /// - Complexity: the players of these games, and the pairs of these games of each player.
  func weights(of game: Int, _ ease: EASE, _ scratch: inout Scratch) -> [BestGames.Entry] {
    let neighbors = ease.parameters.neighbors
    let support = source.largest(neighbors, ordered: neighbors, ofRow: game, &scratch.row)
    fill(support, ease, &scratch)
    return ease.localWeights(
      of: support[...], &scratch.matrix, diagonal: source.diagonal[game], factor: factors[game])
  }

  /// Fills the upper triangle of G[S, S] + diag Λ[S].
  private func fill(_ support: [BestGames.Entry], _ ease: EASE, _ scratch: inout Scratch) {
    let order = support.count
    scratch.matrix = [Float](repeating: 0, count: order * order)
    for (position, entry) in support.enumerated() {
      let diagonal = source.diagonal[Int(entry.game)]
      scratch.matrix[position * order + position] = diagonal + ease.penalty(diagonal)
      for element in source.byGame.range(ofRow: Int(entry.game)) {
        let player = source.byGame.columnIndices[element]
        if scratch.first[Int(player)] == 0 { scratch.players.append(player) }
        scratch.nodes.append((UInt32(position), scratch.first[Int(player)]))
        scratch.first[Int(player)] = UInt32(scratch.nodes.count)
      }
    }
    for player in scratch.players {
      let weight = source.weights[Int(player)]
      scratch.own.removeAll(keepingCapacity: true)
      var node = scratch.first[Int(player)]
      while node > 0 {
        scratch.own.append(Int(scratch.nodes[Int(node) - 1].position))
        node = scratch.nodes[Int(node) - 1].next
      }
      // The newest node is first: positions descend.
      for (index, larger) in scratch.own.enumerated() {
        for smaller in scratch.own[(index + 1)...] {
          scratch.matrix[smaller * order + larger] += weight
        }
      }
      scratch.first[Int(player)] = 0
    }
    scratch.nodes.removeAll(keepingCapacity: true)
    scratch.players.removeAll(keepingCapacity: true)
  }
}
