import ArgumentParser
import FindieCommands
import FindieModels
import FindieWorkers
import FindieWorkspace
import Foundation

/// The top games for all players, from factors in a folder, without games that a player has seen.
struct TopBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "top", abstract: "Rank games for all players, from given factors.")

  @Argument(help: "A folder with shape.json {rows, columns, rank}, X.f32 and Y.f32.")
  var factors: String

  @Argument(help: "A folder with shape.json {rows, columns, count}, offsets.i64 and columns.u32.")
  var seen: String

  @Option(help: "The number of games per list.") var count = 100
  @Option var threads = 2
  @Option(help: "A folder for offsets.i64, games.u32 and scores.f32.") var output: String?

  /// `Benchmarks/top` expects arrays, since other programs rank several times.
  private struct Result: Encodable {
    let seconds: [Double]
    /// CPU time summed over all threads.
    let cpuSeconds: [Double]
    let players: Int
    let peakBytes: Int
  }

  func run() throws {
    let folder = try BenchmarkFolder(factors)
    let players = try folder.factors("X.f32", rows: folder.shape.rows)
    let games = try folder.factors("Y.f32", rows: folder.shape.columns)
    let excluded = try BenchmarkFolder(seen).sparseRows(confidence: nil)
    let (clock, cpuSeconds) = (ContinuousClock(), Resources.used.cpuSeconds)
    var lists = TopGames()
    let duration = try clock.measure {
      lists = try FactorTopGames(
        games, isListed: [Bool](repeating: true, count: games.rows), count: count,
        workers: Workers(threads: threads), memoryInBytes: 64 << 20
      ).lists(of: players, excluded: excluded)
    }
    let used = Resources.used
    if let output {
      let folder = URL(filePath: output)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try BenchmarkFolder.write(lists.offsets, to: folder.appending(path: "offsets.i64"))
      try BenchmarkFolder.write(lists.games, to: folder.appending(path: "games.u32"))
      try BenchmarkFolder.write(lists.scores, to: folder.appending(path: "scores.f32"))
    }
    try Console.printResult(
      Result(
        seconds: [duration / .seconds(1)], cpuSeconds: [used.cpuSeconds - cpuSeconds],
        players: lists.count, peakBytes: used.peakMemoryInBytes))
  }
}
