import FindieDomain
package import FindieModels
import Foundation

/// What the operator's own model says about players: candidates with scores, and vectors.
///
/// A score counts by its rank among the player's, so that any unit will do. With mean ranks r of
/// equal scores, the feature of a candidate is the discount of nDCG, 1 / log₂(1 + r), and that of
/// other games 0.
package struct Suggestions: Sendable, Equatable {
  /// Of more candidates of a player, those with the highest scores count.
  package static let candidatesPerPlayer = 100

  package let players: Identifiers
  package let games: Identifiers
  /// The values of `RankerFeature.candidates` [players, games].
  package let candidates: SparseRows
  /// [players, dimensions]: zeros for a player without a vector; no columns if there are none.
  package let vectors: Matrix

  package static let none = Suggestions(candidates: [], vectors: [])

  package var isEmpty: Bool { players.count == 0 }
  package var hasCandidates: Bool { candidates.count > 0 }
  package var hasVectors: Bool { vectors.columns > 0 }

  package init(players: Identifiers, games: Identifiers, candidates: SparseRows, vectors: Matrix) {
    precondition(
      candidates.rows == players.count && candidates.columns == games.count
        && vectors.rows == players.count, "suggestions for \(players.count) players")
    self.players = players
    self.games = games
    self.candidates = candidates
    self.vectors = vectors
  }

  /// - Parameters:
  ///   - candidates: of several with one player and game, the last counts.
  ///   - vectors: by player, all of the same length.
  package init(
    candidates: some Sequence<(player: String, game: String, score: Double)>,
    vectors: some Sequence<(player: String, vector: [Float])>
  ) {
    var (ofPlayers, ofGames) = (Codes(), Codes())
    let found = candidates.map {
      Candidate(player: ofPlayers[$0.player], game: ofGames[$0.game], score: $0.score)
    }
    let own = vectors.map { (player: ofPlayers[$0.player], vector: $0.vector) }
    let (players, games) = (ofPlayers.sorted, ofGames.sorted)
    let counts = found.reduce(into: [Int](repeating: 0, count: players.ids.count)) {
      $0[players.positions[$1.player]] += 1
    }
    let starts = counts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    var (next, byPlayer) = (starts, [Candidate](repeating: Candidate(), count: found.count))
    for candidate in found {
      let row = players.positions[candidate.player]
      byPlayer[next[row]] = Candidate(
        player: row, game: games.positions[candidate.game], score: candidate.score)
      next[row] += 1
    }
    var (offsets, columns, values) = ([0], [UInt32](), [Float]())
    for row in players.ids.indices {
      for (game, value) in Self.discounted(byPlayer[starts[row]..<starts[row + 1]]) {
        columns.append(UInt32(game))
        values.append(value)
      }
      offsets.append(columns.count)
    }
    var matrix = Matrix(rows: players.ids.count, columns: own.first?.vector.count ?? 0)
    for (player, vector) in own {
      precondition(vector.count == matrix.columns, "vectors of different lengths")
      for (column, element) in vector.enumerated() {
        matrix[players.positions[player], column] = element
      }
    }
    self.init(
      players: Identifiers(players.ids), games: Identifiers(games.ids),
      candidates: SparseRows(
        rows: players.ids.count, columns: games.ids.count, offsets: offsets,
        columnIndices: columns, values: values),
      vectors: matrix)
  }

  private struct Candidate {
    var player = 0
    var game = 0
    var score = 0.0
  }

  /// A player's candidates by game, with the discounts of their ranks.
  private static func discounted(_ own: ArraySlice<Candidate>) -> [(game: Int, value: Float)] {
    let scores = Dictionary(own.map { ($0.game, $0.score) }, uniquingKeysWith: { $1 })
    let best = scores.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .prefix(candidatesPerPlayer)
    var values: [(game: Int, value: Float)] = []
    while values.count < best.count {
      let start = values.count
      let equal = best[start...].prefix { $0.value == best[start].value }
      let rank = Double(2 * start + equal.count + 1) / 2
      values += equal.map { (game: $0.key, value: Float(1 / log2(1 + rank))) }
    }
    return values.sorted { $0.game < $1.game }
  }

  /// These suggestions without candidates or without vectors.
  package func limited(candidates hasCandidates: Bool, vectors hasVectors: Bool) -> Suggestions {
    Suggestions(
      players: players, games: games,
      candidates: hasCandidates
        ? candidates : SparseRows(emptyRows: players.count, columns: games.count),
      vectors: hasVectors ? vectors : Matrix(rows: players.count, columns: 0))
  }

  /// These suggestions without those for some players.
  package func without(_ isExcluded: (String) -> Bool) -> Suggestions {
    let rows = players.ids.indices.filter { !isExcluded(players[$0]) }
    guard rows.count < players.count else { return self }
    return Suggestions(
      players: Identifiers(rows.map { players[$0] }), games: games,
      candidates: candidates.gathering(rows), vectors: vectors.gathering(rows))
  }

  /// - Parameters:
  ///   - ids: of the audience.
  ///   - games: of its models. Others are left out.
  ///   - embeddings: of the games; players' vectors of another length count as absent.
  package func hints(
    for ids: [String], games: Identifiers, _ embeddings: Embeddings?
  ) -> PlayerHints? {
    guard !isEmpty else { return nil }
    let rows = ids.map { players.index(of: $0) }
    // Both are in the order of the ids.
    let known = self.games.ids.map { games.index(of: $0) }
    var (offsets, columns, values) = ([0], [UInt32](), [Float]())
    for row in rows {
      for position in row.map({ candidates.range(ofRow: $0) }) ?? 0..<0 {
        guard let game = known[Int(candidates.columnIndices[position])] else { continue }
        columns.append(UInt32(game))
        values.append(candidates.values[position])
      }
      offsets.append(columns.count)
    }
    let width = hasVectors ? embeddings?.vectors.columns ?? 0 : 0
    var directions = Matrix(rows: ids.count, columns: width)
    if width > 0, let all = embeddings?.directions(of: vectors) {
      directions = Matrix(
        rows: ids.count, columns: width,
        elements: rows.flatMap { row in
          row.map { Array(all.elements[$0 * width..<($0 + 1) * width]) }
            ?? [Float](repeating: 0, count: width)
        })
    }
    return PlayerHints(
      candidates: SparseRows(
        rows: ids.count, columns: games.count, offsets: offsets, columnIndices: columns,
        values: values),
      directions: directions)
  }
}

/// Numbers for ids, in the order in which they first occur.
private struct Codes {
  private var codes: [ExactText: Int] = [:]

  subscript(id: String) -> Int {
    mutating get {
      let text = ExactText(id)
      if let code = codes[text] { return code }
      codes[text] = codes.count
      return codes.count - 1
    }
  }

  /// The ids in their order, and by code the position in it.
  var sorted: (ids: [String], positions: [Int]) {
    let order = codes.sorted { $0.key < $1.key }
    var positions = [Int](repeating: 0, count: order.count)
    for (position, entry) in order.enumerated() { positions[entry.value] = position }
    return (order.map(\.key.text), positions)
  }
}
