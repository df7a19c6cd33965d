import ArgumentParser
import FindieCommands
import FindieModels
import FindieWorkers
import Foundation
import Glibc

/// EASE step by step: the Gramian, its inverse by `spotrf` and `spotri`, the weights.
///
/// The players are generated from a seed; `peers/scipy_ease.py` generates the same ones. With
/// `--sparse`, the sparse form that a nightly run stores is trained, with its own parameters.
struct EASEBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ease", abstract: "Train EASE on generated players, and print one line of JSON.")

  @Option var games = 5_000
  @Option(help: "The number of players per game.") var playersAGame = 5
  @Option(help: "The number of draws per player. A game may be drawn twice.") var draws = 40
  @Option var regularization = 500.0
  @Option(help: "The number of worker threads.") var threads = 2
  @Option(help: "The number of BLAS threads during the factorization.") var blasThreads = 2
  @Flag(help: "Train sparse weights: dense ones of the most popular games, local ones of the rest.")
  var sparse = false
  @Option(help: "The number of games with dense weights, with --sparse.") var denseGames =
    EASEParameters.mostDenseGames

  func run() throws {
    let workers = Workers(threads: threads)
    BLASLibrary.useOneThread()
    let observed = drawn()
    try sparse ? runSparse(observed, workers: workers) : runDense(observed, workers: workers)
  }

  private func runSparse(_ observed: SparseRows, workers: Workers) throws {
    var parameters = EASEParameters()
    parameters.blasThreads = blasThreads
    let before = Memory.peak
    let clock = ContinuousClock()
    let start = clock.now
    let weights = try EASE(parameters).fitSparse(
      observed, denseGames: denseGames, workers: workers
    ).weights
    let end = clock.now
    try write(
      SparseAnswer(
        players: observed.rows, games: games, positives: observed.values.count,
        weights: weights.values.count, seconds: seconds(start, end), peakBytes: Memory.peak,
        peakBytesOfPlayers: before, hash: hash(of: weights.values)))
  }

  private struct SparseAnswer: Encodable {
    let players: Int
    let games: Int
    let positives: Int
    let weights: Int
    let seconds: Double
    let peakBytes: Int
    let peakBytesOfPlayers: Int
    let hash: String
  }

  private func write(_ answer: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try Console.out(String(decoding: try encoder.encode(answer), as: UTF8.self) + "\n")
  }

  private func runDense(_ observed: SparseRows, workers: Workers) throws {
    var parameters = EASEParameters()
    parameters.regularization = regularization
    // The form in Steck (2019), which the peer computes.
    (parameters.dropout, parameters.lengthExponent, parameters.diagonalBound) = (0, 0, 0)
    parameters.blasThreads = blasThreads
    let ease = EASE(parameters)
    let before = Memory.peak

    let clock = ContinuousClock()
    let start = clock.now
    let positives = SparsePattern(positivesOf: observed)
    var matrix = ease.gramian(positives, workers: workers)
    let factors = ease.popularityFactors((0..<matrix.rows).map { matrix[$0, $0] })
    let penalties = ease.addPenalties(to: &matrix)
    let gramian = clock.now
    try ease.invert(&matrix)
    let inverse = clock.now
    try ease.computeWeights(&matrix, penalties: penalties, factors: factors, workers: workers)
    let end = clock.now

    let peak = Memory.peak
    let dense = Double(4 * games * games)
    let squares = matrix.elements.reduce(0.0) { $0 + Double($1) * Double($1) }
    let answer = Answer(
      games: games, positives: positives.count, gramianSeconds: seconds(start, gramian),
      factorizationSeconds: seconds(gramian, inverse), weightsSeconds: seconds(inverse, end),
      seconds: seconds(start, end),
      gigaflopsASecond: pow(Double(games), 3) / seconds(gramian, inverse) / 1e9,
      peakBytes: peak, peakDenseMatrices: Double(peak) / dense,
      peakDenseMatricesOfTraining: Double(peak - before) / dense, squares: squares,
      firstRow: Array(matrix.elements[1..<min(6, games)]), hash: hash(of: matrix.elements))
    try write(answer)
  }

  private struct Answer: Encodable {
    let games: Int
    let positives: Int
    let gramianSeconds: Double
    let factorizationSeconds: Double
    let weightsSeconds: Double
    let seconds: Double
    let gigaflopsASecond: Double
    let peakBytes: Int
    let peakDenseMatrices: Double
    let peakDenseMatricesOfTraining: Double
    let squares: Double
    let firstRow: [Float]
    let hash: String
  }

  /// Player u likes the games ⌊n r³⌋ for `draws` uniform numbers r, so that a few games are
  /// popular.
  private func drawn() -> SparseRows {
    var generator = SplitMix64(seed: 1)
    var (offsets, columns): ([Int], [UInt32]) = ([0], [])
    columns.reserveCapacity(games * playersAGame * draws)
    for _ in 0..<games * playersAGame {
      let row = Set(
        (0..<draws).map { _ in
          let r = Double(generator.next() >> 11) * 0x1p-53
          return UInt32(Double(games) * (r * r * r))
        })
      columns += row.sorted()
      offsets.append(columns.count)
    }
    return SparseRows(
      rows: games * playersAGame, columns: games, offsets: offsets, columnIndices: columns,
      values: [Float](repeating: 1, count: columns.count))
  }

  private func seconds(_ from: ContinuousClock.Instant, _ to: ContinuousClock.Instant) -> Double {
    (to - from) / .seconds(1)
  }

  /// FNV-1a over the bits: equal runs print equal hashes.
  private func hash(of elements: [Float]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for element in elements { hash = (hash ^ UInt64(element.bitPattern)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }
}

/// The memory of this process.
enum Memory {
  /// The peak resident memory, in bytes.
  static var peak: Int {
    var usage = rusage()
    // The call fills the struct that it is given.
    unsafe _ = getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss * 1024
  }
}
