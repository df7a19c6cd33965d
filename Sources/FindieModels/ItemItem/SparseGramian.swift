import FindieWorkers

/// The Gramian of `EASE`, of which only the largest elements of each row are stored.
struct SparseGramian: Sendable {
  /// Gᵢᵢ.
  let diagonal: [Float]
  /// Gᵢᵢᶜ.
  let factors: [Float]
  /// For each game j the games i with the largest Gᵢⱼ / √Gᵢᵢ, ties by index; the score is Gᵢⱼ. The
  /// first `EASEParameters.neighbors` are in this order, the others in any order.
  let rows: [[BestGames.Entry]]

  init(_ observed: SparseRows, _ ease: EASE, workers: Workers) {
    let source = GramianSource(observed, ease)
    let (diagonal, games) = (source.diagonal, source.byGame.rows)
    let parts = Workers.ranges(of: games, size: 64)
    rows = workers.map(parts.count) { part in
      var row = GramianRow(games: games)
      return parts[part].map { game in
        source.largest(
          ease.parameters.gramianNeighbors, ordered: ease.parameters.neighbors, ofRow: game, &row)
      }
    }.flatMap(\.self)
    self.diagonal = diagonal
    factors = ease.popularityFactors(diagonal)
  }
}

/// What the rows of the Gramian of `EASE` are computed from.
struct GramianSource: Sendable {
  let byPlayer: SparsePattern
  let byGame: SparsePattern
  /// wᵤ² of each player.
  let weights: [Float]
  /// Gᵢᵢ.
  let diagonal: [Float]
  /// 1 / √Gᵢᵢ; 0 for a game without positives.
  private let scales: [Float]

  init(_ observed: SparseRows, _ ease: EASE) {
    let all = SparsePattern(positivesOf: observed)
    // A player's weight depends on all positives, even where only a sample is counted.
    let weights = ease.playerWeights(all)
    byPlayer = all.drawing(
      CoLikes.Draw(
        maximumGames: ease.parameters.sampledPositives, seed: ease.parameters.seed))
    let byGame = byPlayer.transposed
    diagonal = (0..<byGame.rows).map { game in
      byGame.range(ofRow: game).reduce(Float(0)) {
        $0 + weights[Int(byGame.columnIndices[$1])]
      }
    }
    scales = diagonal.map { $0 > 0 ? 1 / $0.squareRoot() : 0 }
    self.byGame = byGame
    self.weights = weights
  }

  /// The games i with the largest Gᵢⱼ / √Gᵢᵢ of a game j, as in `GramianRow.takeLargest`.
  func largest(
    _ count: Int, ordered: Int, ofRow game: Int, _ row: inout GramianRow
  ) -> [BestGames.Entry] {
    let players = byGame.columnIndices[byGame.range(ofRow: game)]
    let isDense =
      players.reduce(0) { $0 + byPlayer.count(ofRow: Int($1)) } >= byGame.rows
    for player in players {
      row.add(
        weights[Int(player)], to: byPlayer.columnIndices,
        in: byPlayer.range(ofRow: Int(player)), noting: !isDense)
    }
    if isDense { row.noteTouched() }
    return row.takeLargest(count, ordered: ordered, except: game, scales: scales)
  }
}

/// One dense row; only its touched elements are reset.
struct GramianRow {
  private var sums: [Float]
  private var touched: [UInt32] = []
  /// The scaled values of the touched elements, in their order.
  private var scores: [Float] = []
  /// The number of scores in each bucket.
  private var counts = [Int](repeating: 0, count: 1 << 12)

  init(games: Int) { sums = [Float](repeating: 0, count: games) }

  /// - Parameters:
  ///   - weight: above 0.
  ///   - noting: whether touched elements are noted, which costs more than adding them.
  mutating func add(
    _ weight: Float, to games: [UInt32], in range: Range<Int>, noting: Bool
  ) {
    Self.add(
      weight, to: games.span.extracting(range), sums: &sums, touched: &touched, noting: noting)
  }

  private static func add(
    _ weight: Float, to games: Span<UInt32>, sums: inout [Float], touched: inout [UInt32],
    noting: Bool
  ) {
    var sums = sums.mutableSpan
    guard noting else {
      for element in games.indices { sums[Int(games[element])] += weight }
      return
    }
    for element in games.indices {
      let game = Int(games[element])
      if sums[game] == 0 { touched.append(games[element]) }
      sums[game] += weight
    }
  }

  /// Notes all touched elements at once.
  mutating func noteTouched() {
    touched.removeAll(keepingCapacity: true)
    for game in sums.indices where sums[game] != 0 { touched.append(UInt32(game)) }
  }

  /// The elements with the largest products of value and scale, ties by index. Afterwards all sums
  /// are 0.
  ///
  /// - Parameters:
  ///   - count: the maximum number of elements.
  ///   - ordered: the number of elements that come first, in order; the others follow in any order.
  ///   - excluded: an element that is left out.
  mutating func takeLargest(
    _ count: Int, ordered: Int, except excluded: Int, scales: [Float]
  ) -> [BestGames.Entry] {
    sums[excluded] = 0
    Self.score(touched, sums, scales, into: &scores, counting: &counts)
    // The upper buckets fit; of the next one, a heap selects the best.
    var (selected, first) = (0, counts.count)
    while first > 0, selected + counts[first - 1] <= count {
      first -= 1
      selected += counts[first]
    }
    var found: [BestGames.Entry] = []
    found.reserveCapacity(min(count, touched.count))
    var atBound = BestGames(count: count - selected)
    for (position, game) in touched.enumerated() where Int(game) != excluded {
      let score = scores[position]
      let bucket = Self.bucket(score)
      if bucket >= first {
        found.append(BestGames.Entry(game: game, score: score))
      } else if bucket + 1 == first {
        atBound.offer(game: game, score: score)
      }
    }
    found += atBound.ranked
    var best = BestGames(count: ordered)
    for entry in found { best.offer(game: entry.game, score: entry.score) }
    let head = best.ranked
    let rest = found.lazy.filter { entry in
      head.last.map { BestGames.precedes($0, entry) } ?? true
    }
    let row = (head + rest).map { BestGames.Entry(game: $0.game, score: sums[Int($0.game)]) }
    for game in touched { sums[Int(game)] = 0 }
    touched.removeAll(keepingCapacity: true)
    for bucket in counts.indices { counts[bucket] = 0 }
    return row
  }

  private static func score(
    _ touched: [UInt32], _ sums: [Float], _ scales: [Float], into scores: inout [Float],
    counting counts: inout [Int]
  ) {
    scores.removeAll(keepingCapacity: true)
    let (sums, scales) = (sums.span, scales.span)
    var counts = counts.mutableSpan
    for game in touched {
      let score = sums[Int(game)] * scales[Int(game)]
      scores.append(score)
      counts[bucket(score)] += 1
    }
  }

  /// The upper bits without the sign: numbers above 0 sort as their bits do.
  private static func bucket(_ score: Float) -> Int { Int(score.bitPattern >> 19) & 0xfff }
}
