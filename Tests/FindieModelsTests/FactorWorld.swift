import FindieModels
import FindieModelsTestSupport
import FindieTestSupport
import FindieWorkers
import Synchronization

/// Random factors, excluded games and listed games, with a seed, and the lists by brute force.
struct FactorWorld {
  var players: Matrix
  var games: Matrix
  var excluded: SparseRows
  var isListed: [Bool]
  var count: Int
  var isAllowed: FactorTopGames.Filter?

  /// Any shape, including the smallest; lengths that differ little or by powers, ties, zeros.
  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed &+ 1000)
    self.init(
      seed: seed, players: Int.random(in: 1...80, using: &generator),
      games: [1, 2, 31, 32, 33, 64, 97, 700].randomElement(using: &generator) ?? 1,
      rank: [1, 2, 3, 16, 33, 64].randomElement(using: &generator) ?? 1,
      count: [1, 2, 7, 20, 100, 150, 800].randomElement(using: &generator) ?? 1)
    if seed % 3 == 0 {
      isAllowed = { player, game in (player * 7 + game * 13) % 5 != 0 }
    }
  }

  init(seed: UInt64, players: Int, games: Int, rank: Int, count: Int) {
    var generator = SeededGenerator(seed: seed)
    // Coarse numbers cause ties; a quarter of the cases has none.
    let steps: Float = seed % 4 == 0 ? 0x1p20 : 2
    func factors(_ rows: Int, falling: Bool) -> Matrix {
      var elements: [Float] = []
      for row in 0..<rows {
        let scale: Float = falling ? 1 / Float(1 + row * 7 % rows) : 1
        for _ in 0..<rank {
          elements.append(
            scale * (Float.random(in: -1...1, using: &generator) * steps).rounded() / steps)
        }
      }
      return Matrix(rows: rows, columns: rank, elements: elements)
    }
    self.players = factors(players, falling: false)
    self.games = factors(games, falling: seed % 2 == 0)
    let share = [0, 3, 10, 1].randomElement(using: &generator) ?? 0
    excluded = SparseRows(
      dense: (0..<players).map { _ in
        (0..<games).map { _ in
          share > 0 && Int.random(in: 0..<share, using: &generator) == 0 ? 1 : 0
        }
      }, columns: games)
    isListed = (0..<games).map { _ in Int.random(in: 0..<6, using: &generator) > 0 }
    self.count = count
  }

  init(players: [[Float]], games: [[Float]], rank: Int, count: Int) {
    self.players = Matrix(rows: players.count, columns: rank, elements: players.flatMap { $0 })
    self.games = Matrix(rows: games.count, columns: rank, elements: games.flatMap { $0 })
    excluded = SparseRows(
      dense: [[Float]](
        repeating: [Float](repeating: 0, count: games.count), count: players.count),
      columns: games.count)
    isListed = [Bool](repeating: true, count: games.count)
    self.count = count
  }

  func lists(
    threads: Int = 2, memoryInBytes: Int = FactorTopGames.defaultMemoryInBytes,
    rows: [Int]? = nil
  ) throws -> TopGames {
    try FactorTopGames(
      games, isListed: isListed, count: count, workers: Workers(threads: threads),
      memoryInBytes: memoryInBytes
    ).lists(of: players, rows: rows, excluded: excluded, isAllowed: isAllowed)
  }

  /// All scores, sorted.
  func bruteForce() -> TopGames {
    var (offsets, listed, scores): ([Int], [UInt32], [Float]) = ([0], [], [])
    for player in 0..<players.rows {
      let all = (0..<games.rows).filter { game in
        isListed[game] && !excluded.contains(row: player, column: UInt32(game))
          && isAllowed?(player, game) ?? true
      }.map { (score: score(player, $0), game: UInt32($0)) }
      let best = all.sorted { ($1.score, $0.game) < ($0.score, $1.game) }.prefix(count)
      listed += best.map(\.game)
      scores += best.map(\.score)
      offsets.append(listed.count)
    }
    return TopGames(offsets: offsets, games: listed, scores: scores)
  }

  func score(_ player: Int, _ game: Int) -> Float {
    fusedDot(players.row(player), games.row(game))
  }
}

/// The inner product as the kernel computes it: fused operations from the first element to the
/// last.
func fusedDot(_ left: Span<Float>, _ right: Span<Float>) -> Float {
  var sum: Float = 0
  for index in 0..<left.count { sum.addProduct(left[index], right[index]) }
  return sum
}

/// Collects numbers from several threads.
final class NumberLog: Sendable {
  private let noted = Mutex<[Int]>([])

  var games: [Int] { noted.withLock { $0 } }

  func note(_ number: Int) { noted.withLock { $0.append(number) } }
}
