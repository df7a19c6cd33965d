import ArgumentParser
import FindieCommands
import FindieModels
import FindieWorkers
import FindieWorkspace
import Foundation

/// EASE step by step: the Gramian, its inverse by `spftrf` and `spftri`, the weights.
///
/// The players are generated from a seed; `peers/scipy_ease.py` generates the same ones.
struct EASEBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ease", abstract: "Train EASE on generated players, and print one line of JSON.")

  @Option var games = 5_000
  @Option(help: "The number of worker threads.") var threads = 2
  @Option(help: "The number of BLAS threads during the factorization.") var blasThreads = 2

  private static let playersPerGame = 5
  /// A game may be drawn twice.
  private static let drawsPerPlayer = 40

  private struct Result: Encodable {
    let games: Int
    let positives: Int
    let gramianSeconds: Double
    let factorizationSeconds: Double
    let weightsSeconds: Double
    let seconds: Double
    let gigaflopsASecond: Double
    let peakBytes: Int
    let peakDenseMatrices: Double
    let firstRow: [Float]
    let hash: String
  }

  func run() throws {
    let workers = Workers(threads: threads)
    BLASLibrary.useOneThread()
    let observed = drawn()
    var parameters = EASEParameters()
    parameters.regularization = 500
    // The form in Steck (2019), which the peer computes.
    (parameters.dropout, parameters.lengthExponent, parameters.diagonalBound) = (0, 0, 0)
    parameters.blasThreads = blasThreads
    let ease = EASE(parameters)

    let clock = ContinuousClock()
    let start = clock.now
    let positives = SparsePattern(positivesOf: observed)
    let matrix = ease.gramian(positives, workers: workers)
    let gramian = clock.now
    let weights = try ease.denseWeights(inverting: consume matrix)
    let inverse = clock.now
    workers.each(weights.parts.count) { _ = weights.rows(weights.parts[$0]) }
    let end = clock.now

    let peak = Resources.used.peakMemoryInBytes
    let factorizationSeconds = (inverse - gramian) / .seconds(1)
    try Console.printResult(
      Result(
        games: games, positives: positives.count, gramianSeconds: (gramian - start) / .seconds(1),
        factorizationSeconds: factorizationSeconds, weightsSeconds: (end - inverse) / .seconds(1),
        seconds: (end - start) / .seconds(1),
        gigaflopsASecond: pow(Double(games), 3) / factorizationSeconds / 1e9,
        peakBytes: peak, peakDenseMatrices: Double(peak) / Double(4 * games * games),
        firstRow: Array(weights.rows(0..<1).elements[1..<min(6, games)]),
        hash: hash(of: weights.parts.lazy.flatMap { weights.rows($0).elements })))
  }

  /// Player u likes the games ⌊n r³⌋ for uniform numbers r, so that a few games are popular.
  private func drawn() -> SparseRows {
    let players = games * Self.playersPerGame
    var generator = SplitMix64(seed: 1)
    var (offsets, columns): ([Int], [UInt32]) = ([0], [])
    columns.reserveCapacity(players * Self.drawsPerPlayer)
    for _ in 0..<players {
      let row = Set(
        (0..<Self.drawsPerPlayer).map { _ in
          let r = Double(generator.next() >> 11) * 0x1p-53
          return UInt32(Double(games) * (r * r * r))
        })
      columns += row.sorted()
      offsets.append(columns.count)
    }
    return SparseRows(
      rows: players, columns: games, offsets: offsets, columnIndices: columns,
      values: [Float](repeating: 1, count: columns.count))
  }

  /// FNV-1a over the bits: equal runs print equal hashes.
  private func hash(of elements: some Sequence<Float>) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for element in elements { hash = (hash ^ UInt64(element.bitPattern)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }
}
